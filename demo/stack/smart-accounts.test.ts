import {
  type Address,
  createPublicClient,
  createTestClient,
  createWalletClient,
  decodeErrorResult,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hashMessage,
  hexToBigInt,
  http,
  parseEther,
  parseUnits,
  stringToHex,
} from 'viem'
import { entryPoint08Abi, entryPoint08Address, type PackedUserOperation } from 'viem/account-abstraction'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { verifyMessage } from 'viem/actions'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  accountAbi,
  contextOf,
  GRANTED,
  type Session,
  sessionCallData,
  sessionIdOf,
  sessionSignature,
} from '../secure/account-abi'
import type { SiteChain } from '../secure/chains'
import {
  draftOperation,
  type SignedOperation,
  type SmartCall,
  signCalls,
  signHash,
  signOperation,
  signTextAs,
  smartAccount,
} from '../secure/smart-account'
import { type Chain, startChain } from './chain'
import { freePort } from './listen'
import { DEV_MNEMONIC } from './networks'
import { deploySmartAccounts, type SmartAccounts } from './smart-accounts'

let chain: Chain
let accounts: SmartAccounts
beforeAll(async () => {
  chain = await startChain(31337, await freePort())
  accounts = await deploySmartAccounts(chain.url)
})
afterAll(() => chain.stop())

