import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startAnvil } from '../../demo/stack/anvil'
import { freePort } from '../../demo/stack/listen'
import { type SolanaChain, startSolana } from '../../demo/stack/solana'
import { pendingKey } from '../lib/pending-transaction'
import { forget } from '../lib/storage'
import { account } from '../state/account'
import { chainOf, chains } from '../state/chains'
import { config } from '../state/config'
import { notice } from '../state/notice'
import { pending } from '../state/pending'
import { resetStores } from '../state/store'
import { watchAccount } from './account-watch'
import { onStep, type Step } from './host-consent'
import { notePending, settlePending } from './pending'
import { pollOutcomes, STARTED_MS, UNSEEN_LIMIT_MS } from './transaction-outcomes'

const SOLANA = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const NEVER = '1'.repeat(64)
let chain: SolanaChain
beforeAll(async () => {
  chain = await startSolana(await freePort(), { slotMs: 50 })
})
afterAll(() => chain.stop())
beforeEach(() => {
  resetStores()
  vi.stubGlobal('document', { hidden: false, addEventListener: () => {}, removeEventListener: () => {} })
  Object.assign(config, { mode: 'localhost', networks: [SOLANA], rpcUrl: { [SOLANA]: [chain.url] } })
})
afterEach(() => {
  forget(pendingKey)
  vi.unstubAllGlobals()
})

test('fault 64: after its last block a transaction that nobody has seen is "Not confirmed yet", with its link, and is no longer polled', async () => {
  notePending({
    owner: `${SOLANA}:11111111111111111111111111111112`,
    networkId: SOLANA,
    hash: NEVER,
    kind: 'send',
    lastValidBlockHeight: 0,
  })
  pending.list = pending.list.map((each) => ({ ...each, at: Date.now() - STARTED_MS }))
  const stop = pollOutcomes()
  await vi.waitFor(() => expect(pending.list).toMatchObject([{ status: 'pending', lost: true }]), { timeout: 10_000 })
  expect(notice.snack).toMatchObject({
    ...{ kind: 'info', code: 'TRANSACTION_UNCONFIRMED', text: 'Not confirmed yet' },
    transaction: { networkId: SOLANA, hash: NEVER },
  })
  stop()
})

test('P55: a hash that no node has ever seen is "Not confirmed yet" after ten minutes, and is no longer polled', async () => {
  const evm = await startAnvil(31337, await freePort())
  Object.assign(config, { networks: ['eip155:31337'], rpcUrl: { 'eip155:31337': [evm.url] } })
  const hash = `0x${'5'.repeat(64)}`
  const owner = 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  notePending({ owner, networkId: 'eip155:31337', hash, kind: 'send' })
  const at = (age: number) => pending.list.map((each) => ({ ...each, at: Date.now() - age }))
  pending.list = at(UNSEEN_LIMIT_MS + 1_000)
  const stop = pollOutcomes()
  await vi.waitFor(() => expect(pending.list).toMatchObject([{ status: 'pending', lost: true }]), { timeout: 10_000 })
  expect(notice.snack).toMatchObject({ kind: 'info', code: 'TRANSACTION_UNCONFIRMED', transaction: { hash } })
  stop()
  await evm.stop()
})

test('a transaction sped up in the wallet is reported to the host by its first hash and the mined one, to which it links; the chain has no receipt for the first', () => {
  const steps: Step[] = []
  const stops = [onStep((step) => Boolean(steps.push(step))), pollOutcomes()]
  notePending({ owner: `${SOLANA}:11111111111111111111111111111112`, networkId: SOLANA, hash: NEVER, kind: 'send' })
  settlePending(NEVER, 'confirmed', 'faster')
  expect(steps).toMatchObject([{ type: 'transaction', hash: NEVER, replacedBy: 'faster', status: 'confirmed' }])
  expect(notice.snack).toMatchObject({ kind: 'success', transaction: { networkId: SOLANA, hash: 'faster' } })
  for (const stop of stops) stop()
})

test('the balance shown while no view is open is read again after a transaction', async () => {
  const owner = `${SOLANA}:${chain.accounts[0]}` as const
  Object.assign(chainOf('solana'), { status: 'connected', networkId: SOLANA, caipAddress: owner, accounts: [owner] })
  chains.activeNamespace = 'solana'
  const stops = [watchAccount(), pollOutcomes()]
  await vi.waitFor(() => expect(account.balanceAt).toBeGreaterThan(0), { timeout: 10_000 })
  account.balance = '1'
  notePending({ owner, networkId: SOLANA, hash: NEVER, kind: 'send' })
  settlePending(NEVER, 'confirmed')
  await vi.waitFor(() => expect(account.balance).toBe('1000'), { timeout: 10_000 })
  for (const stop of stops) stop()
})

test('error: a reverted transaction is reported as failed, with its link', () => {
  notePending({ owner: `${SOLANA}:11111111111111111111111111111112`, networkId: SOLANA, hash: NEVER, kind: 'send' })
  const stop = pollOutcomes()
  settlePending(NEVER, 'failed')
  expect(notice.snack).toMatchObject({
    ...{ kind: 'error', code: 'TRANSACTION_FAILED', text: 'Transaction failed' },
    transaction: { networkId: SOLANA, hash: NEVER },
  })
  stop()
})
