import { isSolanaAddress } from './base58'

/** People compare the first and the last characters; as many equal ones make another address a look-alike (SECURITY 14). */
const COMPARED = 4
const HEX = /^0x[0-9a-f]{40}$/i

/** The characters of an address that people compare; undefined for what is no address. Case says nothing in hex. */
function bodyOf(address: string): string | undefined {
  if (HEX.test(address)) return address.slice(2).toLowerCase()
  return isSolanaAddress(address) ? address : undefined
}

/** The one of `known` that an address could be mistaken for: another one, with the same first and last four characters. */
export function lookAlikeOf(address: string, known: readonly string[]): string | undefined {
  const body = bodyOf(address)
  if (body === undefined) return undefined
  const others = known.flatMap((each) => ({ each, other: bodyOf(each) }))
  // Whoever chose this very address before has chosen it; one that resembles another of theirs is still no trap.
  if (others.some(({ other }) => other === body)) return undefined
  return others.find(({ other }) => other && other.slice(0, COMPARED) === body.slice(0, COMPARED) && endOf(other) === endOf(body))
    ?.each
}

const endOf = (body: string) => body.slice(-COMPARED)

/** For each character of `address` whether it differs from the other's at that place; case says nothing in hex. */
export function differences(address: string, other: string): readonly boolean[] {
  const fold = HEX.test(address) ? (text: string) => text.toLowerCase() : (text: string) => text
  const [one, two] = [fold(address), fold(other)]
  return [...one].map((character, at) => character !== two[at])
}
