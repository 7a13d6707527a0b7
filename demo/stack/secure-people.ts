import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** A person who has signed in; the wallet's key is only in the person's own browser. */
export type Person = { readonly id: string; email: string | null; name: string | null; readonly devices: Set<string> }

/** An error with a text for the person. */
export class Refusal extends Error {
  override name = 'Refusal'
}

const CODE_LIFE_MS = 20 * 60_000
const COOLDOWN_MS = 30_000
const TRIES = 5

const hash = (text: string) => createHash('sha256').update(text).digest()
export const secret = () => randomBytes(32).toString('base64url')

type Code = { readonly hash: Buffer; readonly end: number; tries: number }

/** Six digits by mail: valid for 20 minutes, for one use, for five tries. */
export function createCodes() {
  const codes = new Map<string, Code>()
  return {
    make(key: string): string {
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      codes.set(key, { hash: hash(code), end: Date.now() + CODE_LIFE_MS, tries: 0 })
      return code
    },
    /** Throws Refusal unless it is the newest code. */
    use(key: string, text: unknown): void {
      const code = codes.get(key)
      if (!code || code.end < Date.now()) throw new Refusal('That code has expired. Ask for a new one.')
      if (++code.tries > TRIES) {
        codes.delete(key)
        throw new Refusal('Too many tries. Ask for a new code.')
      }
      if (typeof text !== 'string' || !timingSafeEqual(hash(text), code.hash))
        throw new Refusal('That code didn’t match. Use the newest email.')
      codes.delete(key)
    },
  }
}

/** One mail to an address in 30 seconds; throws Refusal with the seconds left. */
export function createCooldown() {
  const sent = new Map<string, number>()
  return (address: string) => {
    const left = Math.ceil(((sent.get(address) ?? 0) + COOLDOWN_MS - Date.now()) / 1000)
    if (left > 0) throw new Refusal(`Please try again after ${left} seconds`)
    sent.set(address, Date.now())
  }
}

/** All people who have signed in, by their proof of identity, and the open sessions. */
export function createPeople() {
  const byProof = new Map<string, Person>()
  const sessions = new Map<string, Person>()
  const find = (proof: string): Person => {
    const known = byProof.get(proof)
    if (known) return known
    const made: Person = { id: randomBytes(12).toString('hex'), email: null, name: null, devices: new Set() }
    byProof.set(proof, made)
    return made
  }
  return {
    known: (proof: string) => byProof.get(proof),
    signIn(proof: string, details: { email?: string | null; name?: string | null }, device: string) {
      const person = find(proof)
      // An e-mail address changed here counts, whatever a social network reports.
      const changed = byProof.get(`email:${person.email}`) === person
      if (details.email !== undefined && !changed) person.email = details.email
      if (details.name !== undefined) person.name = details.name
      person.devices.add(device)
      const token = secret()
      sessions.set(token, person)
      return { token, user: { id: person.id, email: person.email, name: person.name } }
    },
    bySession: (token: string) => sessions.get(token),
    signOut: (token: string) => void sessions.delete(token),
    /** Makes the new address the person's proof of identity. Throws Refusal if it has become somebody else's meanwhile. */
    rename(person: Person, email: string) {
      const other = byProof.get(`email:${email}`)
      if (other && other !== person) throw new Refusal('This address is in use')
      for (const [proof, each] of byProof) if (each === person && proof.startsWith('email:')) byProof.delete(proof)
      byProof.set(`email:${email}`, person)
      person.email = email
    },
  }
}
