import { lookAlikeOf } from '../../src/lib/look-alike'
import { type Call, readToken } from './calls'

const MAX = 100

/** Addresses that a person has sent to from here; another address that resembles one of them is a trap (SECURITY 14). */
function payeesOf(person: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(`payees ${person}`) ?? '[]')
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}

/** Stores the receivers of approved calls. */
export function notePayees(person: string, calls: readonly Call[]): void {
  const paid = calls.flatMap(({ to, data = '0x' }) => (data === '0x' ? (to ?? []) : (readToken(data)?.who ?? [])))
  const all = [...new Set([...paid, ...payeesOf(person)])].slice(0, MAX)
  localStorage.setItem(`payees ${person}`, JSON.stringify(all))
}

/** The known address that this one could be mistaken for. */
export const mistakenFor = (person: string, address: string, own: string): string | undefined =>
  lookAlikeOf(address, [...payeesOf(person), own])
