import type { Wallet as StandardWallet, WalletAccount } from '@wallet-standard/base'
import { registerWallet } from '@wallet-standard/wallet'
import { DEMO_BITCOIN_WALLET } from '../stack/networks'
import { type BitcoinWallet, describeBitcoin } from './bitcoin'
import type { Description } from './describe'

type Question = { question: Description }
type Wallet = { readonly bitcoin: BitcoinWallet; readonly onChange: (listener: () => void) => void }
type Account = WalletAccount & { readonly purpose: string }
type Listener = (properties: { accounts: readonly Account[] }) => void

const CHAINS = ['bitcoin:testnet'] as const
const FEATURES = ['bitcoin:signMessage'] as const

/** Registers the wallet's Bitcoin side with the page by the Wallet Standard, as wallets with the `bitcoin:` features do. */
export function registerBitcoin(
  started: Promise<Wallet>,
  { icon, key, consent }: { icon: StandardWallet['icon']; key: string; consent: (question: Question) => Promise<void> },
) {
  const listeners = new Set<Listener>()
  const isConnected = () => localStorage.getItem(key) === 'yes'
  let accounts: readonly Account[] = []

  async function show() {
    const { bitcoin } = await started
    const before = accounts[0]?.address
    const addresses = isConnected() ? bitcoin.addresses : []
    if (addresses[0]?.address === before) return
    accounts = addresses.map(({ address, intention }) =>
      Object.freeze({ address, purpose: intention, publicKey: new Uint8Array(), chains: CHAINS, features: FEATURES }),
    )
    for (const listener of listeners) listener({ accounts })
  }
  void started.then(({ onChange }) => onChange(() => void show()))

  async function connect({ silent = false }: { silent?: boolean } = {}) {
    if (!isConnected() && !silent) {
      await consent({ question: { title: 'Connect this site', lines: [['Site', location.origin]] } })
      localStorage.setItem(key, 'yes')
    }
    await show()
    return { accounts }
  }
  async function disconnect() {
    localStorage.removeItem(key)
    await show()
  }
  async function signMessage(...inputs: { account: Account; message: Uint8Array }[]) {
    const { bitcoin } = await started
    const outputs: object[] = []
    for (const { account, message } of inputs) {
      const request = { method: 'signMessage', params: { address: account.address, message: new TextDecoder().decode(message) } }
      await consent({ question: describeBitcoin(request) })
      const { signature } = (await bitcoin.perform(request)) as { signature: string }
      const bytes = Uint8Array.from(signature.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
      outputs.push({ signedMessage: message, signature: bytes })
    }
    return outputs
  }
  const on = (_: 'change', listener: Listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  const wallet: StandardWallet = {
    version: '1.0.0',
    name: DEMO_BITCOIN_WALLET,
    icon,
    chains: CHAINS,
    get accounts() {
      return accounts
    },
    features: {
      'standard:connect': { version: '1.0.0', connect },
      'standard:disconnect': { version: '1.0.0', disconnect },
      'standard:events': { version: '1.0.0', on },
      'bitcoin:connect': { version: '1.0.0', connect: () => connect() },
      'bitcoin:signMessage': { version: '1.0.0', signMessage },
    },
  }
  registerWallet(wallet)
}
