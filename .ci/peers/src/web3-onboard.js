import Onboard from '@web3-onboard/core'
import injectedModule from '@web3-onboard/injected-wallets'

const onboard = Onboard({
  wallets: [injectedModule()],
  chains: [{ id: '0x1', token: 'ETH', label: 'Ethereum', rpcUrl: 'https://cloudflare-eth.com' }],
  accountCenter: { desktop: { enabled: false }, mobile: { enabled: false } },
  connect: { autoConnectLastWallet: false },
})
// It has no button of its own.
const button = document.createElement('button')
button.textContent = 'Connect wallet'
button.onclick = async () => {
  const [wallet] = await onboard.connectWallet()
  const address = wallet?.accounts[0]?.address
  if (address) button.textContent = `${address.slice(0, 4)}…${address.slice(-4)}`
}
document.getElementById('place').append(button)
const close = () =>
  document.querySelector('onboard-v2').shadowRoot.querySelector('.close-button, [aria-label*="close" i]')?.click()
window.subject = { close }
