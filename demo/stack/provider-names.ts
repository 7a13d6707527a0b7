import { Hono } from 'hono'
import { type Address, createPublicClient, type Hex, http, isAddress } from 'viem'
import { verifyMessage } from 'viem/actions'
import * as z from 'zod/mini'
import type { Chain } from './chain'
import type { Db } from './database'
import { ProviderRefusal } from './provider-errors'

/** Zones in which names can be registered. */
const ZONES: readonly string[] = ['reown.id', 'demo.id']
const LABEL = /^[a-z0-9-]{4,64}$/
const MIN_SUGGESTED = 3
const MAX_SUGGESTIONS = 5
/** A signed message is valid for this long before and after its time. */
const TIMESTAMP_WINDOW_S = 10
const EVM_BIT = 0x80000000
const ETHER_COIN_TYPE = 60

const Registration = z.object({ coin_type: z.int(), address: z.string(), message: z.string(), signature: z.string() })
const Message = z.object({ name: z.string(), attributes: z.optional(z.record(z.string(), z.string())), timestamp: z.int() })

/** A registered name as the API words it. */
type NameRecord = {
  name: string
  registered_at: string
  updated_at: string | null
  attributes: Readonly<Record<string, string>>
  addresses: Readonly<Record<string, { address: string; created_at: string }>>
}

/** Names in the store, each with one owner. */
export function createNames(db: Db) {
  const parse = (row: unknown) => JSON.parse((row as { body: string }).body) as NameRecord
  return {
    find: (name: string): NameRecord | undefined => {
      const row = db.prepare('select body from names where name = ?').get(name)
      return row ? parse(row) : undefined
    },
    /** Names of an address, the newest first. */
    of: (address: string): readonly NameRecord[] =>
      db.prepare('select body from names where owner = ? order by rowid desc').all(address.toLowerCase()).map(parse),
    /** Throws a ProviderRefusal if the name is taken. */
    register(name: string, address: string, coinTypes: readonly number[], attributes: NameRecord['attributes'] = {}): NameRecord {
      const now = new Date().toISOString()
      const addresses = Object.fromEntries(coinTypes.map((type) => [type, { address, created_at: now }]))
      const record = { name, registered_at: now, updated_at: null, attributes, addresses }
      const added = db
        .prepare('insert or ignore into names values (?, ?, ?)')
        .run(name, address.toLowerCase(), JSON.stringify(record))
      if (added.changes === 0) throw new ProviderRefusal('name', `Name is already registered: ${name}`)
      return record
    },
  }
}
type Names = ReturnType<typeof createNames>

/** `/v1/profile`: look-up, reverse, suggestions and registration, whose signature is checked on the chain that it names. */
export function nameRoutes(names: Names, chains: readonly Chain[]): Hono {
  const routes = new Hono()

  routes.get('/account/:name', (c) => {
    const name = c.req.param('name')
    if (!partsOf(name)) throw new ProviderRefusal('name', `Invalid name format: ${name}`)
    const found = names.find(name)
    if (found) return c.json(found)
    if (c.req.query('apiVersion') === '2') return c.json([])
    throw new ProviderRefusal('name', `Name is not registered: ${name}`, 404)
  })

  routes.get('/reverse/:address', (c) => {
    const address = c.req.param('address')
    if (!isAddress(address, { strict: false })) throw new ProviderRefusal('address', 'The address provided is invalid')
    const found = names.of(address)
    if (found.length > 0 || c.req.query('apiVersion') === '2') return c.json(found)
    throw new ProviderRefusal('address', `No name for the address: ${address}`, 404)
  })

  routes.get('/suggestions/:name', (c) => {
    const label = c.req.param('name').toLowerCase()
    const zone = c.req.query('zone') ?? ZONES[0] ?? ''
    if (!ZONES.includes(zone)) throw new ProviderRefusal('zone', `Invalid zone: ${zone}`)
    if (label.length < MIN_SUGGESTED || !/^[a-z0-9.-]+$/.test(label))
      throw new ProviderRefusal('name', `Invalid name format: ${label}`)
    const labels = [label, ...['hub', 'codes', 'wallet', 'online'].map((word) => `${label.replaceAll('.', '')}${word}`)]
    const suggestions = labels.slice(0, MAX_SUGGESTIONS).map((each) => {
      const name = `${each}.${zone}`
      return { name, registered: names.find(name) !== undefined }
    })
    return c.json({ suggestions })
  })

  routes.post('/account', async (c) => {
    const { coin_type, address, message, signature } = read(Registration, await c.req.json().catch(() => undefined), 'body')
    const wanted = read(Message, parseJson(message), 'message')
    const parts = partsOf(wanted.name)
    if (!parts) throw new ProviderRefusal('name', `Invalid name format: ${wanted.name}`)
    if (!ZONES.includes(parts.zone)) throw new ProviderRefusal('name', `Invalid zone: ${parts.zone}`)
    if (!LABEL.test(parts.label)) throw new ProviderRefusal('name', `Invalid name length or format: ${parts.label}`)
    if (Object.keys(wanted.attributes ?? {}).some((key) => key !== 'bio'))
      throw new ProviderRefusal('attributes', 'Unsupported attribute')
    if (Math.abs(wanted.timestamp - Date.now() / 1000) > TIMESTAMP_WINDOW_S)
      throw new ProviderRefusal('timestamp', 'Signature UNIXTIME timestamp is too old')
    if (!isAddress(address)) throw new ProviderRefusal('address', 'The address provided is invalid')
    const chain = chains.find(({ chainId }) => chainId === chainOf(coin_type))
    if (!chain && coin_type !== ETHER_COIN_TYPE) throw new ProviderRefusal('coin_type', `Unsupported coin type: ${coin_type}`)
    if (!(await isSigned(chain ?? chains[0], address, message, signature)))
      throw new ProviderRefusal('signature', 'Signature validation failed', 401)
    return c.json(names.register(wanted.name, address, [...new Set([ETHER_COIN_TYPE, coin_type])], wanted.attributes))
  })
  return routes
}

/** ENSIP-11: the EVM chain of a coin type. */
const chainOf = (coinType: number) => (coinType >= EVM_BIT ? coinType - EVM_BIT : undefined)

function partsOf(name: string): { label: string; zone: string } | undefined {
  const [label, ...zone] = name.split('.')
  return label && zone.length === 2 ? { label, zone: zone.join('.') } : undefined
}

/** EOA, ERC-1271 and ERC-6492, on the chain of the coin type. */
async function isSigned(chain: Chain | undefined, address: Address, message: string, signature: string): Promise<boolean> {
  if (!chain || !/^0x[0-9a-f]+$/i.test(signature)) return false
  const client = createPublicClient({ transport: http(chain.url) })
  return verifyMessage(client, { address, message, signature: signature as Hex }).catch(() => false)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function read<Schema extends z.ZodMiniType>(schema: Schema, value: unknown, field: string): z.output<Schema> {
  const parsed = z.safeParse(schema, value)
  if (!parsed.success) throw new ProviderRefusal(field, `Invalid parameter: ${field}`)
  return parsed.data
}
