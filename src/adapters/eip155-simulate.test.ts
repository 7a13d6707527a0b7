import { toHex } from 'viem'
import { expect, test } from 'vitest'
import { COIN } from '../lib/caip'
import { simulate } from './eip155-simulate'

const at = (digit: string) => `0x${digit.repeat(40)}` as const
const [own, receiver, vault, token] = [at('1'), at('2'), at('3'), at('a')]
const word = (value: bigint) => toHex(value, { size: 32 })
type Moved = readonly [from: `0x${string}`, to: `0x${string}`, amount: bigint]

/** The simulation of one call in which a token logs these transfers. */
const trial = (...moves: Moved[]) => answered('0x', ...moves)

const answered = (returnData: string, ...moves: Moved[]) => allAnswered([returnData, ...moves])

/** The simulation of several calls with these answers, in order. */
async function allAnswered(...answers: (readonly [returnData: string, ...moves: Moved[]])[]) {
  const calls = answers.map(([returnData, ...moves]) => {
    const logs = moves.map(([from, to, amount]) => ({
      ...{ address: token, data: word(amount) },
      topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', word(BigInt(from)), word(BigInt(to))],
    }))
    return { status: '0x1', returnData, logs }
  })
  const client = { request: async () => [{ calls }] }
  return simulate(
    client as never,
    calls.map(() => ({ from: own, to: token, value: 0n, data: '0x' })),
  )
}

test.each<[string, bigint | undefined, Moved[]]>([
  ['comes straight', 100n, [[own, receiver, 100n]]],
  [
    'it arrives less a transfer fee',
    98n,
    [
      [own, token, 2n],
      [own, receiver, 98n],
    ],
  ],
  // It was shown as 'To 0 X'.
  [
    'it arrives through a contract',
    98n,
    [
      [own, vault, 100n],
      [vault, receiver, 98n],
    ],
  ],
  ['it goes to another account only', 0n, [[own, vault, 100n]]],
  ['no transfer of ours is logged', undefined, [[vault, receiver, 100n]]],
])('if %s, the received amount is %s', async (_, arrives, moves) => {
  expect((await trial(...moves))?.arrived(token, receiver)).toBe(arrives)
})

test('a token that returns false but moves the amount, as some old ones do, counts as moved; it could not be sent before', async () => {
  const no = word(0n)
  expect(await answered(no, [own, receiver, 100n])).toMatchObject({ changes: [{ token, amount: -100n }] })
  await expect(answered(no)).rejects.toMatchObject({ code: 'TRANSACTION_WOULD_FAIL' })
})

test('error: a call that returns false does not count as moved because of another call’s transfer', async () => {
  const moved = ['0x', [own, vault, 1n]] as const
  expect(await allAnswered(moved, moved)).toMatchObject({ changes: [{ token, amount: -2n }] })
  await expect(allAnswered(moved, [word(0n)])).rejects.toMatchObject({ code: 'TRANSACTION_WOULD_FAIL' })
  await expect(allAnswered([word(0n)], moved)).rejects.toMatchObject({ code: 'TRANSACTION_WOULD_FAIL' })
})

test('error: a failed simulation keeps the chain’s own reason, for the copied details', async () => {
  const error = { code: 3, message: 'execution reverted: Blacklistable: account is blacklisted', data: '0x08c379a0' }
  const client = { request: async () => [{ calls: [{ status: '0x0', returnData: '0x08c379a0', logs: [], error }] }] }
  const call = { from: own, to: token, value: 0n, data: '0x' } as const
  await expect(simulate(client as never, [call])).rejects.toMatchObject({ code: 'TRANSACTION_WOULD_FAIL', cause: error })
})

test.each([[[]], [[{ calls: [] }]], [null], ['busy']])(
  'error: an endpoint that answers %j has not tried anything out, and is not taken to say that nothing changes',
  async (answer) => {
    const call = { from: own, to: token, value: 1n, data: '0x' } as const
    expect(await simulate({ request: async () => answer } as never, [call])).toBeUndefined()
  },
)

test('error: a simulation that was aborted says so, not that no endpoint can', async () => {
  const leaving = new AbortController()
  const request = async () => {
    leaving.abort()
    throw new Error('aborted')
  }
  const call = { from: own, to: token, value: 0n, data: '0x' } as const
  await expect(simulate({ request } as never, [call], leaving.signal)).rejects.toMatchObject({ code: 'ABORTED' })
})

test('error: only what an ERC-20 transfer or a payment moves counts: no approval, no NFT, and nothing that comes back', async () => {
  const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
  const approval = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
  const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const [me, them] = [word(BigInt(account)), word(BigInt(receiver))]
  const log = (address: string, amount: bigint, ...topics: string[]) => ({ address, topics, data: word(amount) })
  const logs = [
    log(token, 5n, approval, me, them),
    log(token, 6n, transfer, me, them, word(1n)),
    log(vault, 7n, transfer, me, them),
    log(vault, 7n, transfer, them, me),
    log(COIN, 8n, transfer, me, them),
  ]
  const client = { request: async () => [{ calls: [{ status: '0x1', returnData: '0x', logs }] }] }
  const call = { from: account, to: token, value: 8n, data: '0x' } as const
  expect((await simulate(client as never, [call]))?.changes).toEqual([{ token: undefined, amount: -8n }])
})
