import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  ALICE,
  accountsOf,
  BOB,
  CAROL,
  DEVNET,
  events,
  fakeWallet,
  MAINNET,
  never,
  request,
  type Script,
  TESTNET,
  tell,
} from '../../.ci/solana-wallet-world'
import { ANSWER_LIMIT_MS, LEAVE_LIMIT_MS, TELL_INTERVAL_MS } from './limits'
import { openSolanaWallet } from './solana-wallet'

afterEach(() => void vi.unstubAllGlobals())

describe('connect', () => {
  test('gives the accounts on the page’s first network that the wallet supports', async () => {
    const { wallet } = fakeWallet()
    const [connection] = await openSolanaWallet(wallet, tell).connect(request([TESTNET, DEVNET, MAINNET]))
    expect(connection).toMatchObject({
      namespace: 'solana',
      networkId: DEVNET,
      accounts: [`${DEVNET}:${ALICE}`],
      approved: [MAINNET, DEVNET],
    })
    expect(connection?.publicProvider).toBe(wallet)
  })

  test('is on a network that the page does not use if the wallet supports none of the page’s', async () => {
    const [connection] = await openSolanaWallet(fakeWallet({ chains: ['solana:testnet'] }).wallet, tell).connect(request())
    expect(connection).toMatchObject({ networkId: TESTNET, approved: [TESTNET] })
  })

  test('a wallet with its own node uses the page’s network, whatever that is', async () => {
    const [connection] = await openSolanaWallet(
      fakeWallet({ chains: ['solana:localnet', Object.create(null), 'constructor'] }).wallet,
      tell,
    ).connect(request())
    expect([connection?.networkId, connection?.approved]).toEqual([DEVNET, undefined])
  })

  test('accounts of other chains are left out, and each address is listed once', async () => {
    const accounts = [
      { address: 'bc1q', chains: ['bitcoin:mainnet'] },
      { address: ALICE, chains: ['sui:mainnet'] },
    ]
    const { wallet } = fakeWallet({
      accounts: [
        ...accounts,
        { address: BOB },
        { address: BOB, chains: ['solana:devnet'] },
        { address: BOB, chains: [Object.create(null)] },
      ],
    })
    const [connection] = await openSolanaWallet(wallet, tell).connect(request())
    expect(connection?.accounts).toEqual([`${DEVNET}:${BOB}`])
  })

  test('given up, it ends at once and a late answer is ignored', async () => {
    let answer = (_: unknown) => {}
    const { wallet, listening } = fakeWallet({}, { connect: () => new Promise((resolve) => (answer = resolve)) })
    const given = new AbortController()
    const opened = openSolanaWallet(wallet, tell)
    const connecting = opened.connect(request([DEVNET], given.signal))
    given.abort()
    await expect(connecting).rejects.toMatchObject({ code: 'ABORTED' })
    answer({ accounts: wallet.accounts })
    await vi.runAllTimersAsync()
    expect([listening(), events]).toEqual([0, []])
  })

  test('asked again while its prompt is open, as MetaMask’s is (-32002), it is connected by the answer to that', async () => {
    let answer = (_: unknown) => {}
    const pending = () => Promise.reject({ code: -32002, message: 'Request of type wallet_requestPermissions already pending' })
    const answers = [() => new Promise((resolve) => (answer = resolve)), pending, pending]
    const { wallet } = fakeWallet({}, { connect: () => answers.shift()?.() })
    const opened = openSolanaWallet(wallet, tell)
    const given = new AbortController()
    const connecting = opened.connect(request([DEVNET], given.signal))
    given.abort()
    await expect(connecting).rejects.toMatchObject({ code: 'ABORTED' })
    const again = opened.connect(request())
    await vi.runAllTimersAsync()
    answer({ accounts: wallet.accounts })
    expect(await again).toMatchObject([{ networkId: DEVNET, accounts: [`${DEVNET}:${ALICE}`] }])
    // An answer already taken is not used again.
    await expect(opened.connect(request())).rejects.toMatchObject({ code: 'REQUEST_PENDING' })
  })

  test.each<[string, string, Script, Record<string, unknown>?]>([
    ['a refusal', 'USER_REJECTED', { connect: () => Promise.reject(new Error('User rejected the request.')) }],
    [
      'an extension that was updated meanwhile',
      'PROVIDER_NOT_FOUND',
      { connect: () => Promise.reject(new Error('Extension context invalidated.')) },
    ],
    ['a refusal by number', 'USER_REJECTED', { connect: () => Promise.reject({ code: 4001 }) }],
    [
      'a throw at once',
      'CONNECT_FAILED',
      {
        connect: () => {
          throw new Error('no')
        },
      },
    ],
    ['no account', 'NO_ACCOUNTS_FOUND', {}, { accounts: [] }],
    ['nothing', 'NO_ACCOUNTS_FOUND', { connect: () => undefined }, { accounts: undefined }],
    ['no address', 'NO_ACCOUNTS_FOUND', {}, { accounts: [{ address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }, null, 7] }],
    ['no chain that we know', 'CHAIN_UNSUPPORTED', {}, { chains: ['solana:moon'] }],
  ])('error: %s ends in %s', async (_, code, script, more) => {
    await expect(openSolanaWallet(fakeWallet(more, script).wallet, tell).connect(request())).rejects.toMatchObject({ code })
  })

  test('P67: an accounts getter that throws', async () => {
    const { wallet } = fakeWallet({}, { connect: () => ({}) })
    Object.defineProperty(wallet, 'accounts', {
      get() {
        throw new Error('no')
      },
    })
    await expect(openSolanaWallet(wallet, tell).connect(request())).rejects.toMatchObject({ code: 'NO_ACCOUNTS_FOUND' })
    expect(await openSolanaWallet(wallet, tell).restore(request())).toEqual([])
  })
})

