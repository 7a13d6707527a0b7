import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CAPABILITIES_LIMIT_MS, getCapabilities } from './eip155-capabilities'
import { networks } from './eip155-networks'
import { example, refusing, wallet } from './test-answering-wallet'

const [network] = networks.filter(({ id }) => id === 8453)
if (!network) throw new Error('Base is not in the table')
const base = network
const from = '0xd46e8dd67c5d32be8058bb8eb970870f07244567'

describe('getCapabilities', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  test('gives the wallet’s capabilities for the chain and for all chains (examples of EIP-5792)', async () => {
    const { provider, asked } = wallet(() => example('wallet_getCapabilities` Example Return Value'))
    expect(await getCapabilities(provider, base, from)).toEqual({
      'flow-control': { supported: true },
      paymasterService: { supported: true },
      sessionKeys: { supported: true },
    })
    expect(asked).toEqual([{ method: 'wallet_getCapabilities', params: [from] }])
  })
  test.each([null, 'yes', [], { '0x2105': 'all' }, { '0x1': { atomic: {} } }])('P58: is empty for %j', async (answer) => {
    expect(await getCapabilities(wallet(() => answer).provider, base, from)).toEqual({})
  })
  test('fault 70, P57: is empty if the wallet refuses (4100), and after 3 s of silence', async () => {
    expect(await getCapabilities(refusing(4100).provider, base, from)).toEqual({})
    let done: unknown
    void getCapabilities(wallet(() => new Promise(() => {})).provider, base, from).then((answer) => {
      done = answer
    })
    await vi.advanceTimersByTimeAsync(CAPABILITIES_LIMIT_MS - 1)
    expect(done).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect([CAPABILITIES_LIMIT_MS, done]).toEqual([3_000, {}])
  })
})
