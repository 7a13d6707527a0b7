import { expect, test, vi } from 'vitest'
import { tabLocks } from '../../.ci/tab-locks'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { signInAttempt } from '../state/sign-in'
import { siwx } from '../state/siwx'
import { builtInSiwx } from './built-in-siwx'
import { connect } from './connection'
import { addConnector } from './discovery'
import { ownSiwx } from './own-siwx'
import { signIn } from './sign-in'
import { startSiwx } from './siwx'
import { CHAIN, signer, signInRequired, stops } from './test-siwx'

const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

signInRequired()

/** Connects a wallet that is asked for a signature; `answer` gives it, `change` moves on to the next account. */
async function connected() {
  const prompt = { answer: (_: string) => {} }
  const request = () =>
    new Promise<string>((resolve) => {
      prompt.answer = resolve
    })
  const wallet = mockWallet({}, { connections: [mockConnection(CHAIN, signer.address, { request })] })
  addConnector(wallet.connector)
  await connect({ wallet: 'mock' })
  stops.push(startSiwx())
  await vi.waitFor(() => expect([siwx.checking, siwx.locked]).toEqual([false, true]), { timeout: 10_000 })
  return { prompt, change: () => wallet.emit({ type: 'change', connections: [mockConnection(CHAIN, OTHER)] }) }
}

/** The next account is in use and has been looked up. */
const settled = () => vi.waitFor(() => expect([siwx.checking, chains.active.address]).toEqual([false, OTHER]))

test.each([0, 1, 2, 3, 4])(
  'error: the answer of a wallet that changes the account with it, %i steps later, is not verified, and the next account can sign in',
  async (steps) => {
    const verified: unknown[] = []
    ownSiwx.siwx = { ...builtInSiwx, addSession: async (session: unknown) => void verified.push(session) }
    const { prompt, change } = await connected()
    const ended = signIn()
    await vi.waitFor(() => expect(signInAttempt.status).toBe('signing'), { timeout: 10_000 })
    prompt.answer('0x12')
    for (let step = 0; step < steps; step++) await undefined
    change()
    expect(await ended).toBe(false)
    await settled()
    expect([verified, signInAttempt.status]).toEqual([[], 'idle'])
  },
)

test('error: a prompt that another tab has open is not waited for by the account in use by then', async () => {
  const locks = tabLocks()
  vi.stubGlobal('navigator', { locks })
  const { change } = await connected()
  void locks.request(`${config.storagePrefix}:siwx:${CHAIN}:${signer.address}`, {}, () => new Promise(() => {}))
  const ended = signIn()
  change()
  expect(await ended).toBe(false)
  await settled()
  expect(signInAttempt.status).toBe('idle')
})