describe('restore', () => {
  test('asks silently', async () => {
    const { wallet, asked } = fakeWallet()
    expect(await openSolanaWallet(wallet, tell).restore(request())).toMatchObject([{ accounts: [`${DEVNET}:${ALICE}`] }])
    expect(asked[0]).toEqual(['connect', { silent: true }])
  })

  test('a wallet that is locked, refuses or is silent for ten seconds gives none', async () => {
    expect(await openSolanaWallet(fakeWallet({ accounts: [] }).wallet, tell).restore(request())).toEqual([])
    const refusing = fakeWallet({}, { connect: () => Promise.reject(new Error('no')) })
    expect(await openSolanaWallet(refusing.wallet, tell).restore(request())).toEqual([])
    const silent = openSolanaWallet(fakeWallet({}, { connect: never }).wallet, tell).restore(request())
    await vi.advanceTimersByTimeAsync(ANSWER_LIMIT_MS)
    expect(await silent).toEqual([])
  })
})

describe('after connecting', () => {
  test('a switch to another account is reported, one to none ends the connection once', async () => {
    const { wallet, become, listening } = fakeWallet()
    await openSolanaWallet(wallet, tell).connect(request())
    become(BOB, ALICE)
    await vi.advanceTimersByTimeAsync(TELL_INTERVAL_MS)
    expect(events.map(accountsOf)).toEqual([[`${DEVNET}:${BOB}`, `${DEVNET}:${ALICE}`]])
    become(BOB, ALICE)
    await vi.advanceTimersByTimeAsync(TELL_INTERVAL_MS)
    expect(events).toHaveLength(1)
    become()
    become()
    await vi.runAllTimersAsync()
    expect(events.slice(1)).toEqual([{ type: 'disconnect', reason: 'wallet' }])
    expect(listening()).toBe(0)
  })

  test('a page from the back-forward cache has missed events, and asks silently; a new page does not', async () => {
    const page = new EventTarget()
    for (const name of ['addEventListener', 'removeEventListener'] as const) vi.stubGlobal(name, page[name].bind(page))
    const show = (persisted: boolean) => {
      page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
      return vi.advanceTimersByTimeAsync(TELL_INTERVAL_MS)
    }
    const { wallet, asked } = fakeWallet()
    const opened = openSolanaWallet(wallet, tell)
    await opened.connect(request())
    wallet.accounts = [{ address: BOB }]
    const before = asked.length
    await show(false)
    expect([asked.length, events]).toEqual([before, []])
    await show(true)
    expect(asked.at(-1)).toEqual(['connect', { silent: true }])
    expect(events.map(accountsOf)).toEqual([[`${DEVNET}:${BOB}`]])
    opened.pause()
    await show(true)
    expect(asked).toHaveLength(before + 1)
  })

  test('promise 23: 1,000 changes a second for 5 s are reported four times a second, the last one wins', async () => {
    const { wallet, become } = fakeWallet()
    await openSolanaWallet(wallet, tell).connect(request())
    // Three, so that two events a quarter of a second apart differ.
    const three = [ALICE, BOB, CAROL] as const
    for (let count = 0; count < 5_000; count++) {
      become(three[count % 3] ?? ALICE)
      await vi.advanceTimersByTimeAsync(1)
    }
    become(CAROL)
    await vi.runAllTimersAsync()
    expect(events.length).toBeGreaterThanOrEqual(20)
    expect(events.length).toBeLessThanOrEqual(22)
    expect(accountsOf(events.at(-1))).toEqual([`${DEVNET}:${CAROL}`])
  })

  test('disconnecting asks the wallet, but does not wait long for it', async () => {
    const { wallet, asked, listening } = fakeWallet({}, { disconnect: never })
    const opened = openSolanaWallet(wallet, tell)
    await opened.connect(request())
    const leaving = opened.disconnect()
    await vi.advanceTimersByTimeAsync(LEAVE_LIMIT_MS)
    await leaving
    expect(asked.at(-1)).toEqual(['disconnect'])
    expect([listening(), events]).toEqual([0, []])
  })

  test('error: a wallet without events or a disconnect feature connects all the same', async () => {
    const { wallet } = fakeWallet()
    delete wallet.features['standard:events']
    delete wallet.features['standard:disconnect']
    const opened = openSolanaWallet(wallet, tell)
    expect(await opened.connect(request())).toHaveLength(1)
    await opened.disconnect()
  })
})
