import { createAppKit } from '@reown/appkit'
import { mainnet } from '@reown/appkit/networks'
import { EthersAdapter } from '@reown/appkit-adapter-ethers'

const modal = createAppKit({
  adapters: [new EthersAdapter()],
  networks: [mainnet],
  projectId: '0123456789abcdef0123456789abcdef',
  metadata: { name: 'Bench', description: 'Bench', url: location.origin, icons: [] },
  features: { email: false, socials: false, analytics: false },
})
const place = document.getElementById('place')
let button
const add = () => {
  button = place.appendChild(document.createElement('appkit-button'))
}
window.subject = { add, remove: () => button.remove(), close: () => modal.close() }
add()
