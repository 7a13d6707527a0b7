import { type Announcement, announcedName, readAnnouncement } from './announcement'
import { eip1193Connector } from './eip1193-connector'
import { inlineIcon } from './inline-icon'
import { MAX_WALLETS } from './limits'
import type { AddConnector, Connector, Discover } from './types'

type Found = { readonly uuid: string; readonly provider: object; readonly connector: Connector }

/** EIP-6963 wallets, at most 50, each uuid once, those that share an rdns marked (https://eips.ethereum.org/EIPS/eip-6963). */
export const discover: Discover = (add) => {
  const found: Found[] = []
  const stop = () => window.removeEventListener('eip6963:announceProvider', onAnnounce)
  const onAnnounce = (event: Event) => {
    const given = readAnnouncement(event)
    if (!given) return
    // Some wallets announce a new uuid each time.
    const isKnown = (each: Found) =>
      each.uuid === given.uuid || (each.provider === given.provider && each.connector.rdns === given.rdns)
    const wallet = !found.some(isKnown) && open(given)
    if (!wallet) return
    found.push(wallet)
    announce(found, wallet, add)
    if (found.length === MAX_WALLETS) stop()
  }
  window.addEventListener('eip6963:announceProvider', onAnnounce)
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  return stop
}

function open(given: Announcement): Found | undefined {
  const { uuid, icon: picture, rdns, provider } = given
  const name = announcedName(given)
  if (!name) return undefined
  const icon = inlineIcon(picture)
  const seen = { ...(icon && { icon }), ...(rdns && { rdns }), ...(!canBeAsked(provider) && { unreachable: true }) }
  return { uuid, provider, connector: eip1193Connector({ id: rdns ?? uuid, name, type: 'ANNOUNCED', ...seen }, provider) }
}

/** Whether the announced provider can be asked; one that throws when inspected cannot. */
function canBeAsked(provider: object): boolean {
  try {
    return typeof Reflect.get(provider, 'request') === 'function'
  } catch {
    return false
  }
}

/** The rdns claimed. A wallet's phone app (`….mobile`, as MetaMask's announces itself) counts as the wallet itself. */
const claimed = ({ connector }: Found) => connector.rdns?.toLowerCase().replace(/\.mobile$/, '')

/** Two wallets with the same rdns are distinguished by uuid and both marked: which one is the imposter cannot be known. */
function announce(found: readonly Found[], wallet: Found, add: AddConnector) {
  const claimants = found.filter((each) => claimed(wallet) && claimed(each) === claimed(wallet))
  for (const { uuid, connector } of claimants.length === 2 ? claimants : [wallet])
    add(claimants.length > 1 ? { ...connector, id: uuid, duplicate: true } : connector)
}