const client = () => createPublicClient({ transport: http(chain.url), pollingInterval: 20 })
const site = (): SiteChain => ({
  chainId: 31337,
  name: 'Localhost',
  symbol: 'ETH',
  currency: 'Ether',
  rpc: chain.url,
  tokens: chain.tokens,
  factory: accounts.factory,
})
const fresh = () => privateKeyToAccount(generatePrivateKey())
const nobody = (): Address => fresh().address
const balanceOf = (address: Address) => client().getBalance({ address })
const dollars = () => chain.tokens[1]?.address as Address
const dollarsOf = (owner: Address) =>
  client().readContract({ address: dollars(), abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
const payOut = (to: Address, amount: bigint): SmartCall => ({
  to: dollars(),
  value: 0n,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
})
const give = (to: Address, value: bigint): SmartCall => ({ to, value, data: '0x' })

const unpacked = ({ operation }: SignedOperation): PackedUserOperation => ({
  ...operation,
  nonce: hexToBigInt(operation.nonce),
  preVerificationGas: hexToBigInt(operation.preVerificationGas),
})
const submit = (signed: SignedOperation) => accounts.submit(unpacked(signed))

/** A new owner's account with a coin and 100 dollars. */
async function funded() {
  const owner = fresh()
  const account = await smartAccount(site(), owner)
  const test = createTestClient({ mode: 'anvil', transport: http(chain.url) })
  await test.setBalance({ address: account.address, value: parseEther('1') })
  const holder = createWalletClient({ account: mnemonicToAccount(DEV_MNEMONIC), chain: foundry, transport: http(chain.url) })
  const { data } = payOut(account.address, parseUnits('100', 6))
  const hash = await holder.sendTransaction({ to: dollars(), data })
  await client().waitForTransactionReceipt({ hash })
  return { owner, account, now: async () => smartAccount(site(), owner) }
}

/** The reason why an operation's calls were reverted. */
async function undone(hash: Hex) {
  const { blockNumber } = await client().getTransactionReceipt({ hash })
  const [log] = await client().getContractEvents({
    address: entryPoint08Address,
    abi: entryPoint08Abi,
    eventName: 'UserOperationRevertReason',
    fromBlock: blockNumber,
    toBlock: blockNumber,
  })
  const { errorName, args } = decodeErrorResult({ abi: accountAbi, data: log?.args.revertReason ?? '0x' })
  return { errorName, args }
}

describe('a smart account', () => {
  test('is deployed at the predicted address by its first operation, and executes a batch atomically', async () => {
    const { account, now } = await funded()
    const [one, two] = [nobody(), nobody()]
    expect(account.deployed).toBe(false)
    const batch = [give(one, 5n), payOut(two, 7n), payOut(one, 2n)]
    const { ok, hash } = await submit(await signCalls(site(), account, batch))
    expect(ok).toBe(true)
    expect((await now()).deployed).toBe(true)
    expect([await balanceOf(one), await dollarsOf(two), await dollarsOf(one)]).toEqual([5n, 7n, 2n])
    // Paid by another account.
    expect(await balanceOf(account.address)).toBe(parseEther('1') - 5n)
    expect((await client().getTransaction({ hash })).to?.toLowerCase()).toBe(entryPoint08Address.toLowerCase())
  })

  test('error: a batch with a failing call has no effect', async () => {
    const { account } = await funded()
    const one = nobody()
    const { ok } = await submit(await signCalls(site(), account, [give(one, 5n), payOut(one, parseUnits('101', 6))]))
    expect([ok, await balanceOf(one)]).toEqual([false, 0n])
  })

  test('error: only the owner and the entry point can move anything', async () => {
    const { account } = await funded()
    const thief = fresh()
    const forged = await signCalls(site(), { ...account }, [give(thief.address, 1n)])
    const signature = await signHash(thief, forged.hash)
    await expect(accounts.submit({ ...unpacked(forged), signature })).rejects.toThrow('AA24 signature error')
    await submit(await signCalls(site(), account, []))
    const data = encodeFunctionData({ abi: accountAbi, functionName: 'execute', args: [thief.address, 1n, '0x'] })
    await expect(client().call({ account: thief, to: account.address, data })).rejects.toThrow()
  })

  test('error: an operation cannot be repeated', async () => {
    const { account } = await funded()
    const signed = await signCalls(site(), account, [give(nobody(), 1n)])
    expect((await submit(signed)).ok).toBe(true)
    await expect(submit(signed)).rejects.toThrow(/^AA/)
  })

  test('its signature is valid before it is deployed (ERC-6492) and after (ERC-1271), and for no other account', async () => {
    const { owner, account, now } = await funded()
    const message = 'Hello from the page'
    const holds = async (address: Address, signature: Hex) =>
      verifyMessage(client(), { address, message, signature }).catch(() => false)
    const early = await signTextAs(site(), account, stringToHex(message))
    expect(await holds(account.address, early)).toBe(true)
    await submit(await signCalls(site(), account, []))
    const signature = await signTextAs(site(), await now(), stringToHex(message))
    expect(await holds(account.address, signature)).toBe(true)
    expect(await holds(owner.address, signature)).toBe(false)
    // The key's plain signature of the same text is not the account's.
    expect(await holds(account.address, await owner.signMessage({ message }))).toBe(false)
    expect(await signHash(owner, hashMessage(message))).not.toBe(signature)
  })
})

describe('a session', () => {
  const key = fresh()
  const DAY = 86_400
  const later = async (seconds: number) => {
    const test = createTestClient({ mode: 'anvil', transport: http(chain.url) })
    await test.increaseTime({ seconds })
    await test.mine({ blocks: 1 })
  }
  const nowS = async () => Number((await client().getBlock()).timestamp)

  async function granted(part: Partial<Session>) {
    const { account, now } = await funded()
    const session: Session = {
      key: key.address,
      until: (await nowS()) + 7 * DAY,
      salt: `0x${'0'.repeat(64)}`,
      site: 'bakery.example',
      spends: [],
      acts: [],
      ...part,
    }
    const data = encodeFunctionData({ abi: accountAbi, functionName: 'grant', args: [session] })
    const { ok } = await submit(await signCalls(site(), account, [{ to: account.address, value: 0n, data }]))
    const of = await now()
    /** Sends an operation with the site's key and the granted context, without our bundler. */
    const use = async (calls: readonly SmartCall[], patch: { maxFeePerGas?: bigint } = {}, signer = key) => {
      const callData = sessionCallData(calls.map(({ to, value, data }) => ({ target: to, value, data })))
      const draft = { ...(await draftOperation(site(), account.address, callData)), ...patch }
      return submit(await signOperation(site(), draft, async (hash) => sessionSignature(session, await signHash(signer, hash))))
    }
    const used = () =>
      client().readContract({ address: account.address, abi: accountAbi, functionName: 'usedOf', args: [session] })
    const revoke = async () =>
      submit(
        await signCalls(site(), of, [
          {
            to: account.address,
            value: 0n,
            data: encodeFunctionData({ abi: accountAbi, functionName: 'revoke', args: [sessionIdOf(session)] }),
          },
        ]),
      )
    return { account: of, session, ok, use, used, revoke }
  }

  test('spends up to its limit; more fails on the chain', async () => {
    const { ok, account, session, use, used } = await granted({
      spends: [{ token: dollars(), allowance: parseUnits('10', 6), start: 0, period: DAY }],
    })
    expect(ok).toBe(true)
    const state = { address: account.address, abi: accountAbi, functionName: 'stateOf', args: [sessionIdOf(session)] } as const
    expect(await client().readContract(state)).toBe(GRANTED)
    expect(contextOf(session)).toMatch(/^0x[0-9a-f]+$/)

    const shop = nobody()
    expect((await use([payOut(shop, parseUnits('6', 6))])).ok).toBe(true)
    expect(await dollarsOf(shop)).toBe(parseUnits('6', 6))
    const over = await use([payOut(shop, parseUnits('5', 6))])
    expect([over.ok, await dollarsOf(shop)]).toEqual([false, parseUnits('6', 6)])
    const left = parseUnits('4', 6)
    expect(await undone(over.hash)).toEqual({ errorName: 'OverLimit', args: [0n, dollars(), left] })
    // Two calls, each within the limit but together over it.
    expect((await use([payOut(shop, parseUnits('3', 6)), payOut(shop, parseUnits('3', 6))])).ok).toBe(false)
    expect(await used()).toEqual([parseUnits('6', 6)])
    expect((await use([payOut(shop, parseUnits('4', 6))])).ok).toBe(true)
    // The next day the whole limit is available again.
    await later(DAY)
    expect((await use([payOut(shop, parseUnits('10', 6))])).ok).toBe(true)
    expect(await dollarsOf(shop)).toBe(parseUnits('20', 6))
  })

  test('an approval counts as spent, and coins do not count as dollars', async () => {
    const { use } = await granted({ spends: [{ token: dollars(), allowance: 10n, start: 0, period: 0 }] })
    const approve = (amount: bigint): SmartCall => ({
      to: dollars(),
      value: 0n,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [key.address, amount] }),
    })
    expect((await use([approve(11n)])).ok).toBe(false)
    expect((await use([approve(9n)])).ok).toBe(true)
    expect((await use([approve(2n)])).ok).toBe(false)
    expect((await use([give(nobody(), 1n)])).ok).toBe(false)
  })

  test('calls the one allowed function, up to the total of coins', async () => {
    const [demo] = chain.tokens
    if (!demo) throw new Error('A token is expected')
    const { use } = await granted({
      acts: [{ target: demo.address, selector: '0x095ea7b3', value: 0n }],
      spends: [{ token: `0x${'0'.repeat(40)}`, allowance: 5n, start: 0, period: 0 }],
    })
    const call = (data: Hex): SmartCall => ({ to: demo.address, value: 0n, data })
    const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [key.address, 1n] })
    expect((await use([call(approve)])).ok).toBe(true)
    expect((await use([{ ...call(approve), value: 1n }])).ok).toBe(false)
    const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [key.address, 0n] })
    expect((await use([call(transfer)])).ok).toBe(false)
    expect((await use([give(nobody(), 5n)])).ok).toBe(true)
    expect((await use([give(nobody(), 1n)])).ok).toBe(false)
  })

  test('error: never reaches the account itself, its deposit, or a fee', async () => {
    const { account, session, use } = await granted({
      spends: [{ token: `0x${'0'.repeat(40)}`, allowance: parseEther('1'), start: 0, period: 0 }],
    })
    const more = encodeFunctionData({
      abi: accountAbi,
      functionName: 'grant',
      args: [{ ...session, salt: `0x${'1'.repeat(64)}` }],
    })
    expect((await use([{ to: account.address, value: 0n, data: more }])).ok).toBe(false)
    expect((await use([give(entryPoint08Address, 1n)])).ok).toBe(false)
    await expect(use([give(nobody(), 1n)], { maxFeePerGas: 1n })).rejects.toThrow('AA24 signature error')
    await expect(use([give(nobody(), 1n)], {}, fresh())).rejects.toThrow('AA24 signature error')
    const { ok } = await granted({ acts: [{ target: entryPoint08Address, selector: '0x205c2878', value: 0n }] })
    expect(ok).toBe(false)
  })

  test('error: ends when revoked and when expired', async () => {
    const { use, revoke } = await granted({ spends: [{ token: dollars(), allowance: 10n, start: 0, period: 0 }] })
    expect((await use([payOut(nobody(), 1n)])).ok).toBe(true)
    expect((await revoke()).ok).toBe(true)
    await expect(use([payOut(nobody(), 1n)])).rejects.toThrow('AA24 signature error')
    const over = await granted({
      until: (await nowS()) + 60,
      spends: [{ token: dollars(), allowance: 10n, start: 0, period: 0 }],
    })
    await later(120)
    await expect(over.use([payOut(nobody(), 1n)])).rejects.toThrow(/AA22/)
  })
})
