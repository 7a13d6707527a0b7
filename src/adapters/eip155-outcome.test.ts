import { createTestClient, http, numberToHex, parseGwei, publicActions, walletActions } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startAnvil } from '../../demo/stack/anvil'
import { freePort, type Piece } from '../../demo/stack/listen'
import { DEV_MNEMONIC } from '../../demo/stack/networks'
import type { Network } from '../lib/network'
import { callMark } from '../lib/pending-transaction'
import { networks } from './eip155-networks'
import { outcomeOf } from './eip155-outcome'

const network = networks.find(({ id }) => id === 31337) as Network
const [from, to, other] = [0, 1, 2].map((addressIndex) => mnemonicToAccount(DEV_MNEMONIC, { addressIndex }).address) as [
  `0x${string}`,
  `0x${string}`,
  `0x${string}`,
]
const connect = (url: string) =>
  createTestClient({ mode: 'anvil', transport: http(url), pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions)
let chain: Piece
let client: ReturnType<typeof connect>
beforeAll(async () => {
  chain = await startAnvil(31337, await freePort())
  client = connect(chain.url)
  // Blocks are mined only when a test asks for it.
  await client.setAutomine(false)
  await client.setIntervalMining({ interval: 0 })
})
afterAll(() => chain.stop())
beforeEach(() => client.mine({ blocks: 1 }))

const context = () => ({ urls: [chain.url], batch: 1000 })
const ask = (hash: string, more: { nonce?: number; call?: string } = {}) => outcomeOf(network, { hash, from, ...more }, context())
type Sending = { gwei: string; nonce?: number; value?: bigint; data?: `0x${string}` }
const send = (receiver: `0x${string}`, { gwei, nonce, value = 1n, data = '0x' }: Sending) =>
  client.sendTransaction({
    ...{ account: from, chain: null, to: receiver, value, data, gas: data === '0x' ? 21_000n : 30_000n },
    ...{ maxFeePerGas: parseGwei(gwei), maxPriorityFeePerGas: parseGwei('1') },
    ...(nonce !== undefined && { nonce }),
  })
const call = callMark({ to, value: '0x1', data: '0x' })

describe('outcomeOf', () => {
  test('is pending with its nonce, then confirmed', async () => {
    const hash = await send(to, { gwei: '10' })
    const waiting = await ask(hash)
    expect(waiting).toEqual({ status: 'pending', nonce: await client.getTransactionCount({ address: from }) })
    expect(await ask(hash, { nonce: waiting.nonce ?? 0 })).toEqual({ status: 'pending' })
    await client.mine({ blocks: 1 })
    expect(await ask(hash, { nonce: waiting.nonce ?? 0 })).toEqual({ status: 'confirmed' })
  })

  test('error: a relayer’s nonce is not taken for the account’s own', async () => {
    const hash = await send(to, { gwei: '10' })
    expect(await outcomeOf(network, { hash, from: other }, context())).toEqual({ status: 'pending' })
    await client.mine({ blocks: 1 })
    expect(await outcomeOf(network, { hash, from: other }, context())).toEqual({ status: 'confirmed' })
  })

  test('a transaction sped up in the wallet is followed to its replacement', async () => {
    const hash = await send(to, { gwei: '10' })
    const { nonce = 0 } = await ask(hash)
    const faster = await send(to, { gwei: '40', nonce })
    await client.mine({ blocks: 3 })
    expect(await ask(hash, { nonce, call })).toEqual({ status: 'confirmed', hash: faster })
  })

  test('error: so is one whose replacement has a mark of the wallet after its data; it was reported as failed', async () => {
    for (const data of ['0x', '0x1234'] as const) {
      const hash = await send(to, { gwei: '10', data })
      const { nonce = 0 } = await ask(hash)
      const faster = await send(to, { gwei: '40', nonce, data: `${data}8021` })
      await client.mine({ blocks: 2 })
      expect(await ask(hash, { nonce, call: callMark({ to, value: '0x1', data }) })).toEqual({
        status: 'confirmed',
        hash: faster,
      })
    }
  })

  test('error: a canceled transaction, or one replaced by another call, has failed', async () => {
    for (const replacement of [from, other]) {
      const hash = await send(to, { gwei: '10' })
      const { nonce = 0 } = await ask(hash)
      const instead = await send(replacement, { gwei: '40', nonce, value: 0n })
      await client.mine({ blocks: 2 })
      expect(await ask(hash, { nonce, call })).toEqual({ status: 'failed', hash: instead })
    }
  })

  test('error: a reverted transaction has failed; a node that does not answer decides nothing', async () => {
    // Its bytecode is INVALID: every call fails.
    const broken = '0x00000000000000000000000000000000000000fe'
    await client.setCode({ address: broken, bytecode: '0xfe' })
    const hash = await client.sendTransaction({ account: from, chain: null, to: broken, gas: 50_000n, gasPrice: parseGwei('10') })
    await client.mine({ blocks: 1 })
    expect(await ask(hash)).toEqual({ status: 'failed' })
    const nowhere = { urls: [`http://localhost:${await freePort()}`], batch: 1 }
    await expect(outcomeOf(network, { hash: numberToHex(1, { size: 32 }), from }, nowhere)).rejects.toMatchObject({
      code: 'RPC_UNAVAILABLE',
    })
  })
})
