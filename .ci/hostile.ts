import fc from 'fast-check'
import { expect } from 'vitest'
import { WalletError } from '../src/lib/errors'
import { inFull } from './in-full.mjs'

/** How many inputs each parser of outside data gets. */
export const inputs = inFull(100_000, 200)
// The same inputs in every run of `npm test`, new ones in every soak.
if (process.env.SOAK !== '1') fc.configureGlobal({ seed: 1 })
/** Longer than any data that we read, and long enough for a slow regular expression to show. */
const BIG = 100_000
/** A linear parser is far faster than this many walks over the text, a quadratic one is not. */
const WALKS = 5_000
/** Below this the time of the walks need not be measured. */
const SOON_MS = 250

/** Text parts that are invisible, end a text, or have a special meaning. */
const odd = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'then', 'javascript:', 'data:', 'https://', '//', '://', 'null'],
  ...['%', '%00', '%2e', '\\', ':', '/', '@', '?', '#', '&', '=', ' ', ',', '.', '-', '+', '_', '~', '|', '\t', '\n', '\r\n'],
  ...[
    '\u0000',
    '\u001b',
    '\u200b',
    '\u202e',
    '\u2066',
    '\ufeff',
    '\ud800',
    '🦊',
    '👩‍👩‍👧',
    'e\u0301',
    'ﬀ',
    '１',
    '٣',
    'Å',
    '€',
    '"',
    "'",
    '`',
    '<',
    '>',
  ],
  ...['1e309', '-0', '0x', '0x0', 'NaN', 'Infinity', '{}', '[]', '<img src=x onerror=alert(1)>', 'A'.repeat(5_000)],
]
const word = fc.oneof(fc.constantFrom(...odd), fc.string({ unit: 'binary', maxLength: 8 }), fc.string({ maxLength: 8 }))
const spot = fc.double({ min: 0, max: 1, noNaN: true })
const edit = fc.record({ at: spot, cut: fc.integer({ min: 0, max: 12 }), word })

/** Texts close to a parser's valid input: the given ones, changed in a few places, recombined, or something entirely different. */
export function hostileText(...near: readonly string[]): fc.Arbitrary<string> {
  const changed = fc.tuple(fc.constantFrom(...near), fc.array(edit, { minLength: 1, maxLength: 4 })).map(([text, edits]) =>
    edits.reduce((before, { at, cut, word }) => {
      const from = Math.floor(at * before.length)
      return before.slice(0, from) + word + before.slice(from + cut)
    }, text),
  )
  const parts = [...new Set(near.flatMap((text) => text.match(/\w+|\W/g) ?? []))]
  const joined = fc.array(fc.oneof(fc.constantFrom('', ...parts), word), { maxLength: 12 }).map((all) => all.join(''))
  return fc.oneof(
    { weight: 3, arbitrary: changed },
    { weight: 2, arbitrary: joined },
    fc.string({ unit: 'binary', maxLength: 200 }),
  )
}

const names = fc.constantFrom('PROTO', 'constructor', 'prototype', 'toString', 'valueOf', 'toJSON', 'then', 'length', 'a', '')
/** Any JSON value, with members named like those of every object. */
export const hostileJson: fc.Arbitrary<unknown> = fc
  .oneof(
    {
      weight: 3,
      arbitrary: fc.oneof(fc.constantFrom(null, true, 0, -1, 1e308, 1e-7, '', [], {}), word, fc.double({ noNaN: true })),
    },
    fc.object({ key: names, maxDepth: 2, maxKeys: 3, values: [fc.constantFrom<unknown>(null, 1, '', 'x', true), word] }),
    fc.array(fc.constantFrom<unknown>(null, 1, '', {}), { maxLength: 3 }),
  )
  .map((value) => JSON.parse((JSON.stringify(value) ?? 'null').replaceAll('"PROTO"', '"__proto__"')))

type Change = {
  readonly at: number
  readonly kind: 'replace' | 'remove' | 'double' | 'add' | 'text'
  readonly value: unknown
  readonly text: string
}
const change: fc.Arbitrary<Change> = fc.record({
  at: spot,
  kind: fc.constantFrom('replace', 'remove', 'double', 'add', 'text'),
  value: hostileJson,
  text: word,
})

/** JSON values close to the given ones: changed in a few places, or entirely different. */
export function hostileLike(...near: readonly unknown[]): fc.Arbitrary<unknown> {
  const changed = fc
    .tuple(fc.constantFrom(...near), fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([value, changes]) => changes.reduce(apply, JSON.parse(JSON.stringify({ value })))?.value)
  return fc.oneof({ weight: 5, arbitrary: changed }, hostileJson)
}

