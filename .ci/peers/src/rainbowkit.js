import '@rainbow-me/rainbowkit/styles.css'
import { ConnectButton, getDefaultConfig, RainbowKitProvider } from '@rainbow-me/rainbowkit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { WagmiProvider } from 'wagmi'
import { mainnet } from 'wagmi/chains'

const projectId = '0123456789abcdef0123456789abcdef'
const config = getDefaultConfig({ appName: 'Bench', projectId, chains: [mainnet] })
const client = new QueryClient()
const app = createElement(
  WagmiProvider,
  { config },
  createElement(QueryClientProvider, { client }, createElement(RainbowKitProvider, null, createElement(ConnectButton))),
)
let root
const add = () => {
  root = createRoot(document.getElementById('place'))
  root.render(app)
}
window.subject = { add, remove: () => root.unmount() }
add()
