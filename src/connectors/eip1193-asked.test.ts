import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openEip1193 } from './eip1193'
import { ALICE, BOB, events, fakeProvider, never, rejects, signal, tell, told } from './test-provider'

beforeEach(() => {
  vi.useFakeTimers()
  events.length = 0
})

afterEach(() => void vi.useRealTimers())

describe('events while something is asked', () => {
  test.each([
    ['refuses', () => {}],
    ['leaves unanswered, and the visitor gives up', (controller: AbortController) => controller.abort()],
  ])('what a connected wallet says while it is asked once more, which it %s, is told', async (_, giveUp) => {
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

  test('what a wallet has just said when it is asked once more is told', async () => {
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

  test('a wallet that names no account while it is locked, and answers when it is open, stays connected', async () => {
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

  test('what a wallet says while it is looked at after a reload is told', async () => {
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

  test('a wallet that switched without a word stays there when its account changes', async () => {
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

  test('a look at the wallet that outlives its connection says nothing of the next one', async () => {
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

  test('a wallet that is locked between its two answers is told so after them', async () => {
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

  test('an account that it has named stays, where it is asked once more and given up between its two answers', async () => {
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
    ['it was left and has answered anew', 500, (wallet: ReturnType<typeof openEip1193>) => wallet.pause()],
  ])('what it said while it was slow to name its chain is not told when %s', async (_, ms, leave) => {
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
})
