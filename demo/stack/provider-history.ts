import type { Db } from './database'
import { ProviderRefusal } from './provider-errors'
import type { Line } from './wire-history'

const PAGE = 50

type Row = { at: number; network: string; block: number; position: number; body: string }
/** A place in time that stays the same when newer transactions arrive, unlike a page number. */
type Place = readonly [at: number, network: string, block: number, position: number]

/** Reads of an account's transactions from the index, newest first, in pages of 50; `owner` as the index writes it. */
export function createHistory(db: Db) {
  const order = 'order by at desc, network desc, block desc, position desc limit ?'
  const page = (where: string, ...values: (string | number)[]) =>
    db.prepare(`select at, network, block, position, body from entries where ${where} ${order}`).all(...values, PAGE + 1) as Row[]

  return (owner: string, { networks, cursor }: { networks: readonly string[]; cursor: string | undefined }) => {
    const asked = networks.map(() => '?').join()
    const own = `owner = ? and network in (${asked})`
    const before = cursor === undefined ? undefined : readCursor(cursor)
    const rows = before
      ? page(`${own} and (at, network, block, position) < (?, ?, ?, ?)`, owner, ...networks, ...before)
      : page(own, owner, ...networks)
    const last = rows.length > PAGE ? rows[PAGE - 1] : undefined
    return {
      data: rows.slice(0, PAGE).map(({ body }) => JSON.parse(body) as Line),
      next: last ? writeCursor([last.at, last.network, last.block, last.position]) : null,
    }
  }
}

const writeCursor = (place: Place) => Buffer.from(JSON.stringify(place)).toString('base64url')

function readCursor(cursor: string): Place {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const [at, network, block, position]: unknown[] = Array.isArray(place) ? place : []
    const numbers = typeof at === 'number' && typeof block === 'number' && typeof position === 'number'
    if (numbers && typeof network === 'string') return [at, network, block, position]
  } catch {}
  throw new ProviderRefusal('cursor', 'The cursor is not valid')
}
