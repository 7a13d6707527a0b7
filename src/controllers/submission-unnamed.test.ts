import { afterEach, beforeEach, expect, test } from 'vitest'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { pendingKey } from '../lib/pending-transaction'
import { forget } from '../lib/storage'
import { config } from '../state/config'
import { notice } from '../state/notice'
import { pending } from '../state/pending'
import { resetStores } from '../state/store'
import { abandonConnections, connect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { onStep } from './host-consent'
import { type Submission, sayStarted, sender, submit } from './submission'

beforeEach(async () => {
  resetStores()
  config.mode = 'localhost'
  const wallet = { request: async () => '0x7a69' }
  addConnector(mockWallet({}, { connections: [mockConnection('eip155:31337', undefined, wallet)] }).connector)
  await connect({ wallet: 'mock' })
})
afterEach(() => {
  abandonConnections()
  forgetConnectors()
  forget(pendingKey)
})

test('a batch confirmed without a hash is reported to the host and the visitor, and is not followed', async () => {
  const own = sender()
  if (!own) throw new Error('A wallet is expected')
  const batch: Submission = { kind: 'calls', ...own, request: {}, holds: () => true, send: async () => '', note: { amount: '1' } }
  const told: unknown[] = []
  const stop = onStep((step) => {
    told.push(step)
    return true
  })
  expect(await submit(batch)).toBe('')
  const step = { type: 'transaction', kind: 'calls', networkId: 'eip155:31337' }
  expect(told.slice(1)).toEqual([
    { ...step, status: 'submitted' },
    { ...step, status: 'confirmed' },
  ])
  expect(pending.list).toEqual([])
  sayStarted(batch, '')
  expect(notice.snack).toEqual({ kind: 'success', text: 'Transaction confirmed' })
  stop()
})
