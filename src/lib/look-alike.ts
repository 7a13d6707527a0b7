import { isSolanaAddress } from './base58'
import { EVM_ADDRESS } from './evm-address'

/** People compare the first and last characters; an address with this many equal ones at both ends is a look-alike (SECURITY 14). */
const COMPARED = 4

/** The part of an address that people compare; undefined for any other text. Hex in lower case. */
function bodyOf(address: string): string | undefined {
  if (EVM_ADDRESS.test(address)) return address.slice(2).toLowerCase()
  return isSolanaAddress(address) ? address : undefined
}

/** The one of `known` that an address could be mistaken for: another one, with the same first and last four characters. */
export function lookAlikeOf(address: string, known: readonly string[]): string | undefined {
  const body = bodyOf(address)
  if (body === undefined) return undefined
  const others = known.flatMap((each) => ({ each, other: bodyOf(each) }))
  // An address that was chosen before is no trap, even if it resembles another one.
  if (others.some(({ other }) => other === body)) return undefined
  return others.find(({ other }) => other && other.slice(0, COMPARED) === body.slice(0, COMPARED) && endOf(other) === endOf(body))
    ?.each
}

const endOf = (body: string) => body.slice(-COMPARED)

/** For each character of `address` whether it differs from the other's at that place; case says nothing in hex. */
export function differences(address: string, other: string): readonly boolean[] {
  const fold = EVM_ADDRESS.test(address) ? (text: string) => text.toLowerCase() : (text: string) => text
  const [one, two] = [fold(address), fold(other)]
  return [...one].map((character, at) => character !== two[at])
}
