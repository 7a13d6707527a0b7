import { createTestClient, type Hex, http, namehash, publicActions, walletActions } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import names from './contracts/abi/Names.json'
import { DEV_MNEMONIC } from './networks'

/** Where names are looked up on chain 1: the real universal resolver's address. */
export const NAMES_ADDRESS = mainnet.contracts.ensUniversalResolver.address

// Pays for the records, so that the ten accounts start with nonce 0.
const REGISTRAR = '0x000000000000000000000000000000000000de92'
const ETHER = 60n
/** ENSIP-11: the coin type of an EVM chain. */
const coinTypeOf = (chainId: number) => BigInt((0x80000000 | chainId) >>> 0)

/** The local names, with the index of the development account that each resolves to, and other accounts by chain. */
const localNames: readonly {
  readonly name: string
  readonly account: number
  readonly on?: Readonly<Record<number, number>>
}[] = [
  { name: 'alice.eth', account: 0 },
  { name: 'bob.eth', account: 1, on: { 56: 2 } },
  { name: 'pay.bob.eth', account: 2 },
  // Resolves to its account, but is not normalised (ENSIP-15): it must never be shown.
  { name: 'Alice.eth', account: 3 },
]
/** Reverse names of the accounts; the third claims a name that is not its own. */
const claims = ['alice.eth', 'bob.eth', 'alice.eth', 'Alice.eth']

/** Deploys the name service on chain 1 and registers the local names; existing ones stay. */
export async function deployNames(url: string): Promise<void> {
  const chain = createTestClient({ mode: 'anvil', transport: http(url), pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions)
  if (await chain.getCode({ address: NAMES_ADDRESS })) return
  const { data: code } = await chain.call({ data: names.bytecode as Hex })
  if (!code) throw new Error('The name service gave no code')
  await chain.setCode({ address: NAMES_ADDRESS, bytecode: code })
  await chain.setBalance({ address: REGISTRAR, value: 10n ** 18n })
  await chain.impersonateAccount({ address: REGISTRAR })
  const addressOf = (addressIndex: number) => mnemonicToAccount(DEV_MNEMONIC, { addressIndex }).address
  const write = async (functionName: string, args: readonly unknown[]) => {
    const call = { address: NAMES_ADDRESS, abi: names.abi, functionName, args }
    const hash = await chain.writeContract({ ...call, account: REGISTRAR, chain: null })
    await chain.waitForTransactionReceipt({ hash, timeout: 10_000 })
  }
  for (const { name, account, on = {} } of localNames) {
    await write('setAddress', [namehash(name), ETHER, addressOf(account)])
    for (const [chainId, other] of Object.entries(on))
      await write('setAddress', [namehash(name), coinTypeOf(Number(chainId)), addressOf(other)])
  }
  for (const [index, name] of claims.entries()) await write('setPrimaryName', [addressOf(index), ETHER, name])
  await write('setText', [namehash('alice.eth'), 'description', 'The first account of the local world'])
  await chain.stopImpersonatingAccount({ address: REGISTRAR })
}
