import { plainText } from '../lib/text'
import { MAX_NAME_LENGTH } from './limits'

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i
const RDNS = /^[a-z\d_-]+(?:\.[a-z\d_-]+)+$/i

/** What a wallet says of itself (EIP-6963), unchecked but for its shape. */
export type Announcement = {
  readonly uuid: string
  readonly name: string
  readonly icon: unknown
  readonly rdns: string | undefined
  readonly provider: object
}

/**
 * An announcement; undefined for one that cannot be read. Everything is read once: a getter may throw, or answer otherwise the
 * second time. By hand, without zod: every first opening waits for this.
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

/** The name to show; empty where nothing of it can be seen, and then there is no wallet to list. */
export const announcedName = ({ name }: Announcement): string => plainText(name, MAX_NAME_LENGTH)
