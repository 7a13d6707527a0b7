// The visitor's wallets: one for each family of chains, which answer at once, so that what is measured is the page's own time.
const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
let connected = false
const answers = {
  eth_requestAccounts: () => {
    connected = true
    return [address]
  },
  eth_accounts: () => (connected ? [address] : []),
  wallet_requestPermissions: () => {
    connected = true
    return [{ parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value: [address] }] }]
  },
  wallet_getPermissions: () => (connected ? [{ parentCapability: 'eth_accounts' }] : []),
  eth_chainId: () => '0x1',
  net_version: () => '1',
  eth_blockNumber: () => '0x1',
  eth_getBalance: () => '0x0',
  eth_call: () => '0x',
}
const provider = { request: async ({ method }) => answers[method]?.() ?? null, on() {}, removeListener() {} }
const info = Object.freeze({ uuid: '350670db-19fa-4704-a166-e52e178b59d2', name: 'Bench Wallet', icon, rdns: 'example.bench' })
const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
if (!document.documentElement.dataset.chain) {
  window.benchWallet = provider
  addEventListener('eip6963:requestProvider', announce)
  announce()
}

if (document.documentElement.dataset.chain === 'solana') {
  const account = {
    address: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
    publicKey: new Uint8Array(32).fill(7),
    chains: ['solana:mainnet'],
    features: ['solana:signTransaction', 'solana:signAndSendTransaction'],
  }
  const wallet = {
    version: '1.0.0',
    name: 'Bench Wallet',
    icon,
    chains: ['solana:mainnet'],
    accounts: [],
    features: {
      'standard:connect': {
        version: '1.0.0',
        connect: async () => {
          wallet.accounts = [account]
          return { accounts: [account] }
        },
      },
      'standard:disconnect': { version: '1.0.0', disconnect: async () => {} },
      'standard:events': { version: '1.0.0', on: () => () => {} },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signTransaction: async () => [],
      },
      'solana:signAndSendTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signAndSendTransaction: async () => [],
      },
    },
  }
  const register = ({ register: add }) => add(wallet)
  addEventListener('wallet-standard:app-ready', ({ detail }) => register(detail))
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
}

if (document.documentElement.dataset.chain === 'ton') {
  const device = { platform: 'linux', appName: 'bench', appVersion: '1', maxProtocolVersion: 2, features: [] }
  const item = {
    name: 'ton_addr',
    address: `0:${'7'.repeat(64)}`,
    network: '-239',
    publicKey: '7'.repeat(64),
    walletStateInit: '',
  }
  const event = { event: 'connect', id: 1, payload: { items: [item], device } }
  const tonconnect = {
    deviceInfo: device,
    walletInfo: { name: 'Bench Wallet', image: icon, about_url: 'https://example.org', platforms: ['chrome'] },
    protocolVersion: 2,
    isWalletBrowser: false,
    connect: async () => event,
    restoreConnection: async () => ({ event: 'connect_error', id: 1, payload: { code: 100, message: 'Not connected' } }),
    send: async ({ id }) => ({ id, result: '' }),
    listen: () => () => {},
    disconnect() {},
  }
  window.benchTon = { tonconnect }
}
