import type { WalletAccount } from '@wallet-standard/base'

type Listener<Account> = (properties: { accounts: readonly Account[] }) => void
type Side<Account> = {
  /** Storage key for the page being connected. */
  readonly key: string
  /** The accounts shown to a connected page, once the wallet has started. */
  readonly read: () => Promise<readonly Account[]>
  /** Asks the person; throws when they refuse. */
  readonly ask: () => Promise<void>
  readonly started: Promise<{ readonly onChange: (listener: () => void) => void }>
}

/** The chain-independent part of a Wallet Standard wallet: the page's accounts, connecting and disconnecting. */
export function standardAccounts<Account extends WalletAccount>({ key, read, ask, started }: Side<Account>) {
  const listeners = new Set<Listener<Account>>()
  const isConnected = () => localStorage.getItem(key) === 'yes'
  let accounts: readonly Account[] = []

  async function show() {
    const all = await read()
    const seen = isConnected() ? all : []
    if (seen[0]?.address === accounts[0]?.address) return
    accounts = seen
    for (const listener of listeners) listener({ accounts })
  }
  void started.then(({ onChange }) => onChange(() => void show()))

  async function connect({ silent = false }: { silent?: boolean } = {}) {
    if (!isConnected() && !silent) {
      await ask()
      localStorage.setItem(key, 'yes')
    }
    await show()
    return { accounts }
  }

  async function disconnect() {
    localStorage.removeItem(key)
    await show()
  }

  const on = (_: 'change', listener: Listener<Account>) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const features = {
    'standard:connect': { version: '1.0.0', connect },
    'standard:disconnect': { version: '1.0.0', disconnect },
    'standard:events': { version: '1.0.0', on },
  } as const
  return { accounts: () => accounts, connect, features }
}
