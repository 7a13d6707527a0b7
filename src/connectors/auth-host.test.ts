import { expect, test, vi } from 'vitest'
import '../lib/embedded-errors'
import '../lib/later-errors'
import { WalletError } from '../lib/errors'
import { hostWallets } from './auth-host'
import type { Connection, Provider } from './types'

const WORDS = 'ada@example.org has no such account'
const SOLANA = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' as const
const ADDRESS = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'

const refuse = () => Promise.reject(new WalletError('FRAME_ERROR', { message: WORDS }))
const hosts = (request: Provider['request'], held: () => readonly Connection[] = () => []) => {
  const provider = { request }
  return hostWallets({ eip155: provider, solana: provider }, (namespace) => held().find((each) => each.namespace === namespace))
}
/** Everything that a host can read of an error. */
const readOf = (error: unknown): unknown =>
  error instanceof Error ? [error.message, { ...error }, readOf(error.cause)] : (error ?? null)

test.each(['personal_sign', 'eth_sendTransaction', 'wallet_sendCalls', 'wallet_requestExecutionPermissions'])(
  'error: the frame’s text about %s may contain personal data, and is given to no host',
  async (method) => {
    const wallet = (await hosts(refuse).of('eip155')) as Provider
    const error = await wallet.request({ method }).catch((each) => each)
    expect(error).toMatchObject({ code: -32000, message: 'An error occurred', cause: { code: 'FRAME_ERROR' } })
    expect(JSON.stringify(readOf(error))).not.toContain('ada')
  },
)

test('error: nor is it given with an error caused by it', async () => {
  const ended = async () => Promise.reject(new WalletError('LOGIN_EXPIRED', { cause: await refuse().catch((each) => each) }))
  const wallet = (await hosts(ended).of('eip155')) as Provider
  const error = await wallet.request({ method: 'personal_sign' }).catch((each) => each)
  expect(error).toMatchObject({ code: 4100, cause: { code: 'LOGIN_EXPIRED' } })
  expect(JSON.stringify(readOf(error))).not.toContain('ada')
})

test('a node’s text about a read contains no personal data: the host gets the reason', async () => {
  const reverted = () => Promise.reject(new WalletError('FRAME_ERROR', { message: 'execution reverted: not yours' }))
  const wallet = (await hosts(reverted).of('eip155')) as Provider
  await expect(wallet.request({ method: 'eth_call' })).rejects.toMatchObject({ message: 'execution reverted: not yours' })
})

test('on Solana a host gets a Wallet Standard wallet, as from any other wallet', async () => {
  const request = vi.fn(async (_: unknown): Promise<unknown> => ({ signature: '1'.repeat(64) }))
  const account = { namespace: 'solana', networkId: SOLANA, accounts: [`${SOLANA}:${ADDRESS}`], provider: { request } } as const
  let held: readonly Connection[] = [account]
  const { of, changed } = hosts(request, () => held)
  type Sign = { signMessage(input: object): Promise<[{ signature: Uint8Array }]> }
  type Events = { on(event: string, hear: (properties: object) => void): void }
  const wallet = (await of('solana')) as {
    accounts: object[]
    chains: string[]
    features: { 'solana:signMessage': Sign; 'standard:events': Events }
  }
  expect(await of('solana')).toBe(wallet)
  expect(wallet.accounts).toMatchObject([{ address: ADDRESS, chains: wallet.chains }])
  expect(wallet.chains).toContain('solana:devnet')
  const { 'solana:signMessage': sign, 'standard:events': events } = wallet.features
  const input = { account: wallet.accounts[0], message: Uint8Array.of(1) }
  expect((await sign.signMessage(input))[0].signature).toHaveLength(64)
  expect(request).toHaveBeenCalledWith({ method: 'solana_signMessage', params: { pubkey: ADDRESS, message: '2' } })

  request.mockImplementation(refuse)
  await expect(sign.signMessage(input)).rejects.toMatchObject({ code: 'FRAME_ERROR', message: 'An error occurred' })

  const heard = vi.fn()
  events.on('change', heard)
  held = []
  changed()
  expect([heard.mock.calls, wallet.accounts, wallet.chains]).toEqual([[[{ accounts: [] }]], [], []])
})

test('error: if that chunk fails to load the host gets nothing on Solana, and not our internal provider', async () => {
  const provider = { request: refuse }
  const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  expect(await hostWallets({ eip155: provider, solana: provider }, () => undefined, missing).of('solana')).toBe(false)
})
