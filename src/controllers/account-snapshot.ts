import { type CaipAddress, isCaipAddress, isCaipNetworkId } from '../lib/caip'
import { isDecimal } from '../lib/format'
import { safeImage } from '../lib/links'
import { read, remember, type StorageKey } from '../lib/storage'
import { plainText } from '../lib/text'
import type { TokenBalance } from '../lib/token'
import { account } from '../state/account'

/** The last known balances of an account, for the first frame after a reload. */
type AccountSnapshot = {
  readonly owner: CaipAddress
  /** Epoch ms. */
  readonly at: number
  readonly balance: string | undefined
  readonly symbol: string | undefined
  readonly tokens: readonly TokenBalance[]
}

/** How long it may be shown (specification §9: the caches of balances). */
export const SNAPSHOT_LIFE_MS = 30_000
/** More than a screenful; the rest comes with the refresh. */
const MAX_TOKENS = 40

/** In session storage: balances are not left behind on the device. */
export const snapshotKey: StorageKey<AccountSnapshot> = { area: 'session', name: 'cache:account', parse }

/** The stored balances of an account, if they are less than 30 s old. */
export function keptAccount(owner: CaipAddress): AccountSnapshot | undefined {
  const kept = read(snapshotKey)
  const age = Date.now() - (kept?.at ?? 0)
  return kept?.owner === owner && age >= 0 && age < SNAPSHOT_LIFE_MS ? kept : undefined
}

/** Stores an account's balances for the next reload. */
export function keepAccount(owner: CaipAddress, tokens: readonly TokenBalance[]): void {
  const { balance, balanceSymbol: symbol } = account.owner === owner ? account : {}
  // Pictures as data URLs would fill the storage.
  const light = tokens
    .slice(0, MAX_TOKENS)
    .map((each) => (each.iconUrl?.startsWith('data:') ? { ...each, iconUrl: undefined } : each))
  remember(snapshotKey, { owner, at: Date.now(), balance, symbol, tokens: light })
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const decimal = (value: unknown) => (isDecimal(value) ? value : undefined)

function parse(value: unknown): AccountSnapshot | undefined {
  if (!isRecord(value) || !isCaipAddress(value.owner) || typeof value.at !== 'number' || !Array.isArray(value.tokens))
    return undefined
  const tokens = value.tokens.slice(0, MAX_TOKENS).flatMap((each) => parseToken(each) ?? [])
  return { owner: value.owner, at: value.at, balance: decimal(value.balance), symbol: plainText(value.symbol, 20), tokens }
}

function parseToken(value: unknown): TokenBalance | undefined {
  if (!isRecord(value) || !isRecord(value.quantity)) return undefined
  const { decimals, numeric } = value.quantity
  if (!isDecimal(decimals) || !isDecimal(numeric)) return undefined
  return {
    name: plainText(value.name, 60),
    symbol: plainText(value.symbol, 20),
    chainId: isCaipNetworkId(value.chainId) ? value.chainId : undefined,
    address: isCaipAddress(value.address) ? value.address : undefined,
    value: decimal(value.value),
    price: decimal(value.price),
    quantity: { decimals, numeric },
    iconUrl: safeImage(value.iconUrl),
  }
}
