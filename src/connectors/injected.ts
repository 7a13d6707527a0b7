import { announcedName, readAnnouncement } from './announcement'
import { eip1193Connector } from './eip1193-connector'
import type { Discover } from './types'

/** Time that a wallet has to announce itself before the page's legacy provider is offered instead. */
export const ANNOUNCE_GRACE_MS = 300

/**
 * `window.ethereum` as "Browser Wallet", only where no wallet has announced itself (EIP-6963) within 300 ms.
 *
 * It never bears another wallet's name: flags such as `isMetaMask` are set by wallets that are not MetaMask. Once shown it
 * stays, also when a wallet announces itself later, because a row that vanishes under the pointer makes people press another.
 */
export const discover: Discover = (add) => {
  let announced = false
  let due = false
  let shown = false
  const offer = () => {
    const provider = due && !announced && !shown && readProvider()
    if (!provider) return
    shown = true
    add(eip1193Connector({ id: 'injected', name: 'Browser Wallet', type: 'INJECTED' }, provider))
  }
  const onAnnounce = (event: Event) => {
    if (announced) return
    // An invalid announcement, which is not listed, does not count.
    const given = readAnnouncement(event)
    announced = given !== undefined && announcedName(given) !== ''
  }
  const timer = setTimeout(() => {
    due = true
    // Wallets that announced themselves before we listened do it again.
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    offer()
  }, ANNOUNCE_GRACE_MS)
  window.addEventListener('eip6963:announceProvider', onAnnounce)
  window.addEventListener('ethereum#initialized', offer)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('eip6963:announceProvider', onAnnounce)
    window.removeEventListener('ethereum#initialized', offer)
  }
}

/** Two scripts may fight over the property, so even reading it can throw. */
function readProvider(): object | undefined {
  try {
    const { ethereum } = window as { ethereum?: unknown }
    return (typeof ethereum === 'object' && ethereum !== null) || typeof ethereum === 'function' ? ethereum : undefined
  } catch {
    return undefined
  }
}
