import { plainText } from '../lib/text'
import { MAX_NAME_LENGTH } from './limits'

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i
const RDNS = /^[a-z\d_-]+(?:\.[a-z\d_-]+)+$/i

/** How a wallet announces itself (EIP-6963); only the shape has been checked. */
export type Announcement = {
  readonly uuid: string
  readonly name: string
  readonly icon: unknown
  readonly rdns: string | undefined
  readonly provider: object
}

/**
 * Reads an announcement; undefined if that fails. Every member is read once: a getter may throw, or answer differently the
 * second time. Parsed by hand, without zod: every first opening waits for this.
 */
export function readAnnouncement(event: Event): Announcement | undefined {
  try {
    const { info, provider } = (event as CustomEvent<{ info: Record<string, unknown>; provider: unknown }>).detail
    const { uuid, name, icon, rdns } = info
    if (typeof uuid !== 'string' || !UUID.test(uuid) || typeof name !== 'string' || !isObject(provider)) return undefined
    const domain = typeof rdns === 'string' && rdns.length <= 100 && RDNS.test(rdns) ? rdns : undefined
    return { uuid, name, icon, rdns: domain, provider }
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is object => Object(value) === value

/** The name to show; a wallet whose name has nothing visible (empty) is not listed. */
export const announcedName = ({ name }: Announcement): string => plainText(name, MAX_NAME_LENGTH)
