import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openEip1193 } from './eip1193'
import { ANSWER_LIMIT_MS, LEAVE_LIMIT_MS } from './limits'
import { ALICE, chain, events, fakeProvider, fine, never, onThrows, rejects, signal, tell, told } from './test-provider'

beforeEach(() => {
  vi.useFakeTimers()
  events.length = 0
})

afterEach(() => void vi.useRealTimers())

describe('connect', () => {
  test('asks for accounts, then for the chain, and nothing else', async () => {
    const fake = fakeProvider()
    await openEip1193(fake.provider, tell).connect(signal())
    expect(fake.asked).toEqual(['eth_requestAccounts', 'eth_chainId'])
  })

  test('the host gets the wallet’s own provider, we a guarded one', async () => {
    const fake = fakeProvider({ eth_blockNumber: onThrows })
    const [connection] = await openEip1193(fake.provider, tell).connect(signal())
    expect(connection?.publicProvider).toBe(fake.provider)
    await expect(connection?.provider.request({ method: 'eth_blockNumber' })).rejects.toThrow('no')
  })

  test('error: an aborted signal asks nothing', async () => {
    const fake = fakeProvider()
    await expect(openEip1193(fake.provider, tell).connect(AbortSignal.abort())).rejects.toMatchObject({ code: 'ABORTED' })
    expect(fake.asked).toEqual([])
  })

  test('error: a wallet that never names its chain is given up after ten seconds', async () => {
    const failed = expect(openEip1193(chain(never), tell).connect(signal())).rejects.toMatchObject({ code: 'CONNECT_FAILED' })
    await vi.advanceTimersByTimeAsync(ANSWER_LIMIT_MS)
    await failed
  })

  test('error: an extension updated while the page is open is PROVIDER_NOT_FOUND: a reload helps', async () => {
    const { provider } = fakeProvider({ eth_requestAccounts: rejects({ data: { message: 'Extension context invalidated.' } }) })
    await expect(openEip1193(provider, tell).connect(signal())).rejects.toMatchObject({ code: 'PROVIDER_NOT_FOUND' })
  })

  test('error: an answer after the abort is ignored, and no listener is left', async () => {
    let answer = (_: unknown) => {}
    const fake = fakeProvider({
      eth_requestAccounts: () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    })
    const controller = new AbortController()
    const failed = expect(openEip1193(fake.provider, tell).connect(controller.signal)).rejects.toMatchObject({ code: 'ABORTED' })
    controller.abort()
    await failed
    answer([ALICE])
    await vi.advanceTimersByTimeAsync(1000)
    expect(events).toEqual([])
    expect(fake.asked).toEqual(['eth_requestAccounts'])
    expect(fake.count()).toBe(0)
  })

  test('a second attempt is not affected by the end of the first', async () => {
    const fake = fakeProvider({ eth_requestAccounts: never })
    const wallet = openEip1193(fake.provider, tell)
    const controller = new AbortController()
    const first = expect(wallet.connect(controller.signal)).rejects.toMatchObject({ code: 'ABORTED' })
    fake.replies.eth_requestAccounts = [ALICE]
    controller.abort()
    const second = wallet.connect(signal())
    await first
    expect(await second).toHaveLength(1)
    fake.emit('chainChanged', '0x1')
    await vi.advanceTimersByTimeAsync(250)
    expect(told()).toEqual([['eip155:1', 1]])
  })

  test('-32002: accounts that the wallet reports later connect it, without a second request (fault 17)', async () => {
    const fake = fakeProvider({ eth_requestAccounts: rejects({ code: -32002 }) })
    const wallet = openEip1193(fake.provider, tell)
    await expect(wallet.connect(signal())).rejects.toMatchObject({ code: 'REQUEST_PENDING' })
    fake.emit('accountsChanged', [ALICE])
    await vi.advanceTimersByTimeAsync(250)
    expect(told()).toEqual([['eip155:56', 1]])
    expect(fake.asked.filter((method) => method === 'eth_requestAccounts')).toHaveLength(1)
  })

  test('-32002: after the abort they connect nothing', async () => {
    const fake = fakeProvider({ eth_requestAccounts: rejects({ code: -32002 }) })
    const controller = new AbortController()
    await expect(openEip1193(fake.provider, tell).connect(controller.signal)).rejects.toMatchObject({ code: 'REQUEST_PENDING' })
    controller.abort()
    fake.emit('accountsChanged', [ALICE])
    await vi.advanceTimersByTimeAsync(1000)
    expect(events).toEqual([])
    expect(fake.count()).toBe(0)
  })

  test('P38: events before the answer do not disturb', async () => {
    const fake = fakeProvider()
    fake.replies.eth_chainId = () => {
      fake.emit('connect', { chainId: '0x38' })
      fake.emit('accountsChanged', [ALICE])
      return Promise.resolve('0x38')
    }
    expect(await openEip1193(fake.provider, tell).connect(signal())).toMatchObject([fine])
    await vi.advanceTimersByTimeAsync(1000)
    expect(events).toEqual([])
  })

  test('P24: a chain reported while an older answer was on its way wins', async () => {
    const fake = fakeProvider()
    fake.replies.eth_chainId = () => {
      fake.emit('chainChanged', '0x1')
      return Promise.resolve('0x38')
    }
    expect(await openEip1193(fake.provider, tell).connect(signal())).toMatchObject([fine])
    await vi.advanceTimersByTimeAsync(250)
    expect(told()).toEqual([['eip155:1', 1]])
  })
})

