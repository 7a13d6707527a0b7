import type { CaipNetworkId } from '../lib/caip'
import { decimalOf } from '../lib/format'
import { safeImage } from '../lib/links'
import { z } from '../lib/schema'
import { plainText } from '../lib/text'
import type { Transaction, TransactionKind, Transfer } from '../lib/transaction'
import type { CallOptions } from './call'
import { endpoint } from './endpoint'
import { rows } from './rows'

const MAX_NAME_LENGTH = 60
const MAX_SYMBOL_LENGTH = 20
/** The server's pages hold 50. */
const MAX_PAGE = 1_000

/** One page of an account's transactions, newest first; `next` is absent on the last one. */
export type HistoryPage = { readonly transactions: readonly Transaction[]; readonly next: string | undefined }

type Asked = { readonly networkId: CaipNetworkId; readonly address: string; readonly cursor?: string | undefined }

const id = z.string().check(z.minLength(1), z.maxLength(200))
const party = z.nullish(z.string().check(z.maxLength(200)))
const instant = z.pipe(
  z.string(),
  z.transform((text, context) => {
    const time = Date.parse(text)
    if (Number.isNaN(time)) context.issues.push({ code: 'custom', message: 'a date', input: text })
    return time
  }),
)

// Written by whoever made the token; a bad one must not hide the account's other transactions.
const lenient = <Output>(schema: z.ZodMiniType<Output>) => z.catch(z.nullish(schema), undefined)
const picture = lenient(z.object({ url: z.string() }))
const fungible = z.object({ name: lenient(z.string()), symbol: lenient(z.string()), icon: picture })
const collectible = z.object({
  name: lenient(z.string()),
  content: lenient(z.object({ preview: picture, detail: picture })),
  flags: lenient(z.object({ is_spam: z.boolean() })),
})
const WireTransfer = z.object({
  fungible_info: lenient(fungible),
  nft_info: lenient(collectible),
  direction: z.enum(['in', 'out', 'self']),
  quantity: lenient(z.object({ numeric: z.string().check(z.regex(/^\d{1,78}(?:\.\d{1,255})?$/)) })),
  value: lenient(z.number().check(z.nonnegative())),
})
const WireTransaction = z.object({
  id,
  metadata: z.object({
    operationType: z.string(),
    hash: id,
    minedAt: instant,
    sentFrom: party,
    sentTo: party,
    status: z.string(),
    application: lenient(z.object({ name: lenient(z.string()) })),
    chain: z.nullish(z.string()),
  }),
  transfers: z.nullish(z.array(z.catch(z.nullable(WireTransfer), null))),
})

const page = endpoint({
  path: ({ address }: Asked) => `/v1/account/${encodeURIComponent(address)}/history`,
  query: ({ networkId, cursor }: Asked) => ({ cursor, chainId: networkId }),
  // Others that the provider lists, as Bitcoin, are served by its RPC alone.
  namespaces: ['eip155', 'solana'],
  response: z.object({
    data: rows(WireTransaction, MAX_PAGE),
    next: z.nullish(z.string().check(z.maxLength(10_000))),
  }),
  empty: undefined,
  told: true,
})

/**
 * One page of an account's transactions on one network, including those flagged as spam; undefined if the provider does not serve
 * it (source: GET /v1/account/{address}/history). Transactions that cannot be read are left out; throws API_RESPONSE_INVALID if
 * none of a page can be, and what `call` throws, also when the provider's list of networks cannot be loaded.
 */
export async function getHistory(asked: Asked, options?: CallOptions): Promise<HistoryPage | undefined> {
  const answer = await page(asked, options)
  if (!answer) return undefined
  const { data, next } = answer
  const own = data.filter(({ metadata }) => (metadata.chain ?? asked.networkId) === asked.networkId)
  return { transactions: own.map((each) => toTransaction(each, asked.networkId)), next: next || undefined }
}

function toTransaction({ id, metadata, transfers }: z.infer<typeof WireTransaction>, networkId: CaipNetworkId): Transaction {
  const read = (transfers ?? []).flatMap((each) => (each ? [toTransfer(each)] : []))
  return {
    id,
    networkId,
    hash: metadata.hash,
    kind: kindOf(metadata.operationType, read),
    status: statusOf(metadata.status),
    at: metadata.minedAt,
    from: plainText(metadata.sentFrom, 200),
    to: plainText(metadata.sentTo, 200),
    application: plainText(metadata.application?.name, MAX_NAME_LENGTH) || undefined,
    transfers: read,
  }
}

function toTransfer({ fungible_info, nft_info, direction, quantity, value }: z.infer<typeof WireTransfer>): Transfer {
  const common = {
    direction,
    amount: quantity?.numeric,
    value: value === undefined || value === null ? undefined : decimalOf(value),
  }
  if (!fungible_info && nft_info) {
    const { name, content, flags } = nft_info
    const imageUrl = safeImage(content?.preview?.url) ?? safeImage(content?.detail?.url)
    return { type: 'nft', name: plainText(name, MAX_NAME_LENGTH), symbol: '', imageUrl, spam: flags?.is_spam === true, ...common }
  }
  const symbol = plainText(fungible_info?.symbol, MAX_SYMBOL_LENGTH)
  const name = plainText(fungible_info?.name, MAX_NAME_LENGTH) || symbol
  return { type: 'token', name, symbol, imageUrl: safeImage(fungible_info?.icon?.url), spam: false, ...common }
}

const kinds: Readonly<Record<string, TransactionKind>> = {
  send: 'sent',
  receive: 'received',
  trade: 'swapped',
  approve: 'approved',
  mint: 'minted',
  burn: 'burned',
  buy: 'bought',
  deposit: 'deposited',
  withdraw: 'withdrawn',
  claim: 'claimed',
  stake: 'staked',
  unstake: 'unstaked',
  deploy: 'deployed',
  cancel: 'canceled',
}

/** By the provider's name for the operation, else by the transfers. */
function kindOf(operation: string, transfers: readonly Transfer[]): TransactionKind {
  const named = Object.hasOwn(kinds, operation) ? kinds[operation] : undefined
  if (named) return named
  const goes = (direction: Transfer['direction']) => transfers.some((each) => each.direction === direction)
  if (goes('in') && goes('out')) return 'swapped'
  if (goes('in')) return 'received'
  return goes('out') ? 'sent' : 'executed'
}

/** Purchases have statuses such as `ONRAMP_TRANSACTION_STATUS_SUCCESS`. */
function statusOf(status: string): Transaction['status'] {
  if (/fail/i.test(status)) return 'failed'
  return /pending|progress/i.test(status) ? 'pending' : 'confirmed'
}
