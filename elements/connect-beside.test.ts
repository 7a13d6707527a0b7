import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockConnection, mockWallet } from '../src/connectors/test-wallet'
import { abandonConnections, connect, forgetAttempt } from '../src/controllers/connection'
import { addConnector, forgetConnectors } from '../src/controllers/discovery'
import { closeModal, navigate, openModal, resetView } from '../src/controllers/modal'
import { loadNetworks } from '../src/controllers/network-list'
import { chains } from '../src/state/chains'
import { config } from '../src/state/config'
import { modal } from '../src/state/modal'
import { resetStores } from '../src/state/store'
import { untilConnected } from './connect'

const fox = mockWallet({ id: 'fox' })
const sun = mockWallet({ id: 'sun', namespaces: ['solana'] }, { connections: [mockConnection('solana:devnet', 'someone')] })
const other = mockWallet({ id: 'other' })

beforeEach(async () => {
  resetStores()
  config.mode = 'localhost'
  await loadNetworks()
  for (const { connector } of [sun, fox, other]) addConnector(connector)
  for (const wallet of ['sun', 'fox']) await connect({ wallet })
  forgetAttempt()
  openModal(1, 'ConnectingWallet', { walletId: 'other' })
})
afterEach(() => {
  abandonConnections()
  forgetConnectors()
})

test('a wallet connected before, active once the one beside it has disconnected, is not the one that the host waits for', async () => {
  const settled = vi.fn()
  const waiting = untilConnected({ wallet: 'other', namespace: undefined, signal: undefined }).end
  waiting.then(settled, settled)
  fox.emit({ type: 'disconnect', reason: 'wallet' })
  await new Promise((done) => setTimeout(done))
  expect([chains.active.wallet?.id, settled.mock.calls]).toEqual(['sun', []])
  await connect({ wallet: 'other' })
  expect(await waiting).toMatchObject({ wallet: { id: 'other' } })
})

test('error: nor is it once the visitor has closed the modal', async () => {
  const outcome = expect(untilConnected({ wallet: 'other', namespace: undefined, signal: undefined }).end).rejects
  fox.emit({ type: 'disconnect', reason: 'wallet' })
  closeModal('button')
  await outcome.toMatchObject({ code: 'ABORTED' })
})

test('a call that its signal ends leaves the modal to another call that waits for it; the last one closes it', async () => {
  const [left, last] = [new AbortController(), new AbortController()]
  const calls = [left, last].map(({ signal }) => untilConnected({ wallet: 'other', namespace: undefined, signal }).end)
  const ends = calls.map((end) => expect(end).rejects.toMatchObject({ code: 'ABORTED' }))
  left.abort()
  await ends[0]
  expect(modal.elementId).toBe(1)
  last.abort()
  await ends[1]
  expect(modal.elementId).toBeUndefined()
})

test('one that has named a wallet leaves it to the visitor of the other call which wallet that is', async () => {
  const left = new AbortController()
  const last = untilConnected({ wallet: undefined, namespace: undefined, signal: undefined })
  const end = untilConnected({ wallet: 'other', namespace: undefined, signal: left.signal }).end
  left.abort()
  await expect(end).rejects.toMatchObject({ code: 'ABORTED' })
  expect([modal.elementId, modal.view, modal.top.data?.walletId]).toEqual([1, 'Connect', undefined])
  last.stop()
})

test('nor does it end that wallet for the visitor who has chosen it in the list of the other call', async () => {
  const left = new AbortController()
  const end = untilConnected({ wallet: 'other', namespace: undefined, signal: left.signal }).end
  const last = untilConnected({ wallet: undefined, namespace: undefined, signal: undefined })
  resetView('Connect')
  navigate('ConnectingWallet', { walletId: 'other' })
  left.abort()
  await expect(end).rejects.toMatchObject({ code: 'ABORTED' })
  expect([modal.view, modal.top.data?.walletId]).toEqual(['ConnectingWallet', 'other'])
  last.stop()
})
