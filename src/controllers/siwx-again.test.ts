import type { Hex } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import { someTurns } from '../../.ci/turns'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { siwxSessionsKey } from '../lib/siwx-sessions'
import { forget, remember } from '../lib/storage'
import { config } from '../state/config'
import { modal } from '../state/modal'
import { siwx } from '../state/siwx'
import { builtInSiwx } from './built-in-siwx'
import { connect } from './connection'
import { addConnector } from './discovery'
import { ownSiwx } from './own-siwx'
import { prepareSignIn, signIn } from './sign-in'
import { cancelSignIn, checkSignIn, signOut, startSiwx } from './siwx'
import { CHAIN, signedSession, signer, signInRequired, stops } from './test-siwx'

const DAY_MS = 24 * 3_600_000

signInRequired()
afterEach(() => void vi.useRealTimers())

/** Connects a wallet that signs what it is asked for, and waits until it is known whether a sign-in is needed; returns the stop. */
async function connected() {
  const provider = {
    request: async ({ params }: { params?: unknown }) => signer.signMessage({ message: { raw: (params as Hex[])[0] ?? '0x' } }),
  }
  addConnector(mockWallet({}, { connections: [mockConnection(CHAIN, signer.address, provider)] }).connector)
  await connect({ wallet: 'mock' })
  const stop = startSiwx()
  stops.push(stop)
  await vi.waitFor(() => expect(siwx.checking).toBe(false), { timeout: 10_000 })
  return stop
}
const isAsked = () => modal.view === 'SIWXSignMessage' && modal.elementId === 1

test('a lookup that finds the same session again keeps it: hosts are told of a sign-in once', async () => {
  remember(siwxSessionsKey, [await signedSession()])
  await connected()
  const { session } = siwx
  await checkSignIn()
  expect(session && siwx.session === session).toBe(true)
})

test('a session of a month, longer than a timer can wait, is not looked for again and again', async () => {
  const session = await signedSession({ expirationTime: new Date(Date.now() + 30 * DAY_MS).toISOString() })
  let lookups = 0
  ownSiwx.siwx = {
    ...builtInSiwx,
    getSessions: async () => {
      lookups++
      return [session]
    },
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await connected()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([lookups, siwx.session]).toEqual([1, session])
})

test('the end of a session asks nobody once the last element has left', async () => {
  const expirationTime = new Date(Date.now() + 3_600_000).toISOString()
  remember(siwxSessionsKey, [await signedSession({ expirationTime })])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const stop = await connected()
  expect(siwx.session).toBeDefined()
  stop()
  await vi.advanceTimersByTimeAsync(3_602_000)
  await someTurns()
  expect([modal.elementId, siwx.checking, siwx.locked]).toEqual([undefined, false, false])
})

test('a text that has been on screen for more than four minutes is made anew before it is signed: backends forget theirs', async () => {
  await connected()
  vi.useFakeTimers({ toFake: ['Date'] })
  await prepareSignIn()
  vi.setSystemTime(Date.now() + 240_000)
  const { data } = await signIn.run()
  expect(Date.parse(data.issuedAt ?? '')).toBe(Date.now())
})

test('the other tabs are told of a sign-in and of a sign-out', async () => {
  config.signInMode = 'optional'
  await connected()
  const heard: unknown[] = []
  const other = new BroadcastChannel(`${config.storagePrefix}:${siwxSessionsKey.name}`)
  other.onmessage = ({ data }) => heard.push(data)
  await signIn.run()
  await vi.waitFor(() => expect(heard).toHaveLength(1))
  await signOut.run()
  await vi.waitFor(() => expect(heard).toHaveLength(2))
  other.close()
})

test.each([
  ['cancelled', () => cancelSignIn()],
  [
    'signed in and out',
    async () => {
      await signIn.run()
      await signOut.run()
    },
  ],
])('optional: whoever has %s is not asked again by a later lookup', async (_, leave) => {
  config.signInMode = 'optional'
  await connected()
  expect(isAsked()).toBe(true)
  await leave()
  await checkSignIn()
  expect([siwx.session, isAsked()]).toEqual([undefined, false])
})

test('optional: whoever is signed in while another tab does something has not declined: they are asked once the session is over', async () => {
  config.signInMode = 'optional'
  await connected()
  await signIn.run()
  const other = new BroadcastChannel(`${config.storagePrefix}:${siwxSessionsKey.name}`)
  other.postMessage('changed')
  await someTurns()
  other.close()
  await vi.waitFor(() => expect([siwx.session !== undefined, siwx.checking]).toEqual([true, false]))
  forget(siwxSessionsKey)
  await checkSignIn()
  expect(isAsked()).toBe(true)
})
