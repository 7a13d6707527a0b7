import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeShop, openShop, type Stage } from '../../.ci/embedded-world'
import { REQUEST_LIMIT_MS } from '../connectors/auth-exchange'
import { PATIENCE } from '../connectors/test-frame'
import { guardedStorage } from '../lib/guarded-storage'
import { keys, read, remember } from '../lib/storage'
import { chains } from '../state/chains'
import { embedded } from '../state/embedded'
import { writeEmail } from './email-login'
import { openModal } from './modal'
import { loadNetworks } from './network-list'
import { RESTORE_LIMIT_MS, restoreAll } from './reconnecting'
import { endSocial, startSocial } from './social-login'

const KEY = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const networkId = 'eip155:31337'

let stage: Stage
let last: AbortController

beforeEach(async () => {
  stage = openShop()
  last = new AbortController()
  await loadNetworks()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  last.abort()
  vi.useRealTimers()
  closeShop()
})

/** Opens the page for a visitor who was signed in at the last visit; the frame has begun to load. */
async function openAgain() {
  guardedStorage.set('local', 'embedded', JSON.stringify({ used: true, chain: networkId }))
  remember(keys.connections, { entries: { eip155: { connectorId: 'ID_AUTH', networkId, caipAddress: `${networkId}:${KEY}` } } })
  const over = vi.fn()
  void restoreAll(last.signal).then(over)
  await vi.waitFor(() => expect(stage.last().isConnected).toBe(true), PATIENCE)
  return over
}

async function comes() {
  stage.getReady()
  await stage.answer('IS_CONNECTED', { isConnected: true })
  await stage.answer('GET_USER', { address: KEY, chainId: 31337 })
  await vi.waitFor(() => expect(chains.active).toMatchObject({ status: 'connected', restored: true, address: KEY }), PATIENCE)
}

test('a slow frame holds up the page no longer than a wallet does, and the account is connected once it answers', async () => {
  const over = await openAgain()
  await vi.advanceTimersByTimeAsync(RESTORE_LIMIT_MS)
  expect([over.mock.calls.length, chains.active.status]).toEqual([1, 'disconnected'])
  await vi.advanceTimersByTimeAsync(REQUEST_LIMIT_MS - RESTORE_LIMIT_MS - 1_000)
  await comes()
})

test('error: a frame that never loads is given up on this page, and its session is kept for the next one', async () => {
  await openAgain()
  for (const asked of ['IS_CONNECTED', 'GET_USER']) {
    await vi.advanceTimersByTimeAsync(REQUEST_LIMIT_MS)
    expect([asked, chains.active.status]).toEqual([asked, 'disconnected'])
  }
  expect(read(keys.connections)?.entries).toHaveProperty('eip155')
  expect(guardedStorage.get('local', 'embedded')).toContain('used')
})

test('a sign-in begun while the old session turns out to be over goes on', async () => {
  await openAgain()
  openModal(7, 'Connect')
  writeEmail('ada@exam')
  Object.assign(window, { open: () => ({ closed: false, document: {}, close() {} }) })
  startSocial('google')
  stage.getReady()
  await stage.answer('IS_CONNECTED', { isConnected: false })
  await vi.waitFor(() => expect(read(keys.connections)?.entries).toEqual({}))
  expect(guardedStorage.get('local', 'embedded')).toBeUndefined()
  expect(embedded).toMatchObject({ social: 'google', stage: 'window', written: 'ada@exam' })
  endSocial()
})

test('error: a frame that does not load offline is asked again once online', async () => {
  const network = { onLine: false, userAgent: '' }
  vi.stubGlobal('navigator', network)
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  await openAgain()
  await vi.advanceTimersByTimeAsync(REQUEST_LIMIT_MS)
  network.onLine = true
  page.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect([stage.frames.length, stage.last().isConnected]).toEqual([2, true]), PATIENCE)
  await comes()
})
