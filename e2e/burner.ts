// A Solana wallet of other people's making, for the page: keys of its own, a new one with each connection, no question asked.
import { UnsafeBurnerWalletAdapter } from '@solana/wallet-adapter-unsafe-burner'
import { SolanaWalletAdapterWallet } from '@solana/wallet-standard-wallet-adapter-base'
import * as web3 from '@solana/web3.js'
import { registerWallet } from '@wallet-standard/wallet'

declare global {
  interface Window {
    /** Where the burner sends transactions; set before this runs. */
    solanaRpc: string
    /** What a host builds its transactions with. */
    web3: typeof web3
  }
}

window.web3 = web3
const wallet: unknown = new SolanaWalletAdapterWallet(new UnsafeBurnerWalletAdapter(), 'solana:devnet', window.solanaRpc)
// Their types differ in whether a label may be undefined.
registerWallet(wallet as Parameters<typeof registerWallet>[0])
