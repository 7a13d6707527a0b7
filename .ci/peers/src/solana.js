import '@solana/wallet-adapter-react-ui/styles.css'
import { ConnectionProvider, WalletProvider } from '@solana/wallet-adapter-react'
import { WalletModalProvider, WalletMultiButton } from '@solana/wallet-adapter-react-ui'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

const app = createElement(
  ConnectionProvider,
  { endpoint: 'https://api.mainnet-beta.solana.com' },
  createElement(
    WalletProvider,
    { wallets: [], autoConnect: true },
    createElement(WalletModalProvider, null, createElement(WalletMultiButton)),
  ),
)
let root
const add = () => {
  root = createRoot(document.getElementById('place'))
  root.render(app)
}
window.subject = { add, remove: () => root.unmount() }
add()
