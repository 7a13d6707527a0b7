import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openEip1193 } from './eip1193'
import { ALICE, BOB, events, fakeProvider, never, rejects, signal, tell, told } from './test-provider'

beforeEach(() => {
  vi.useFakeTimers()
  events.length = 0
})

afterEach(() => void vi.useRealTimers())

describe('events during a request', () => {
  test.each([
    ['refuses', () => {}],
    ['does not answer until the visitor gives up', (controller: AbortController) => controller.abort()],
  ])('events of a connected wallet during a second request, which it %s, are reported', async (_, giveUp) => {
    const fake = fakeProvider()
    const wallet = openEip1193(fake.provider, tell)
    await wallet.connect(signal())
    await vi.advanceTimersByTimeAsync(1000)
    let refuse: (cause: unknown) => void = () => {}
    fake.replies.eth_requestAccounts = () => new Promise((_, reject) => (refuse = reject))
    const controller = new AbortController()
    const again = wallet.connect(controller.signal)
    const refused = expect(again).rejects.toThrow()
    fake.emit('accountsChanged', [BOB])
    await vi.advanceTimersByTimeAsync(1000)
    giveUp(controller)
    refuse({ code: 4001, message: 'No' })
    await refused
    await vi.advanceTimersByTimeAsync(1000)
    expect(events).toMatchObject([{ type: 'change', connections: [{ accounts: [`eip155:56:${BOB}`] }] }])
  })

  test('an event just before a second request is reported', async () => {
    const fake = fakeProvider()
    const wallet = openEip1193(fake.provider, tell)
    await wallet.connect(signal())
    await vi.advanceTimersByTimeAsync(1000)
    fake.emit('accountsChanged', [BOB])
    fake.replies.eth_requestAccounts = rejects({ code: 4001 })
    await expect(wallet.connect(signal())).rejects.toThrow()
    await vi.advanceTimersByTimeAsync(1000)
    expect(events).toMatchObject([{ type: 'change', connections: [{ accounts: [`eip155:56:${BOB}`] }] }])
  })

  test('a wallet that reports no accounts while locked, and answers once unlocked, stays connected', async () => {
    const fake = fakeProvider()
    const wallet = openEip1193(fake.provider, tell)
    fake.replies.eth_requestAccounts = () => {
      fake.emit('accountsChanged', [])
      return Promise.resolve([ALICE])
    }
    const [connection] = await wallet.connect(signal())
    await vi.advanceTimersByTimeAsync(1000)
    expect([connection?.accounts, events]).toEqual([[`eip155:56:${ALICE}`], []])
  })

  test('an event during restore is reported', async () => {
    const fake = fakeProvider()
    const wallet = openEip1193(fake.provider, tell)
    fake.replies.eth_chainId = () => {
      fake.emit('accountsChanged', [BOB])
      return Promise.resolve('0x38')
    }
    const [restored] = await wallet.restore(signal())
    await vi.advanceTimersByTimeAsync(1000)
    expect(restored?.networkId).toBe('eip155:56')
    expect(events).toMatchObject([{ type: 'change', connections: [{ accounts: [`eip155:56:${BOB}`] }] }])
  })

  test('a wallet that switched networks silently stays there when its account changes', async () => {
    const fake = fakeProvider()
    const wallet = openEip1193(fake.provider, tell)
    const [connection] = await wallet.connect(signal())
    fake.replies.eth_chainId = '0x1'
    await connection?.provider.request({ method: 'eth_chainId' })
    await vi.advanceTimersByTimeAsync(1000)
    fake.emit('accountsChanged', [BOB])
    await vi.advanceTimersByTimeAsync(1000)
    expect(told().at(-1)).toEqual(['eip155:1', 1])
  })

  test('a check of the wallet that outlives its connection does not affect the next one', async () => {
    const fake = fakeProvider()
    const wallet = openEip1193(fake.provider, tell)
    await wallet.connect(signal())
    await vi.advanceTimersByTimeAsync(1000)
    fake.replies.eth_accounts = never
    fake.emit('disconnect')
    await vi.advanceTimersByTimeAsync(1000)
    wallet.pause()
    await wallet.connect(signal())
    await vi.advanceTimersByTimeAsync(5000)
    expect(events).toEqual([])
  })

  const later = (answer: unknown, ms: number) => () => new Promise((resolve) => setTimeout(resolve, ms, answer))

  test('a wallet locked between its two answers is reported after them', async () => {
    const fake = fakeProvider()
    const wallet = openEip1193(fake.provider, tell)
    await wallet.connect(signal())
    await vi.advanceTimersByTimeAsync(1000)
    fake.emit('chainChanged', '0x38')
    await vi.advanceTimersByTimeAsync(100)
    fake.emit('chainChanged', '0x38')
    fake.replies.eth_chainId = later('0x38', 500)
    const again = wallet.connect(signal())
    await vi.advanceTimersByTimeAsync(100)
    fake.emit('accountsChanged', [])
    await vi.advanceTimersByTimeAsync(400)
    expect([(await again)[0]?.accounts, events]).toEqual([[`eip155:56:${ALICE}`], []])
    await vi.advanceTimersByTimeAsync(1000)
    expect(events).toEqual([{ type: 'disconnect', reason: 'wallet' }])
  })

  test('a reported account stays if a second request is given up between its two answers', async () => {
    const fake = fakeProvider()
    const wallet = openEip1193(fake.provider, tell)
    await wallet.connect(signal())
    await vi.advanceTimersByTimeAsync(1000)
    Object.assign(fake.replies, { eth_requestAccounts: [BOB], eth_chainId: never })
    fake.emit('accountsChanged', [BOB])
    const controller = new AbortController()
    const again = wallet.connect(controller.signal)
    await vi.advanceTimersByTimeAsync(100)
    controller.abort()
    await expect(again).rejects.toMatchObject({ code: 'ABORTED' })
    await vi.advanceTimersByTimeAsync(1000)
    expect(events).toMatchObject([{ type: 'change', connections: [{ accounts: [`eip155:56:${BOB}`] }] }])
  })

  test.each([
    ['it has answered since', 0, () => {}],
    ['it was disconnected and has answered again', 500, (wallet: ReturnType<typeof openEip1193>) => wallet.pause()],
  ])('events of a wallet slow to name its chain are dropped when %s', async (_, ms, leave) => {
    const fake = fakeProvider()
    const wallet = openEip1193(fake.provider, tell)
    await wallet.connect(signal())
    await vi.advanceTimersByTimeAsync(1000)
    fake.replies.eth_chainId = later('0x38', 1500)
    fake.emit('chainChanged', 'junk')
    await vi.advanceTimersByTimeAsync(ms)
    fake.emit('accountsChanged', [BOB])
    await vi.advanceTimersByTimeAsync(500)
    leave(wallet)
    fake.replies.eth_chainId = '0x38'
    await wallet.connect(signal())
    await vi.advanceTimersByTimeAsync(5000)
    expect(events).toEqual([])
  })

  test.each(['connect', 'restore'] as const)(
    'an account whose chain the wallet is slow to name is not taken after it has answered to %s',
    async (verb) => {
      const fake = fakeProvider()
      const wallet = openEip1193(fake.provider, tell)
      await wallet.connect(signal())
      await vi.advanceTimersByTimeAsync(1000)
      fake.replies.eth_chainId = later('0x38', 1500)
      fake.emit('accountsChanged', [BOB])
      fake.emit('chainChanged', 'junk')
      await vi.advanceTimersByTimeAsync(500)
      fake.replies.eth_chainId = '0x38'
      const [connection] = await wallet[verb](signal())
      await vi.advanceTimersByTimeAsync(5000)
      expect([connection?.accounts, events]).toEqual([[`eip155:56:${ALICE}`], []])
    },
  )
})
