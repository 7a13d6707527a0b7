import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lateConnector, type OpenWallet } from './late-connector'

const unhandled = vi.fn()
beforeEach(() => void process.on('unhandledRejection', unhandled))
afterEach(() => void process.off('unhandledRejection', unhandled))

test('error: if a wallet is left before its chunk fails to load, no unhandled error is thrown', async () => {
  let fail = () => {}
  const loading = new Promise<OpenWallet>((_, reject) => {
    fail = () => reject(new TypeError('Failed to fetch dynamically imported module'))
  })
  const { connector } = lateConnector({ id: 'odd', name: 'Odd', type: 'ANNOUNCED', namespaces: ['solana'] }, () => loading)
  const leave = connector.on(() => {})
  const connecting = connector.connect({ networks: [], signal: new AbortController().signal })
  leave()
  fail()
  await expect(connecting).rejects.toMatchObject({ code: 'CONNECT_FAILED' })
  await new Promise((done) => setTimeout(done))
  expect(unhandled).not.toHaveBeenCalled()
})
