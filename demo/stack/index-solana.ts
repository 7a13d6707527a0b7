import { createHash } from 'node:crypto'
import type { Db } from './database'
import type { PriceOf } from './prices'
import { rpcBatch } from './rpc'
import type { SolanaChain } from './solana'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './solana-account'
import type { TokenBalance } from './solana-ledger'
import { entryOf, type Transfer, transferOf } from './wire-history'

const LIMIT = 1_000
const COIN = { name: 'Solana', symbol: 'SOL', decimals: 9 }

type Signature = { signature: string; slot: number; blockTime: number; err: unknown }
type Body = {
  transaction: { message: { accountKeys: string[] } }
  meta: {
    fee: number
    preBalances: number[]
    postBalances: number[]
    preTokenBalances: TokenBalance[]
    postTokenBalances: TokenBalance[]
  }
}
type Change = { readonly token: string; readonly amount: bigint }

/** Reads an account's transactions of the local Solana into the store; each call reads those that are new. */
export function followSolana(
  { url, networkId, tokens }: SolanaChain,
  db: Db,
  { priceOf, iconOf }: { priceOf: PriceOf; iconOf: (symbol: string) => string },
) {
  const put = db.prepare('insert or ignore into entries values (?, ?, ?, ?, ?, ?)')
  const known = db.prepare('select 1 from entries where owner = ? and network = ? and block = ? and position = ?')

  return async (owner: string): Promise<void> => {
    const lists = (await rpcBatch(
      url,
      [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].map((programId) => ({
        method: 'getTokenAccountsByOwner',
        params: [owner, { programId }, { encoding: 'base64' }],
      })),
    )) as { value: { pubkey: string }[] }[]
    // Tokens are sent to token accounts, so that the owner need not be in the transaction.
    const accounts = [owner, ...lists.flatMap(({ value }) => value.map(({ pubkey }) => pubkey))]
    const found = (await rpcBatch(
      url,
      accounts.map((account) => ({ method: 'getSignaturesForAddress', params: [account, { limit: LIMIT }] })),
    )) as Signature[][]
    const all = new Map(found.flat().map((each) => [each.signature, each]))
    const fresh = [...all.values()].filter((each) => !known.get(owner, networkId, each.slot, positionOf(each.signature)))
    const bodies = (await rpcBatch(
      url,
      fresh.map(({ signature }) => ({
        method: 'getTransaction',
        params: [signature, { encoding: 'json', maxSupportedTransactionVersion: 0 }],
      })),
    )) as (Body | null)[]
    fresh.forEach((each, i) => {
      const body = bodies[i]
      if (body) keep(owner, each, body)
    })
  }

  function keep(owner: string, { signature, slot, blockTime, err }: Signature, { transaction, meta }: Body) {
    const keys = transaction.message.accountKeys
    const paid = keys[0] === owner ? BigInt(meta.fee) : 0n
    const changes = changesOf(owner, keys, meta, paid)
    const transfers = changes.flatMap(({ token, amount }): Transfer[] => {
      const facts = token === '' ? COIN : tokens.find(({ address }) => address === token)
      if (!facts) return []
      const size = amount < 0n ? -amount : amount
      return [transferOf(facts, amount < 0n ? 'out' : 'in', size, iconOf(facts.symbol), priceOf(facts.symbol, blockTime))]
    })
    const directions = new Set(transfers.map(({ direction }) => direction))
    const operation =
      directions.size === 2 ? 'trade' : directions.has('in') ? 'receive' : directions.has('out') ? 'send' : 'execute'
    const [token] = changes.map((change) => change.token)
    const others = [...new Set(ownersOf(keys, meta, token))].filter((each) => each !== owner)
    const other = others[0] ?? ''
    const entry = entryOf({
      id: signature.slice(0, 32),
      operation,
      hash: signature,
      minedAt: blockTime,
      from: operation === 'receive' ? other : (keys[0] ?? ''),
      to: operation === 'receive' ? owner : other,
      succeeded: err === null,
      nonce: 0,
      network: networkId,
      transfers,
    })
    put.run(owner, networkId, blockTime, slot, positionOf(signature), JSON.stringify(entry))
  }
}

/** A stable number that distinguishes the transactions of one slot. */
const positionOf = (signature: string) => createHash('sha256').update(signature).digest().readUIntBE(0, 6)

/** Changes of an account's coin (`''`) and tokens, without the fee. */
function changesOf(owner: string, keys: readonly string[], meta: Body['meta'], paid: bigint): readonly Change[] {
  const at = keys.indexOf(owner)
  const lamports = at < 0 ? 0n : BigInt(meta.postBalances[at] ?? 0) - BigInt(meta.preBalances[at] ?? 0) + paid
  const sums = new Map<string, bigint>()
  const add = (list: readonly TokenBalance[], sign: bigint) => {
    for (const { mint, owner: holder, uiTokenAmount } of list)
      if (holder === owner) sums.set(mint, (sums.get(mint) ?? 0n) + sign * BigInt(uiTokenAmount.amount))
  }
  add(meta.preTokenBalances, -1n)
  add(meta.postTokenBalances, 1n)
  const changed = [...sums].flatMap(([token, amount]) => (amount === 0n ? [] : [{ token, amount }]))
  // The rent of an account opened by a token transfer is not a payment.
  return changed.length > 0 || lamports === 0n ? changed : [{ token: '', amount: lamports }]
}

/** The owners whose balance of the token changed. */
function ownersOf(keys: readonly string[], meta: Body['meta'], token: string | undefined): readonly string[] {
  if (token)
    return [...meta.preTokenBalances, ...meta.postTokenBalances].flatMap((each) => (each.mint === token ? [each.owner] : []))
  return keys.filter((_, i) => meta.preBalances[i] !== meta.postBalances[i])
}