type Holder = Record<string, unknown>
function apply(root: Holder, { at, kind, value, text }: Change): Holder {
  const places: [Holder, string][] = []
  const visit = (holder: Holder) => {
    for (const key of Object.keys(holder)) {
      places.push([holder, key])
      const inner = holder[key]
      if (typeof inner === 'object' && inner !== null) visit(inner as Holder)
    }
  }
  visit(root)
  const [holder, key] = places[Math.floor(at * (places.length - 1))] ?? [root, 'value']
  const before = holder[key]
  if (kind === 'remove' && holder !== root) delete holder[key]
  else if (kind === 'double' && Array.isArray(before) && before.length <= 20)
    holder[key] = Array.from({ length: 30 }, () => before).flat()
  else if (kind === 'add' && typeof before === 'object' && before !== null)
    Object.defineProperty(before, '__proto__', { value, enumerable: true, configurable: true, writable: true })
  else if (kind === 'text' && typeof before === 'string') holder[key] = before + text
  else holder[key] = value
  return root
}

/** Creates a value late, because one that throws on access must not be accessed early. */
export type Maker = () => unknown

/** Objects whose members throw, or that have no prototype. */
export const hostileObject: fc.Arbitrary<Maker> = fc.oneof(
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true, withSparseArray: true }).map(made),
  fc.constantFrom<Maker>(
    () => new Proxy({}, { get: thrower, has: thrower, ownKeys: thrower, getOwnPropertyDescriptor: thrower }),
    () => new Proxy([], { get: thrower }),
    () => new Proxy(() => {}, { apply: thrower, get: thrower }),
    () => ({ toString: thrower, valueOf: thrower, toJSON: thrower }),
    () => Object.create(null),
    () => Symbol('hostile'),
  ),
)
export function made<Value>(value: Value): () => Value {
  return () => value
}
function thrower(): never {
  throw new Error('hostile')
}

/**
 * Runs a parser: it must return something or throw an error of the catalogue, and change no object's prototype. Checked without
 * `expect`, which takes longer than most parsers and would run a hundred thousand times.
 */
export async function survive(parse: () => unknown): Promise<unknown> {
  const found = await read(parse)
  for (const member in Object.prototype) throw new Error(`Object.prototype has been given ${member}`)
  checkPrototypes(found)
  return found
}
async function read(parse: () => unknown): Promise<unknown> {
  try {
    return await parse()
  } catch (error) {
    if (!(error instanceof WalletError)) throw error
    return undefined
  }
}

/** The result consists of ordinary arrays and objects: no input has injected a prototype. */
function checkPrototypes(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null || depth > 8) return
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== Array.prototype && prototype !== null) {
    if (ArrayBuffer.isView(value) || builtIn.some((each) => value instanceof each)) return
    throw new Error('The parsed value has a foreign prototype')
  }
  for (const key of Object.keys(value)) checkPrototypes(Reflect.get(value, key), depth + 1)
}
const builtIn = [Error, Date, Map, Set]

/** Length of a value as JSON. */
export const sizeOf = (value: unknown): number =>
  (JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each)) ?? '').length

/** A parser must be fast on long texts that a regular expression can match in several ways. */
export function expectLinear(parse: (text: string) => unknown, ...near: readonly string[]): void {
  const units = [
    'a',
    '0',
    '/',
    '.',
    ' ',
    ':',
    '-',
    ';a',
    '0.',
    'a.',
    '%',
    '[',
    '{"a":',
    '\n',
    '\n- ',
    'A ',
    '&',
    '\u0301',
    '=',
    '0x',
    ',',
  ]
  for (const unit of units)
    for (const start of ['', ...near])
      for (const end of ['', '!', '"']) {
        const text = start + unit.repeat(BIG / unit.length) + end
        const started = performance.now()
        try {
          parse(text)
        } catch (error) {
          expect(error).toBeInstanceOf(WalletError)
        }
        expectSoon(performance.now() - started, text)
      }
}

/** Fails if parsing a text took longer than walking over it thousands of times, on this machine now. */
export function expectSoon(taken: number, text: string): void {
  if (taken < SOON_MS) return
  const started = performance.now()
  let sum = 0
  for (let walk = 0; walk < WALKS; walk += 1) {
    for (let at = 0; at < text.length; at += 1) sum += text.charCodeAt(at)
    if (sum > 0 && performance.now() - started > taken) return
  }
  expect.fail(`${text.slice(0, 60)}…${text.slice(-10)}: read in ${taken} ms, walked over in ${performance.now() - started}`)
}
