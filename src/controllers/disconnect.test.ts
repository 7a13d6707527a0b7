import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { mockWallet } from '../connectors/mock'
import { chains } from '../state/chains'
import { resetStores } from '../state/store'
import { abandonConnections, connect, disconnect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { onError } from './report'

const codes: string[] = []
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  codes.length = 0
  stop = onError(({ code }) => codes.push(code))
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  abandonConnections()
  forgetConnectors()
  resetStores()
})

describe('disconnect', () => {
  test('a wallet that answers is waited for no longer: no timer is left', async () => {
    addConnector(mockWallet().connector)
    await connect({ wallet: 'mock' })
    const before = vi.getTimerCount()
    expect(await disconnect()).toBe(true)
    expect(vi.getTimerCount()).toBe(before)
  })

  test('error: a wallet that never answers is left at once, and the note comes after 5 s', async () => {
    addConnector(mockWallet({}, { disconnect: 'hang' }).connector)
    await connect({ wallet: 'mock' })
    const outcome = disconnect()
    expect(chains.active.status).toBe('disconnected')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await outcome).toBe(false)
    expect(codes).toEqual(['DISCONNECT_FAILED'])
  })
})
