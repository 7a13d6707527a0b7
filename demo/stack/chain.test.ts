import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  erc20Abi,
  http,
  multicall3Abi,
  parseEther,
  parseUnits,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Chain, startChain } from './chain'
import { MULTICALL_ADDRESS } from './deploy'
import { freePort } from './listen'
import { DEV_MNEMONIC } from './networks'

let chain: Chain
beforeAll(async () => {
  chain = await startChain(31337, await freePort())
})
afterAll(() => chain.stop())

const client = () => createPublicClient({ transport: http(chain.url), pollingInterval: 20 })
const accountAt = (addressIndex: number) => mnemonicToAccount(DEV_MNEMONIC, { addressIndex })

describe('startChain', () => {
  test('the ten accounts are funded and have sent nothing', async () => {
    for (let index = 0; index < 10; index++) {
      const { address } = accountAt(index)
      expect(await client().getBalance({ address })).toBe(parseEther('10000'))
      expect(await client().getTransactionCount({ address })).toBe(0)
    }
  })

  describe('mining on', () => {
    const mine = (blocks: number) => createTestClient({ mode: 'anvil', transport: http(chain.url) }).mine({ blocks })
    const { address } = accountAt(9)

    test('it keeps the last states and not older ones, so that it can run for days', async () => {
      await mine(200)
      const latest = await client().getBlockNumber()
      expect(await client().getBalance({ address, blockNumber: latest - 25n })).toBe(parseEther('10000'))
      await expect(client().getBalance({ address, blockNumber: latest - 150n })).rejects.toThrow('BlockOutOfRange')
    })

    // With the last state alone a call fails that is answered while a block is mined.
    test('it answers all along', async () => {
      let isMining = true
      const answered = async () => {
        while (isMining) await client().call({ account: address, to: address })
      }
      const mined = async () => {
        for (let block = 0; block < 200; block++) await mine(1)
        isMining = false
      }
      await Promise.all([mined(), answered(), answered(), answered()])
      expect(isMining).toBe(false)
    })
  })

  test('a block is mined each second without a transaction', async () => {
    const before = await client().getBlock()
    await expect.poll(async () => (await client().getBlock()).number, { timeout: 15_000 }).toBeGreaterThan(before.number + 1n)
    expect((await client().getBlock()).transactions).toEqual([])
  })

  test('the first account holds both tokens, read through Multicall3', async () => {
    const [demo, dollar] = chain.tokens
    if (!demo || !dollar) throw new Error('Two tokens are expected')
    const owner = accountAt(0).address
    const read = (address: `0x${string}`, functionName: 'symbol' | 'decimals' | 'balanceOf') =>
      ({ address, abi: erc20Abi, functionName, ...(functionName === 'balanceOf' && { args: [owner] }) }) as const
    const answers = await client().multicall({
      multicallAddress: MULTICALL_ADDRESS,
      allowFailure: false,
      contracts: [demo, dollar].flatMap(({ address }) => [
        read(address, 'symbol'),
        read(address, 'decimals'),
        read(address, 'balanceOf'),
      ]),
    })
    expect(answers).toEqual(['DEMO', 18, parseUnits('1000000', 18), 'DUSD', 6, parseUnits('1000000', 6)])
  })

  test('Multicall3 tells the balance of an account', async () => {
    const args = [accountAt(1).address] as const
    expect(
      await client().readContract({ address: MULTICALL_ADDRESS, abi: multicall3Abi, functionName: 'getEthBalance', args }),
    ).toBe(parseEther('10000'))
  })

  test('a transaction signed by a page is mined at once', async () => {
    const wallet = createWalletClient({ account: accountAt(2), chain: foundry, transport: http(chain.url) })
    const hash = await wallet.sendTransaction({ to: accountAt(3).address, value: 1n })
    expect((await client().waitForTransactionReceipt({ hash })).status).toBe('success')
    expect(await client().getBalance({ address: accountAt(3).address })).toBe(parseEther('10000') + 1n)
  })

  test('another chain has the tokens at the same addresses', async () => {
    const other = await startChain(56, await freePort())
    expect(other.tokens).toEqual(chain.tokens)
    expect(await createPublicClient({ transport: http(other.url) }).getChainId()).toBe(56)
    await other.stop()
  })

  test('error: a stopped chain does not answer, and its port is free', async () => {
    const port = await freePort()
    const other = await startChain(97, port)
    await other.stop()
    await expect(fetch(other.url)).rejects.toThrow()
    expect(await freePort(port)).toBe(port)
  })

  test('continues where it stopped if it is given a folder, and only then', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'chain-'))
    const account = accountAt(4)
    const sentAfterRestart = async (state?: string) => {
      const first = await startChain(31337, await freePort(), state)
      const wallet = createWalletClient({ account, chain: foundry, transport: http(first.url) })
      const hash = await wallet.sendTransaction({ to: accountAt(5).address, value: 1n })
      await createPublicClient({ transport: http(first.url), pollingInterval: 20 }).waitForTransactionReceipt({ hash })
      await first.stop()
      const second = await startChain(31337, await freePort(), state)
      const sent = await createPublicClient({ transport: http(second.url) }).getTransactionCount(account)
      await second.stop()
      return sent
    }
    expect([await sentAfterRestart(folder), await sentAfterRestart()]).toEqual([1, 0])
  })
})
