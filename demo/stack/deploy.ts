import {
  concat,
  createTestClient,
  encodeDeployData,
  getCreate2Address,
  type Hex,
  http,
  parseEther,
  parseUnits,
  publicActions,
  walletActions,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import collection from './contracts/abi/Collection.json'
import editions from './contracts/abi/Editions.json'
import exchange from './contracts/abi/Exchange.json'
import multicall from './contracts/abi/Multicall3.json'
import token from './contracts/abi/Token.json'
import { CREATE2_DEPLOYER, fillPools, SALT } from './exchange'
import { DEV_MNEMONIC } from './networks'
import type { Token } from './token'

/** Address of Multicall3 on every chain. */
export const MULTICALL_ADDRESS = '0xcA11bde05977b3631167028862bE2a173976CA11'

// Pays for the deployments, so that the ten accounts start with nonce 0.
const DEPLOYER = '0x000000000000000000000000000000000000de91'
const SUPPLY = '1000000'

const wanted = [
  { name: 'Demo Token', symbol: 'DEMO', decimals: 18 },
  { name: 'Demo Dollar', symbol: 'DUSD', decimals: 6 },
] as const

/** Collectibles by the development accounts that initially hold them; the second collection is spam. */
const collections = [
  { name: 'Rosette', symbol: 'ROSE', holders: [0, 0, 0, 1, 1, 2] },
  { name: 'Claim your reward', symbol: 'FREE', holders: [0, 1, 2] },
] as const

/** An ERC-1155: development accounts and how many of each edition they initially hold. */
const EDITIONS = { name: 'Guilloche print', holders: [0, 1, 2], ids: [1n, 2n], values: [3n, 1n] } as const

/** Deploys Multicall3, the demo tokens and the collectibles if missing; the first development account holds every token. */
export async function deployTokens(url: string): Promise<Token[]> {
  const chain = createTestClient({ mode: 'anvil', transport: http(url), pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions)
  const { data: code } = await chain.call({ data: multicall.bytecode as Hex })
  if (code) await chain.setCode({ address: MULTICALL_ADDRESS, bytecode: code })

  await chain.impersonateAccount({ address: DEPLOYER })
  await chain.setBalance({ address: DEPLOYER, value: parseEther('10000') })
  const place = async (code: Hex) => {
    const address = getCreate2Address({ from: CREATE2_DEPLOYER, salt: SALT, bytecode: code })
    if (await chain.getCode({ address })) return address
    const hash = await chain.sendTransaction({ account: DEPLOYER, chain: null, to: CREATE2_DEPLOYER, data: concat([SALT, code]) })
    await chain.waitForTransactionReceipt({ hash, timeout: 10_000 })
    return address
  }
  const holder = mnemonicToAccount(DEV_MNEMONIC).address
  const tokens: Token[] = []
  for (const { name, symbol, decimals } of wanted) {
    const args = [name, symbol, decimals, holder, parseUnits(SUPPLY, decimals)]
    const address = await place(encodeDeployData({ abi: token.abi, bytecode: token.bytecode as Hex, args }))
    tokens.push({ address, name, symbol, decimals })
  }
  for (const { name, symbol, holders } of collections) {
    const owners = holders.map((addressIndex) => mnemonicToAccount(DEV_MNEMONIC, { addressIndex }).address)
    await place(encodeDeployData({ abi: collection.abi, bytecode: collection.bytecode as Hex, args: [name, symbol, owners] }))
  }
  const prints = EDITIONS.holders.map((addressIndex) => mnemonicToAccount(DEV_MNEMONIC, { addressIndex }).address)
  const args = [EDITIONS.name, prints, EDITIONS.ids, EDITIONS.values]
  await place(encodeDeployData({ abi: editions.abi, bytecode: editions.bytecode as Hex, args }))
  await place(exchange.bytecode as Hex)
  await fillPools(chain, DEPLOYER, tokens)
  await chain.stopImpersonatingAccount({ address: DEPLOYER })
  return tokens
}
