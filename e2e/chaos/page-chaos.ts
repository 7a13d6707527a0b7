import type { ScriptedWallet } from '../page-wallet'

export type WalletMood = 'willing' | 'refuses' | 'silent' | 'busy' | 'fails' | 'nonsense' | 'liar'
/** Local storage that is full or blocked, or a database that does not open, does not answer, or is full. */
export type StorageTrouble = 'full' | 'blocked' | 'no database' | 'silent database' | 'full database'

/** The state of the page's scripted wallet and storage. */
type PageChaos = {
  mood: WalletMood
  storage: 'fine' | StorageTrouble
  /** The wallet's own chain, as a hex chain id. */
  chain: string
  accounts: string[]
  permitted: boolean
  /** Answers the wallet's pending requests late, with yes or no. */
  answerLate(yes: boolean): void
  keep(): void
}

declare global {
  interface Window {
    chaos: PageChaos
    copied: string
  }
}

/** Runs in the page before anything else: storage that fails on demand, and a clipboard that the test can read. */
export function provideChaos(): void {
  const { getItem, setItem } = Storage.prototype
  const state = { storage: 'fine' }
  // Counts the faults met, across reloads; cross-site frames may have no storage.
  const felt = (kind: 'wallet' | 'storage') => {
    if (window !== window.top) return
    setItem.call(sessionStorage, `felt ${kind}`, String(Number(getItem.call(sessionStorage, `felt ${kind}`)) + 1))
  }
  const fail = (message: string, name: string): never => {
    felt('storage')
    throw new DOMException(message, name)
  }
  const full = () => fail('The quota has been exceeded.', 'QuotaExceededError')
  const blocked = () => fail('The operation is insecure.', 'SecurityError')
  Object.assign(window, { chaosStorage: state, rawStorage: { getItem, setItem }, felt })
  Storage.prototype.setItem = function (key, value) {
    if (state.storage === 'full' || state.storage === 'blocked') full()
    setItem.call(this, key, value)
  }
  Storage.prototype.getItem = function (key) {
    if (state.storage === 'blocked') blocked()
    return getItem.call(this, key)
  }
  const { open } = IDBFactory.prototype
  IDBFactory.prototype.open = function (name, version) {
    if (state.storage === 'no database') blocked()
    if (state.storage !== 'silent database') return open.call(this, name, version)
    felt('storage')
    // A request whose handlers are never called.
    return Object.create(IDBOpenDBRequest.prototype, {
      onsuccess: { writable: true },
      onerror: { writable: true },
      onupgradeneeded: { writable: true },
    })
  }
  const { put } = IDBObjectStore.prototype
  IDBObjectStore.prototype.put = function (value, key) {
    if (state.storage === 'full database') full()
    return put.call(this, value, key)
  }
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void Object.assign(window, { copied: text }) },
  })
}

/** Runs in the page: makes a wallet that behaves by its mood and remembers its permission across reloads. */
export function makeMoodyWallet({ accounts, rpc }: { accounts: string[]; rpc: string }): ScriptedWallet {
  // Cross-site frames may have no storage; nobody connects in them.
  if (window !== window.top) return window.scriptedWallet()
  type Prepared = {
    rawStorage: Pick<Storage, 'getItem' | 'setItem'>
    chaosStorage: { storage: PageChaos['storage'] }
    felt(kind: 'wallet'): void
  }
  const { rawStorage: raw, chaosStorage: inner, felt } = window as Window & typeof globalThis & Prepared
  const kept = JSON.parse(raw.getItem.call(sessionStorage, 'moody-wallet') ?? '{}') as Partial<PageChaos>
  const waiting: ((yes: boolean) => void)[] = []
  const chaos: PageChaos = {
    mood: 'willing',
    get storage() {
      return inner.storage
    },
    set storage(storage) {
      inner.storage = storage
    },
    chain: kept.chain ?? '0x7a69',
    accounts: kept.accounts ?? accounts,
    permitted: kept.permitted ?? false,
    answerLate(yes) {
      for (const answer of waiting.splice(0)) answer(yes)
    },
    keep() {
      const { chain, accounts, permitted } = chaos
      raw.setItem.call(sessionStorage, 'moody-wallet', JSON.stringify({ chain, accounts, permitted }))
    },
  }
  window.chaos = chaos
  const no = () => Object.assign(new Error('The person said no'), { code: 4001 })
  const inMood = (yes: () => unknown): unknown => {
    if (chaos.mood !== 'willing' && chaos.mood !== 'liar') felt('wallet')
    if (chaos.mood === 'refuses') throw no()
    if (chaos.mood === 'busy') throw Object.assign(new Error('Already processing'), { code: -32002 })
    if (chaos.mood === 'fails') throw Object.assign(new Error('Internal error'), { code: -32603 })
    if (chaos.mood === 'nonsense') return { nonsense: [1, 2, 3] }
    if (chaos.mood === 'silent')
      return new Promise((resolve, reject) => waiting.push((agreed) => (agreed ? resolve(yes()) : reject(no()))))
    return yes()
  }
  const wallet: ScriptedWallet = window.scriptedWallet({
    eth_requestAccounts: () =>
      inMood(() => {
        chaos.permitted = true
        chaos.keep()
        return chaos.accounts
      }),
    eth_accounts: () => (chaos.permitted ? chaos.accounts : []),
    eth_chainId: () => chaos.chain,
    personal_sign: () => inMood(() => `0x${'11'.repeat(65)}`),
    wallet_switchEthereumChain: (params) =>
      inMood(() => {
        if (chaos.mood === 'liar') {
          felt('wallet')
          return null
        }
        chaos.chain = (params as [{ chainId: string }])[0].chainId
        chaos.keep()
        wallet.emit('chainChanged', chaos.chain)
        return null
      }),
    eth_sendTransaction: (params) =>
      inMood(async () => {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_sendTransaction', params })
        const response = await fetch(rpc, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
        const { result } = (await response.json()) as { result?: string }
        if (!result) throw Object.assign(new Error('Internal error'), { code: -32603 })
        return result
      }),
  })
  return wallet
}
