import type { Wallet } from '@wallet-standard/base'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { EvmWallet } from './evm-wallet'
import type { Manner } from './manner'
import { SolanaWallet } from './solana-wallet'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A mock Solana wallet as the page sees it. */
function registered(options: { manner?: Manner; connected?: boolean } = {}) {
  const found: Wallet[] = []
  const page = new EventTarget()
  page.addEventListener('wallet-standard:register-wallet', (event) => {
    const { detail } = event as CustomEvent<(api: { register(wallet: Wallet): void }) => void>
    detail({ register: (wallet) => found.push(wallet) })
  })
  vi.stubGlobal('window', page)
  const wallet = new SolanaWallet(options)
  wallet.announce()
  const [standard] = found as [Wallet]
  const { connect } = standard.features['standard:connect'] as { connect(): Promise<{ accounts: readonly unknown[] }> }
  const { on } = standard.features['standard:events'] as { on(event: 'change', listener: (what: unknown) => void): () => void }
  return { wallet, standard, connect, on }
}

/** Both kinds, asked for their accounts; each resolves to their number. */
const kinds = {
  EVM: (manner: Manner) => {
    const wallet = new EvmWallet({ manner })
    const ask = async () => ((await wallet.provider.request({ method: 'eth_requestAccounts' })) as unknown[]).length
    return { wallet, ask }
  },
  Solana: (manner: Manner) => {
    const { wallet, connect } = registered({ manner })
    return { wallet, ask: async () => (await connect()).accounts.length }
  },
}

describe.each(Object.entries(kinds))('a mock %s wallet', (_, make) => {
  /** The state of a request: `open` until it is answered. */
  const watched = (answer: Promise<number>) => {
    const seen: { state: 'open' | 'yes' | 'no' } = { state: 'open' }
    answer.then(
      () => {
        seen.state = 'yes'
      },
      () => {
        seen.state = 'no'
      },
    )
    return seen
  }

  test.each([
    ['approve', 0, 'yes'],
    ['reject', 0, 'no'],
    ['hang', 3_600_000, 'open'],
    ['ask', 3_600_000, 'open'],
    ['locked', 3_600_000, 'open'],
    [{ slow: 30_000 }, 29_999, 'open'],
    [{ slow: 30_000 }, 30_001, 'yes'],
  ] as const)('with manner %j after %i ms: %s', async (manner, ms, state) => {
    const seen = watched(make(manner).ask())
    await vi.advanceTimersByTimeAsync(ms)
    await vi.waitFor(() => expect(seen.state).toBe(state))
    expect(seen.state).toBe(state)
  })

  test('that asks follows the test, one request after the other', async () => {
    const { wallet, ask } = make('ask')
    const first = watched(ask())
    await wallet.reject()
    await vi.waitFor(() => expect(first.state).toBe('no'))
    const second = watched(ask())
    await wallet.approve()
    await vi.waitFor(() => expect(second.state).toBe('yes'))
    expect(wallet.questions).toEqual([])
    await expect(Promise.all([wallet.approve(5), vi.advanceTimersByTimeAsync(5)])).rejects.toThrow(
      'not asked anything within 5 ms',
    )
  })

  test('that is locked goes on once unlocked, and answers at once from then on', async () => {
    const { wallet, ask } = make('locked')
    const waiting = watched(ask())
    await vi.waitFor(() => expect(wallet.questions).toHaveLength(1))
    await wallet.unlock()
    await vi.waitFor(() => expect(waiting.state).toBe('yes'))
    expect(await ask()).toBeGreaterThan(0)
  })
})

describe('on demand', () => {
  test('an EVM wallet emits a change of account or chain, a disconnect and any other event', async () => {
    const wallet = new EvmWallet({ chains: { 1: '', 56: '' }, chainId: 1 })
    await wallet.provider.request({ method: 'eth_requestAccounts' })
    const heard: unknown[] = []
    for (const event of ['accountsChanged', 'chainChanged', 'message'])
      wallet.provider.on(event, (payload) => heard.push([event, payload]))
    wallet.switchAccount(1)
    wallet.switchChain(999)
    wallet.emit('message', { type: 'strange' })
    wallet.disconnect()
    expect(heard).toEqual([
      ['accountsChanged', expect.arrayContaining([wallet.address])],
      ['chainChanged', '0x3e7'],
      ['message', { type: 'strange' }],
      ['accountsChanged', []],
    ])
    // A chain that no page of this wallet knows: the wrong one.
    expect(await wallet.provider.request({ method: 'eth_chainId' })).toBe('0x3e7')
  })

  test('a Solana wallet emits a change of account, a disconnect and its unlocking', async () => {
    const { wallet, on, connect } = registered()
    await connect()
    const [first, heard] = [wallet.address, [] as number[]]
    on('change', (what) => heard.push((what as { accounts: unknown[] }).accounts.length))
    await wallet.switchAccount(1)
    expect(wallet.address).not.toBe(first)
    await wallet.disconnect()
    expect([wallet.address, heard]).toEqual(['', [1, 0]])

    const locked = registered({ manner: 'locked', connected: true })
    await vi.waitFor(() => expect(locked.standard.accounts).toEqual([]))
    locked.on('change', (what) => heard.push((what as { accounts: unknown[] }).accounts.length))
    await locked.wallet.unlock()
    expect(heard).toEqual([1, 0, 1])
  })
})
