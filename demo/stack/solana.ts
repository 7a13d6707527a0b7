import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Keypair, PublicKey } from '@solana/web3.js'
import { freePort, type Piece, startHttp } from './listen'
import { SOLANA_NETWORK_ID } from './networks'
import {
  accountAt,
  type LedgerAccount,
  MINT_LENGTH,
  TOKEN_2022_PROGRAM,
  TOKEN_ACCOUNT_LENGTH,
  TOKEN_PROGRAM,
} from './solana-account'
import { RpcRefusal } from './solana-errors'
import { devSeeds } from './solana-keys'
import { createLedger, type Ledger } from './solana-ledger'
import { associatedAccount, createMethods, type Methods } from './solana-methods'
import { serveSubscriptions } from './solana-socket'

/** A token of the local Solana, of the token program or of its successor. */
export type SplToken = { readonly address: string; readonly name: string; readonly symbol: string; readonly decimals: number }

/** A running local Solana: JSON-RPC at `url`, subscriptions at `ws`. */
export type SolanaChain = Piece & {
  readonly networkId: typeof SOLANA_NETWORK_ID
  readonly ws: string
  readonly tokens: readonly SplToken[]
  /** Addresses of the ten development accounts. */
  readonly accounts: readonly string[]
}

const FUNDS = 1_000_000_000_000n
const SUPPLY = 1_000_000n
const MAX_BODY = 2_000_000

const wanted = [
  { name: 'Demo Dollar', symbol: 'DUSD', decimals: 6, program: TOKEN_PROGRAM },
  { name: 'Demo Token', symbol: 'DEMO', decimals: 9, program: TOKEN_2022_PROGRAM },
]

/**
 * Starts a Solana that an unmodified web3.js `Connection` accepts. Its sockets are on the same port and on the next one,
 * where web3.js looks for them by itself. `state` is a folder that keeps the accounts between runs.
 */
export async function startSolana(
  port: number,
  { state, slotMs }: { state?: string | undefined; slotMs?: number } = {},
): Promise<SolanaChain> {
  if (state) mkdirSync(state, { recursive: true })
  const file = state && join(state, 'solana.bin')
  const ledger = createLedger({ state: file, ...(slotMs && { slotMs }) })
  const stops: (() => unknown)[] = [() => ledger.stop()]
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each()
  }
  try {
    const methods = createMethods(ledger)
    const [http, socket] = await startPair(port, listener(methods))
    stops.push(http.stop, socket.stop, serveSubscriptions(ledger, [http.server, socket.server]))
    const keys = (await devSeeds()).map((seed) => Keypair.fromSeed(seed).publicKey.toBase58())
    for (const key of keys) if (!accountAt(ledger.svm, key)) ledger.airdrop(key, FUNDS)
    const tokens = wanted.map((token) => mint(ledger, token, keys[0] ?? ''))
    return { url: http.url, ws: socket.url.replace('http:', 'ws:'), networkId: SOLANA_NETWORK_ID, tokens, accounts: keys, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Two servers on ports that follow each other. */
async function startPair(port: number, answer: ReturnType<typeof listener>) {
  for (let at = port; ; at = await freePort()) {
    const http = await startHttp(answer, at)
    const next = Number(new URL(http.url).port) + 1
    try {
      return [http, await startHttp(answer, next)] as const
    } catch (error) {
      await http.stop()
      if (next > 65_535 || at === port) continue
      throw error
    }
  }
}

type Call = { readonly id?: unknown; readonly method?: unknown; readonly params?: unknown }

function listener(methods: Methods) {
  const cors = {
    'access-control-allow-origin': '*',
    'access-control-allow-headers': '*, content-type, solana-client',
    'access-control-allow-methods': 'POST, OPTIONS',
  }
  const one = ({ id = null, method, params }: Call) => {
    try {
      const run = typeof method === 'string' && Object.hasOwn(methods, method) ? methods[method] : undefined
      if (!run) throw new RpcRefusal(-32601, 'Method not found')
      return { jsonrpc: '2.0', id, result: run(Array.isArray(params) ? params : []) }
    } catch (error) {
      const { code = -32603, message, data } = error as Partial<RpcRefusal> & Error
      return { jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } }
    }
  }
  return async (request: IncomingMessage, response: ServerResponse) => {
    const say = (status: number, body?: unknown) => {
      response.writeHead(status, { ...cors, 'content-type': 'application/json' })
      response.end(body === undefined ? undefined : JSON.stringify(body))
    }
    if (request.method === 'OPTIONS') return say(204)
    if (request.method !== 'POST') return say(405)
    let text = ''
    for await (const part of request) {
      text += part
      if (text.length > MAX_BODY) return say(413)
    }
    try {
      const body = JSON.parse(text) as Call | Call[]
      say(200, Array.isArray(body) ? body.map(one) : one(body))
    } catch {
      say(200, { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } })
    }
  }
}

/** The ledger's own types are branded by a library that nothing here uses. */
const isForLedger = (value: object): value is LedgerAccount => 'lamports' in value && 'space' in value

/** Writes a mint and its first holder's account as they would be after their creation; the mint's address depends on the symbol alone. */
function mint({ svm }: Ledger, { name, symbol, decimals, program }: (typeof wanted)[number], holder: string): SplToken {
  const seed = createHash('sha256').update(`wallet-modal ${symbol}`).digest()
  const { publicKey } = Keypair.fromSeed(new Uint8Array(seed))
  const address = publicKey.toBase58()
  if (!accountAt(svm, address)) {
    const supply = SUPPLY * 10n ** BigInt(decimals)
    const data = Buffer.alloc(MINT_LENGTH)
    data.writeBigUInt64LE(supply, 36)
    data[44] = decimals
    data[45] = 1
    const held = Buffer.alloc(TOKEN_ACCOUNT_LENGTH)
    publicKey.toBuffer().copy(held)
    new PublicKey(holder).toBuffer().copy(held, 32)
    held.writeBigUInt64LE(supply, 64)
    held[108] = 1
    put(address, data)
    put(associatedAccount(holder, address, program), held)
  }
  return { address, name, symbol, decimals }

  function put(at: string, data: Buffer) {
    const lamports = svm.minimumBalanceForRentExemption(BigInt(data.length))
    const space = BigInt(data.length)
    const account: object = {
      address: at,
      data: new Uint8Array(data),
      executable: false,
      lamports,
      programAddress: program,
      space,
    }
    if (isForLedger(account)) svm.setAccount(account)
  }
}
