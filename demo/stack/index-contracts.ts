import { decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { Chain } from './chain'
import type { Db } from './database'
import type { Moved } from './index-moves'
import { rpcBatch } from './rpc'
import type { NftInfo } from './wire-history'

/** An ERC-20's own metadata. */
type TokenFacts = { readonly address: string; readonly name: string; readonly symbol: string; readonly decimals: number }

export type Contracts = ReturnType<typeof createContracts>

const abi = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function tokenURI(uint256) view returns (string)',
  'function uri(uint256) view returns (string)',
])
type Read = 'name' | 'symbol' | 'decimals' | 'tokenURI' | 'uri'
/** Names that promise a reward for visiting a page are a sign of spam. */
const BAIT = /claim|reward|visit|airdrop|https?:/i

const keyOf = ({ token, id }: Moved) => `${token} ${id}`

/** Metadata of a chain's contracts, each requested once and stored. */
export function createContracts({ url, networkId }: Chain, db: Db) {
  const tokens = new Map<string, TokenFacts | undefined>()
  const collectibles = new Map<string, NftInfo>()
  const kept = (table: string, key: string, value: string) =>
    db.prepare(`select body from ${table} where network = ? and ${key} = ?`).get(networkId, value) as { body: string } | undefined

  /** Answers in the order of the calls; `undefined` if a contract has none. */
  async function ask(calls: readonly { to: string; read: Read; args?: readonly [bigint] }[]): Promise<unknown[]> {
    const requests = calls.map(({ to, read, args }) => ({
      method: 'eth_call',
      params: [{ to, data: encodeFunctionData({ abi, functionName: read, args } as never) }, 'latest'],
    }))
    const answers = (await rpcBatch(url, requests, { allowFailure: true })) as (Hex | undefined)[]
    return answers.map((data, i) => {
      try {
        return decodeFunctionResult({ abi, functionName: calls[i]?.read ?? 'name', data: data ?? '0x' })
      } catch {
        return undefined
      }
    })
  }

  async function learnTokens(addresses: readonly string[]) {
    const reads = ['name', 'symbol', 'decimals'] as const
    const said = await ask(addresses.flatMap((to) => reads.map((read) => ({ to, read }))))
    addresses.forEach((address, i) => {
      const [name, symbol, decimals] = said.slice(3 * i, 3 * i + 3)
      const isToken = typeof name === 'string' && typeof symbol === 'string' && typeof decimals === 'number'
      const facts = isToken ? { address, name, symbol, decimals } : undefined
      tokens.set(address, facts)
      db.prepare('insert or replace into tokens values (?, ?, ?)').run(networkId, address, JSON.stringify(facts ?? null))
    })
  }

  async function learnCollectibles(moves: readonly Moved[]) {
    const said = await ask(
      moves.map(({ token, id, standard }) => ({ to: token, read: standard === 'erc721' ? 'tokenURI' : 'uri', args: [id] })),
    )
    moves.forEach((move, i) => {
      const info = infoOf(said[i], move.id)
      collectibles.set(keyOf(move), info)
      db.prepare('insert or replace into collectibles values (?, ?, ?)').run(networkId, keyOf(move), JSON.stringify(info))
    })
  }

  const token = (address: string): TokenFacts | undefined => {
    if (!tokens.has(address)) {
      const found = kept('tokens', 'address', address)
      if (!found) return undefined
      tokens.set(address, (JSON.parse(found.body) as TokenFacts | null) ?? undefined)
    }
    return tokens.get(address)
  }

  const knownCollectible = (move: Moved): NftInfo | undefined => {
    const key = keyOf(move)
    const found = collectibles.has(key) ? undefined : kept('collectibles', 'id', key)
    if (found) collectibles.set(key, JSON.parse(found.body) as NftInfo)
    return collectibles.get(key)
  }

  return {
    /** Requests metadata of the moves' contracts that are not known yet. */
    async learn(moves: readonly Moved[]): Promise<void> {
      const newTokens = new Set(
        moves.flatMap(({ kind, token: address }) => {
          if (kind !== 'token') return []
          token(address)
          return tokens.has(address) ? [] : [address]
        }),
      )
      const newOnes = new Map(
        moves.flatMap((move) => (move.kind === 'nft' && !knownCollectible(move) ? [[keyOf(move), move] as const] : [])),
      )
      await learnTokens([...newTokens])
      await learnCollectibles([...newOnes.values()])
    },
    token,
    collectible: (move: Moved): NftInfo => knownCollectible(move) ?? infoOf(undefined, move.id),
  }
}

/** Metadata in a data URI; a collectible without a name is named by its number. */
function infoOf(uri: unknown, id: bigint): NftInfo {
  try {
    if (typeof uri !== 'string' || !uri.startsWith('data:application/json')) throw new Error('Not in the chain')
    const text = uri.slice(uri.indexOf(',') + 1)
    const json = uri.slice(0, uri.indexOf(',')).endsWith(';base64') ? Buffer.from(text, 'base64').toString() : text
    const { name, image } = JSON.parse(json) as { name: string; image: string }
    const preview = { url: image, content_type: 'image/svg+xml' }
    return { name, content: { preview, detail: null }, flags: { is_spam: BAIT.test(name) } }
  } catch {
    return { name: `#${id}`, content: { preview: null, detail: null }, flags: { is_spam: false } }
  }
}
