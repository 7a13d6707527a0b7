import { getRequestListener } from '@hono/node-server'
import { blake2b } from '@noble/hashes/blake2.js'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { writeSs58 } from '../../src/lib/ss58'
import { keyOfSeed } from './ed25519'
import { type Piece, startHttp } from './listen'
import { POLKADOT_NETWORK_ID } from './networks'
import { devSeeds } from './solana-keys'

const GENESIS = '0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3'
const ACCOUNTS = '0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9'
/** What each development account holds, in planck: 10,000,000,000 make one DOT. */
const POLKADOT_HOLDINGS: readonly bigint[] = [12_345_678_901n, 5_000_000_000n]

export type Polkadot = Piece & { readonly networkId: typeof POLKADOT_NETWORK_ID }
type Call = { id?: unknown; method?: unknown; params?: unknown }

/** The development accounts on the relay chain: the mnemonic's ed25519 keys, which Substrate accepts beside its own kind. */
export const polkadotAddresses = async (): Promise<string[]> =>
  (await devSeeds()).map((seed) => writeSs58(keyOfSeed(seed).publicKey, 0))

/** A mock JSON-RPC node of Polkadot's relay chain, as far as balances need it. */
export async function startPolkadot(port: number): Promise<Polkadot> {
  const keys = (await devSeeds(POLKADOT_HOLDINGS.length)).map((seed) => keyOfSeed(seed).publicKey)
  const storage = new Map(keys.map((key, index) => [storageKey(key), accountInfo(POLKADOT_HOLDINGS[index] ?? 0n)]))
  const methods: Record<string, (params: readonly unknown[]) => unknown> = {
    chain_getBlockHash: ([height]) => (height === 0 ? GENESIS : null),
    state_getStorage: ([key]) => storage.get(String(key)) ?? null,
    system_chain: () => 'Polkadot',
  }
  const answer = ({ id = null, method, params }: Call) => {
    const run = typeof method === 'string' && Object.hasOwn(methods, method) ? methods[method] : undefined
    const outcome = run
      ? { result: run(Array.isArray(params) ? params : []) }
      : { error: { code: -32601, message: 'Method not found' } }
    return { jsonrpc: '2.0', id, ...outcome }
  }
  const routes = new Hono()
  routes.use(cors())
  routes.post('/', async (c) => {
    const body = (await c.req.json().catch(() => ({}))) as Call | Call[]
    return c.json(Array.isArray(body) ? body.map(answer) : answer(body))
  })
  const piece = await startHttp(getRequestListener(routes.fetch), port)
  return { ...piece, networkId: POLKADOT_NETWORK_ID }
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const storageKey = (key: Uint8Array) => `${ACCOUNTS}${hex(blake2b(key, { dkLen: 16 }))}${hex(key)}`

/** SCALE: nonce and three counts, then free, reserved, frozen and flags, sixteen bytes each. */
function accountInfo(free: bigint): string {
  const bytes = Buffer.alloc(80)
  bytes.writeUInt32LE(7, 0)
  bytes.writeUInt32LE(1, 8)
  bytes.writeBigUInt64LE(free & 0xffff_ffff_ffff_ffffn, 16)
  bytes.writeBigUInt64LE(free >> 64n, 24)
  return `0x${hex(bytes)}`
}
