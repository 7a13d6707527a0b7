import { expect, test } from 'vitest'
import '../lib/embedded-errors'
import '../lib/later-errors'
import { WalletError } from '../lib/errors'
import { hostWallet } from './auth-host'
import type { Provider } from './types'

const WORDS = 'ada@example.org has no such account'

const refuse = () => Promise.reject(new WalletError('FRAME_ERROR', { message: WORDS }))
const held = (request: Provider['request']) => hostWallet({ request }, () => undefined).wallet as Provider
/** All that a host can read of an error. */
const readOf = (error: unknown): unknown =>
  error instanceof Error ? [error.message, { ...error }, readOf(error.cause)] : (error ?? null)

test.each(['personal_sign', 'eth_sendTransaction', 'wallet_sendCalls', 'wallet_requestExecutionPermissions'])(
  'error: what the frame says of %s may name the person, and goes to no host',
  async (method) => {
    const wallet = held(refuse)
    const error = await wallet.request({ method }).catch((each) => each)
    expect(error).toMatchObject({ code: -32000, message: 'An error occurred', cause: { code: 'FRAME_ERROR' } })
    expect(JSON.stringify(readOf(error))).not.toContain('ada')
  },
)

test('error: what ended by its words is told without them, too', async () => {
  const ended = async () => Promise.reject(new WalletError('LOGIN_EXPIRED', { cause: await refuse().catch((each) => each) }))
  const wallet = held(ended)
  const error = await wallet.request({ method: 'personal_sign' }).catch((each) => each)
  expect(error).toMatchObject({ code: 4100, cause: { code: 'LOGIN_EXPIRED' } })
  expect(JSON.stringify(readOf(error))).not.toContain('ada')
})

test('what a node says of a read names nobody: a host’s library learns why it failed', async () => {
  const reverted = () => Promise.reject(new WalletError('FRAME_ERROR', { message: 'execution reverted: not yours' }))
  const wallet = held(reverted)
  await expect(wallet.request({ method: 'eth_call' })).rejects.toMatchObject({ message: 'execution reverted: not yours' })
})
