import type { PrivateKeyAccount } from 'viem'
import { devAccounts } from './accounts'
import type { WalletConfig } from './config'
import { chainIdIn, RequestError, type WalletChain, type WalletRequest } from './request'
import { sign } from './sign'

/** What the wallet can be asked for, in a WalletConnect session as in the page. */
export const METHODS = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
]

type Saved = { account: number; chainId: number; added: WalletChain[] }
export type Wallet = ReturnType<typeof createWallet>

/** Keys, chains, and which of each is in use; remembered in this origin's storage under `key`. */
export function createWallet(config: WalletConfig, key: string) {
  const accounts = devAccounts()
  const local = config.chains.map(
    ({ chainId, name, symbol }): WalletChain => ({ chainId, name, symbol, rpcUrl: config.rpc[`eip155:${chainId}`] ?? '' }),
  )
  const saved: Saved = { account: 0, chainId: local[0]?.chainId ?? 1, added: [], ...read(key) }
  const changed = new Set<() => void>()

  const chains = () => [...local, ...saved.added]
  const chainOf = (chainId: number) => chains().find((chain) => chain.chainId === chainId)
  const save = () => {
    localStorage.setItem(key, JSON.stringify(saved))
    for (const listener of changed) listener()
  }

  const wallet = {
    accounts,
    chains,
    chainOf,
    get account(): PrivateKeyAccount {
      const account = accounts[saved.account] ?? accounts[0]
      if (!account) throw new RequestError(4900, 'The wallet has no account')
      return account
    },
    /** Which of its accounts is in use, on every kind of chain. */
    get index() {
      return saved.account
    },
    get chainId() {
      return saved.chainId
    },
    switchAccount(index: number) {
      saved.account = index
      save()
    },
    switchChain(chainId: number) {
      if (!chainOf(chainId)) throw new RequestError(4902, `Unrecognized chain ID ${chainId}. Try adding the chain first.`)
      saved.chainId = chainId
      save()
    },
    /** Does what was asked, on the session's chain or the one in use. Throws RequestError; consent is the caller's matter. */
    async perform(request: WalletRequest, chainId = saved.chainId): Promise<unknown> {
      const [first] = Array.isArray(request.params) ? request.params : []
      if (request.method === 'wallet_switchEthereumChain') {
        wallet.switchChain(chainIdIn(first))
        return null
      }
      if (request.method === 'wallet_addEthereumChain') {
        const chain = chainIn(first)
        if (!chainOf(chain.chainId)) saved.added.push(chain)
        wallet.switchChain(chain.chainId)
        return null
      }
      const chain = chainOf(chainId)
      if (!chain) throw new RequestError(4901, `The wallet is not connected to chain ${chainId}`)
      return sign(request, wallet.account, chain)
    },
    onChange(listener: () => void) {
      changed.add(listener)
      return () => changed.delete(listener)
    },
  }
  return wallet
}

function chainIn(param: unknown): WalletChain {
  const { chainName, nativeCurrency, rpcUrls } = (param ?? {}) as {
    chainName?: unknown
    nativeCurrency?: { symbol?: unknown }
    rpcUrls?: unknown
  }
  const rpcUrl = Array.isArray(rpcUrls) ? rpcUrls.find((url) => typeof url === 'string' && /^https?:\/\//.test(url)) : undefined
  if (!rpcUrl) throw new RequestError(-32602, 'Expected an array with at least one valid string HTTPS url "rpcUrls"')
  const chainId = chainIdIn(param)
  return { chainId, name: String(chainName ?? `Chain ${chainId}`), symbol: String(nativeCurrency?.symbol ?? 'ETH'), rpcUrl }
}

function read(key: string): Partial<Saved> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}')
  } catch {
    return {}
  }
}
