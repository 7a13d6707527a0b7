/** A wallet of the Wallet Standard; nothing about it is known until it has been read. */
export type StandardWallet = object

type Register = (...wallets: unknown[]) => () => void

/**
 * The page's side of the Wallet Standard's registration (https://github.com/wallet-standard/wallet-standard): reports each registered
 * wallet once, and its unregistration. Returns its stop.
 *
 * By hand: the standard's own package listens for the page's lifetime, and an exception in a wallet's callback becomes an uncaught
 * error of the page.
 */
export function watchWallets(found: (wallet: StandardWallet) => void, gone: (wallet: StandardWallet) => void): () => void {
  const known = new Set<StandardWallet>()
  let open = true
  const register: Register = (...wallets) => {
    const fresh = [...new Set(wallets)].filter(isObject).filter((wallet) => !known.has(wallet))
    for (const wallet of fresh) {
      if (!open) break
      known.add(wallet)
      found(wallet)
    }
    return () => {
      for (const wallet of fresh) if (known.delete(wallet) && open) gone(wallet)
    }
  }
  const api = Object.freeze({ register })
  const onRegister = (event: Event) => {
    try {
      const callback: unknown = (event as CustomEvent<unknown>).detail
      if (typeof callback === 'function') callback(api)
    } catch {
      // A wallet that cannot register is left out.
    }
  }
  window.addEventListener('wallet-standard:register-wallet', onRegister)
  window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
  return () => {
    open = false
    window.removeEventListener('wallet-standard:register-wallet', onRegister)
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