describe('restore', () => {
  test('finds a connection that holds without a prompt', async () => {
    const fake = fakeProvider()
    expect(await openEip1193(fake.provider, tell).restore(signal())).toMatchObject([fine])
    expect(fake.asked).toEqual(['eth_accounts', 'eth_chainId'])
  })

  test.each([
    ['a locked wallet', { eth_accounts: [] }],
    ['a wallet that fails', { eth_accounts: rejects({ code: -32603 }) }],
    ['a wallet that never answers', { eth_accounts: never }],
    ['a wallet without a readable chain', { eth_chainId: '0xzz' }],
  ])('error: %s gives nothing, within ten seconds', async (_, answers) => {
    const fake = fakeProvider(answers)
    const restored = openEip1193(fake.provider, tell).restore(signal())
    await vi.advanceTimersByTimeAsync(ANSWER_LIMIT_MS)
    expect(await restored).toEqual([])
    expect(fake.count()).toBe(0)
  })
})

describe('disconnect', () => {
  test('a visitor who reconnects while permissions are still being read stays connected', async () => {
    let answer = (_: unknown) => {}
    const fake = fakeProvider({
      wallet_getPermissions: () =>
        new Promise((resolve) => {
          answer = resolve
        }),
      wallet_revokePermissions: null,
    })
    const wallet = openEip1193(fake.provider, tell)
    await wallet.connect(signal())
    const leaving = wallet.disconnect()
    await vi.advanceTimersByTimeAsync(0)
    await wallet.connect(signal())
    answer([{ parentCapability: 'eth_accounts' }])
    await leaving
    expect(fake.asked).not.toContain('wallet_revokePermissions')
  })

  test('asks a wallet with permissions to revoke them', async () => {
    const fake = fakeProvider({ wallet_getPermissions: [{ parentCapability: 'eth_accounts' }], wallet_revokePermissions: null })
    await openEip1193(fake.provider, tell).disconnect()
    expect(fake.asked).toEqual(['wallet_getPermissions', 'wallet_revokePermissions'])
  })

  test.each([
    ['refuses', rejects({ code: 4200 })],
    ['never answers', never],
    ['answers junk', 'junk'],
  ])('error: a wallet that %s is disconnected within three seconds', async (_, answer) => {
    const fake = fakeProvider({ wallet_getPermissions: answer })
    const leaving = openEip1193(fake.provider, tell).disconnect()
    await vi.advanceTimersByTimeAsync(LEAVE_LIMIT_MS)
    await leaving
    expect(fake.asked).toEqual(['wallet_getPermissions'])
  })
})
