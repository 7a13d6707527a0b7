import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beginDisconnected, present } from '../../.ci/connection-world'
import { mockConnection } from '../connectors/test-wallet'
import { read } from '../lib/storage'
import { chains } from '../state/chains'
import { keepAccount, snapshotKey } from './account-snapshot'
import { startConnected } from './connected'
import { connect, disconnect } from './connection'

beginDisconnected()
let stop = () => {}
beforeEach(() => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: true }))
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

test('error: an account’s stored holdings are deleted when it disconnects; the next visitor could read them in the tab', async () => {
  present()
  stop = startConnected()
  await connect({ wallet: 'mock' })
  const owner = chains.active.caipAddress
  if (!owner) throw new Error('An account is expected')
  // They are kept as long as the account is connected.
  await new Promise((done) => setTimeout(done))
  keepAccount(owner, [])
  await new Promise((done) => setTimeout(done))
  expect(read(snapshotKey)).toMatchObject({ owner })
  await disconnect()
  await vi.waitFor(() => expect(read(snapshotKey)).toBeUndefined())
})

test('error: they are also deleted when the same wallet switches accounts', async () => {
  const wallet = present()
  stop = startConnected()
  await connect({ wallet: 'mock' })
  const owner = chains.active.caipAddress
  if (!owner) throw new Error('An account is expected')
  await new Promise((done) => setTimeout(done))
  keepAccount(owner, [])
  wallet.emit({ type: 'change', connections: [mockConnection('eip155:31337', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8')] })
  await vi.waitFor(() => expect(chains.active.caipAddress).not.toBe(owner))
  await vi.waitFor(() => expect(read(snapshotKey)).toBeUndefined())
})
