import { afterEach, expect, test, vi } from 'vitest'
import { adapter } from './eip155'
import { networks } from './eip155-networks'
import { OTHER_CHAIN_LIFE_MS } from './serves-chain'
import { answering, calls, endpoint, stops } from './test-endpoint'

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

afterEach(async () => {
  vi.useRealTimers()
  for (const stop of stops.splice(0)) await stop()
})

test('an endpoint of another chain that has been fixed is asked again after a while', async () => {
  const network = networks.find(({ id }) => id === 31337)
  if (!network) throw new Error('The local chain is not in the table')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let served = '0x1'
  const mended = await endpoint((asked) =>
    served === '0x1' ? asked.map(({ id }) => ({ jsonrpc: '2.0', id, result: served })) : answering('0xde0b6b3a7640000')(asked),
  )
  const read = () => adapter.getBalance(network, ADDRESS, { urls: [mended.url], batch: 1 }, new AbortController().signal)
  await expect(read()).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' })
  served = '0x7a69'
  vi.advanceTimersByTime(OTHER_CHAIN_LIFE_MS - 1)
  await expect(read()).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' })
  vi.advanceTimersByTime(1)
  expect(await read()).toBe('1')
  expect(await read()).toBe('1')
  expect(calls(mended.seen)).toEqual(['eth_chainId', 'eth_chainId', 'eth_getBalance', 'eth_getBalance'])
})
