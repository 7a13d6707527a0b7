// A third-party Solana wallet for the page: it makes a new key with each connection and asks nothing.
import { UnsafeBurnerWalletAdapter } from '@solana/wallet-adapter-unsafe-burner'
import { SolanaWalletAdapterWallet } from '@solana/wallet-standard-wallet-adapter-base'
import * as web3 from '@solana/web3.js'
import { registerWallet } from '@wallet-standard/wallet'

declare global {
  interface Window {
    /** Where the burner sends transactions; set before this runs. */
    solanaRpc: string
    /** For a host to build its transactions with. */
    web3: typeof web3
  }
}

window.web3 = web3
const wallet: unknown = new SolanaWalletAdapterWallet(new UnsafeBurnerWalletAdapter(), 'solana:devnet', window.solanaRpc)
// The two packages' types differ in whether a label may be undefined.
registerWallet(wallet as Parameters<typeof registerWallet>[0])
