import * as z from 'zod/mini'
import { safeImage } from '../lib/links'
import { plainText } from '../lib/text'
import { eip1193Connector } from './eip1193-connector'
import type { AddConnector, Connector, Discover } from './types'

/** More wallets than anyone has; a flood of announcements ends here. */
export const MAX_WALLETS = 50
/** A longer name is cut with an ellipsis. */
export const MAX_NAME_LENGTH = 40

const Detail = z.object({
  info: z.object({
    uuid: z.string().check(z.regex(/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i)),
    name: z.string(),
    icon: z.unknown(),
    rdns: z.unknown(),
  }),
  provider: z.custom<object>((value) => (typeof value === 'object' && value !== null) || typeof value === 'function'),
})
const Rdns = z.string().check(z.maxLength(100), z.regex(/^[a-z\d_-]+(?:\.[a-z\d_-]+)+$/i))

type Announcement = z.output<typeof Detail>
type Found = { readonly uuid: string; readonly provider: object; readonly connector: Connector }

/** EIP-6963 wallets, at most 50, each uuid once, those that share an rdns marked (https://eips.ethereum.org/EIPS/eip-6963). */
export const discover: Discover = (add) => {
  const found: Found[] = []
  const onAnnounce = (event: Event) => {
    if (found.length >= MAX_WALLETS) return
    const announcement = read(event)
    if (!announcement || found.some(({ uuid }) => uuid === announcement.info.uuid)) return
    const wallet = open(announcement)
    // Some wallets make a new uuid each time they are asked.
    if (
      !wallet ||
      found.some(({ provider, connector }) => provider === wallet.provider && connector.rdns === wallet.connector.rdns)
    )
      return
    found.push(wallet)
    announce(found, wallet, add)
  }
  window.addEventListener('eip6963:announceProvider', onAnnounce)
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  return () => window.removeEventListener('eip6963:announceProvider', onAnnounce)
}

/** Everything is read once: a getter may throw, or answer otherwise the second time. */
function read(event: Event): Announcement | undefined {
  try {
    return z.parse(Detail, (event as CustomEvent<unknown>).detail)
  } catch {
    return undefined
  }
}

function open({ info, provider }: Announcement): Found | undefined {
  const { uuid } = info
  const name = plainText(info.name, MAX_NAME_LENGTH)
  if (!name) return undefined
  const icon = safeImage(info.icon)
  const rdns = z.safeParse(Rdns, info.rdns).data
  const details = { id: rdns ?? uuid, name, type: 'ANNOUNCED' as const, ...(icon && { icon }), ...(rdns && { rdns }) }
  return { uuid, provider, connector: eip1193Connector(details, provider) }
}

/** Two wallets of one rdns are told apart by uuid, both marked: which of them is the imposter cannot be known. */
function announce(found: readonly Found[], { uuid, connector }: Found, add: AddConnector) {
  const { rdns } = connector
  const claimants = found.filter((each) => rdns && each.connector.rdns?.toLowerCase() === rdns.toLowerCase())
  if (claimants.length === 2) for (const each of claimants) add({ ...each.connector, id: each.uuid, duplicate: true })
  else add(claimants.length > 2 ? { ...connector, id: uuid, duplicate: true } : connector)
}
