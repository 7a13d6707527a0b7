import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LOOK_LIMIT_MS, openEip1193 } from './eip1193'
import { ALICE, type Answers, BOB, events, fakeProvider, never, rejects, signal, tell, told } from './test-provider'

beforeEach(() => {
  vi.useFakeTimers()
  events.length = 0
})

afterEach(() => void vi.useRealTimers())

describe('events', () => {
  async function connected(answers?: Answers) {
    const fake = fakeProvider(answers)
    const wallet = openEip1193(fake.provider, tell)
    await wallet.connect(signal())
    await vi.advanceTimersByTimeAsync(1000)
    return { ...fake, wallet }
  }

  test.each([['0x1'], [1], ['1'], ['0x01'], [{ chainId: '0x1' }]])(
    'chainChanged %o means chain 1 (fault 20)',
    async (payload) => {
      const { emit } = await connected()
      emit('chainChanged', payload)
      await vi.advanceTimersByTimeAsync(0)
      expect(told()).toEqual([['eip155:1', 1]])
    },
  )

  test('an unclear chain is read from the wallet', async () => {
    const { emit, replies } = await connected()
    replies.eth_chainId = '0x89'
    emit('chainChanged', undefined)
    await vi.advanceTimersByTimeAsync(250)
    expect(told()).toEqual([['eip155:137', 1]])
  })

  test('error: a chain that stays unclear counts as an unknown one (fault 20)', async () => {
    const { emit, replies } = await connected()
    replies.eth_chainId = never
    emit('chainChanged', '0xzz')
    await vi.advanceTimersByTimeAsync(LOOK_LIMIT_MS + 250)
    expect(told()).toEqual([['eip155:0', 1]])
  })

  test('chain and accounts that change together are reported together, and nothing twice', async () => {
    const { emit } = await connected()
    emit('chainChanged', '0x1')
    emit('accountsChanged', [BOB, ALICE])
    emit('accountsChanged', [BOB, ALICE])
    await vi.advanceTimersByTimeAsync(1000)
    emit('chainChanged', '0x1')
    await vi.advanceTimersByTimeAsync(1000)
    expect(told()).toEqual([['eip155:1', 2]])
  })

  test('P34: no accounts is one disconnect, and the wallet is no longer listened to (fault 21)', async () => {
    const { emit, count } = await connected()
    emit('accountsChanged', [])
    await vi.advanceTimersByTimeAsync(250)
    emit('accountsChanged', [])
    emit('accountsChanged', [ALICE])
    await vi.advanceTimersByTimeAsync(1000)
    expect(events).toEqual([{ type: 'disconnect', reason: 'wallet' }])
    expect(count()).toBe(0)
  })

  test('a wallet that empties its accounts only to replace them stays connected', async () => {
    const { emit } = await connected()
    emit('accountsChanged', [])
    emit('accountsChanged', [BOB])
    await vi.advanceTimersByTimeAsync(250)
    expect(told()).toEqual([['eip155:56', 1]])
  })

  test('invalid accounts are read again from the wallet', async () => {
    const { emit, replies } = await connected()
    replies.eth_accounts = [BOB]
    emit('accountsChanged', ['junk'])
    await vi.advanceTimersByTimeAsync(250)
    expect(events).toMatchObject([{ type: 'change', connections: [{ accounts: [`eip155:56:${BOB}`] }] }])
  })

  test('P37: a disconnect event of a wallet that still shows accounts is ignored', async () => {
    const { emit } = await connected()
    emit('disconnect', { code: 1013 })
    await vi.advanceTimersByTimeAsync(1000)
    expect(events).toEqual([])
  })

  test('a disconnect event of a wallet that shows no accounts is reported', async () => {
    const { emit } = await connected({ eth_accounts: [] })
    emit('disconnect')
    await vi.advanceTimersByTimeAsync(250)
    expect(events).toEqual([{ type: 'disconnect', reason: 'wallet' }])
  })

  test('a disconnect event of a wallet that no longer answers, as an updated extension, has the reason error', async () => {
    const { emit } = await connected({ eth_accounts: never })
    emit('disconnect')
    await vi.advanceTimersByTimeAsync(LOOK_LIMIT_MS + 250)
    expect(events).toEqual([{ type: 'disconnect', reason: 'error' }])
  })

  test('error: a disconnect event of a wallet that refuses to be asked, as after disconnecting in it, has the reason wallet', async () => {
    const { emit } = await connected({ eth_accounts: rejects({ code: 4100 }) })
    emit('disconnect')
    await vi.advanceTimersByTimeAsync(250)
    expect(events).toEqual([{ type: 'disconnect', reason: 'wallet' }])
  })

  test('P33: of 1,000 chains a second for five seconds at most four a second are reported, the last one last (fault 22)', async () => {
    const { emit, asked } = await connected()
    const before = asked.length
    for (let at = 1; at <= 5000; at++) {
      emit('chainChanged', `0x${at.toString(16)}`)
      await vi.advanceTimersByTimeAsync(1)
    }
    await vi.advanceTimersByTimeAsync(250)
    expect(events.length).toBeLessThanOrEqual(21)
    expect(told().at(-1)).toEqual(['eip155:5000', 1])
    expect(asked.length).toBe(before)
  })

  test('a chain left and returned to at once is reported: a reader in between got another', async () => {
    const { emit, replies } = await connected()
    replies.eth_chainId = '0x1'
    emit('chainChanged', '0x1')
    emit('chainChanged', '0x38')
    await vi.advanceTimersByTimeAsync(250)
    expect(told()).toEqual([['eip155:56', 1]])
  })

  test('P35: of two accounts that alternate the last one is reported last', async () => {
    const { emit } = await connected()
    // Not strictly alternating: every quarter of a second it would then be the same one.
    for (let at = 0; at < 5000; at++) {
      emit('accountsChanged', [Math.floor(at / 3) % 2 ? ALICE : BOB])
      await vi.advanceTimersByTimeAsync(1)
    }
    await vi.advanceTimersByTimeAsync(250)
    expect(events.length).toBeGreaterThan(10)
    expect(events.length).toBeLessThanOrEqual(21)
    expect(events.at(-1) ?? {}).toMatchObject({ connections: [{ accounts: [`eip155:56:${BOB}`] }] })
  })

  describe('a page from the back-forward cache', () => {
    const page = new EventTarget()
    const show = (persisted: boolean) => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
    beforeEach(() => {
      vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
      vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
    })
    afterEach(() => void vi.unstubAllGlobals())

    test('has missed events, and asks the wallet; a new page does not', async () => {
      const { asked, replies, wallet } = await connected()
      Object.assign(replies, { eth_accounts: [BOB], eth_chainId: '0x1' })
      const before = asked.length
      show(false)
      await vi.advanceTimersByTimeAsync(250)
      expect(asked.length).toBe(before)
      show(true)
      await vi.advanceTimersByTimeAsync(250)
      expect(events).toMatchObject([{ type: 'change', connections: [{ networkId: 'eip155:1', accounts: [`eip155:1:${BOB}`] }] }])
      wallet.pause()
      show(true)
      expect(asked.length).toBe(before + 2)
    })

    test('an event during that question is newer than its answer', async () => {
      const { emit, replies, wallet } = await connected()
      let answer = (_: unknown) => {}
      const asking = new Promise((done) => {
        answer = done
      })
      Object.assign(replies, { eth_accounts: () => asking })
      show(true)
      emit('accountsChanged', [BOB])
      answer([ALICE])
      await vi.advanceTimersByTimeAsync(250)
      expect(events).toMatchObject([{ type: 'change', connections: [{ accounts: [`eip155:56:${BOB}`] }] }])
      wallet.pause()
    })

    test('error: a wallet that does not answer then is not disconnected', async () => {
      const { replies } = await connected()
      Object.assign(replies, { eth_accounts: never })
      show(true)
      await vi.advanceTimersByTimeAsync(LOOK_LIMIT_MS + 250)
      expect(events).toEqual([])
    })
  })

  test('after pause nothing is heard, even from a wallet that cannot remove listeners', async () => {
    const { emit, wallet, provider } = await connected()
    provider.removeListener = undefined
    wallet.pause()
    emit('accountsChanged', [BOB])
    await vi.advanceTimersByTimeAsync(1000)
    expect(events).toEqual([])
  })
})
