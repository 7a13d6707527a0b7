import type { Wallet as StandardWallet, WalletAccount } from '@wallet-standard/base'
import { registerWallet } from '@wallet-standard/wallet'
import { DEMO_BITCOIN_WALLET } from '../stack/networks'
import { type BitcoinWallet, describeBitcoin } from './bitcoin'
import type { Description } from './describe'
import { standardAccounts } from './standard-accounts'

type Question = { question: Description }
type Wallet = { readonly bitcoin: BitcoinWallet; readonly onChange: (listener: () => void) => void }
type Account = WalletAccount & { readonly purpose: string }

const CHAINS = ['bitcoin:testnet'] as const
const FEATURES = ['bitcoin:signMessage'] as const

/** Registers the wallet's Bitcoin side with the page by the Wallet Standard, as wallets with the `bitcoin:` features do. */
export function registerBitcoin(
  started: Promise<Wallet>,
  { icon, key, consent }: { icon: StandardWallet['icon']; key: string; consent: (question: Question) => Promise<void> },
) {
  const { accounts, connect, features } = standardAccounts<Account>({
    key,
    started,
    read: async () =>
      (await started).bitcoin.addresses.map(({ address, intention }) =>
        Object.freeze({ address, purpose: intention, publicKey: new Uint8Array(), chains: CHAINS, features: FEATURES }),
      ),
    ask: () => consent({ question: { title: 'Connect this site', lines: [['Site', location.origin]] } }),
  })
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
  const wallet: StandardWallet = {
    version: '1.0.0',
    name: DEMO_BITCOIN_WALLET,
    icon,
    chains: CHAINS,
    get accounts() {
      return accounts()
    },
    features: {
      ...features,
      'bitcoin:connect': { version: '1.0.0', connect: () => connect() },
      'bitcoin:signMessage': { version: '1.0.0', signMessage },
    },
  }
  registerWallet(wallet)
}
