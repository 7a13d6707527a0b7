import { TonConnectUI } from '@tonconnect/ui'

const wallet = {
  name: 'Bench Wallet',
  appName: 'bench',
  imageUrl: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
  aboutUrl: 'https://example.org',
  jsBridgeKey: 'benchTon',
  platforms: ['chrome', 'linux'],
}
const ui = new TonConnectUI({
  manifestUrl: `${location.origin}/manifest.json`,
  buttonRootId: 'place',
  analytics: { mode: 'off' },
  walletsListConfiguration: { includeWallets: [wallet] },
})
window.subject = { close: () => ui.closeModal() }
