import { plainText } from '../lib/text'
import { MAX_NAME_LENGTH } from './limits'

/** When to look again for extensions that are slower than the page. */
export const LATE_MS: readonly number[] = [100, 400, 1_500]

/** Looks now, and again for extensions that are slower than the page. Returns its stop. */
export function lookFor(look: () => void): () => void {
  look()
  const timers = LATE_MS.map((ms) => setTimeout(look, ms))
  return () => {
    for (const timer of timers) clearTimeout(timer)
  }
}

/** The object at a path of the page (`a.b`) that has this method; undefined if it is missing or throws when read. */
export function inPage(path: string, method: string): object | undefined {
  try {
    const at = path.split('.').reduce<unknown>((owner, name) => Reflect.get(Object(owner), name), window)
    return typeof Object(at)[method] === 'function' ? Object(at) : undefined
  } catch {
    return undefined
  }
}

/** Whether two names mean the same wallet: some have "Wallet" in one place and not in another. */
export const isSameName = (one: string, other: string): boolean => bare(one) === bare(other)
const bare = (name: string) =>
  plainText(name, MAX_NAME_LENGTH)
    .toLowerCase()
    .replace(/ wallet$/, '')
