import { safeLink } from '../lib/links'
import type { Transaction } from '../lib/transaction'
import { chains } from '../state/chains'
import { networkOf } from './network-list'

/** A transaction's page in its chain's block explorer; undefined where there is none that may be opened. */
export function transactionUrl({ networkId, hash }: Pick<Transaction, 'networkId' | 'hash'>): string | undefined {
  const { explorerUrl } = networkOf(networkId)
  return explorerUrl ? safeLink(`${explorerUrl}/tx/${encodeURIComponent(hash)}`) : undefined
}

/** The active account's page in its chain's block explorer; undefined where there is none. */
export function explorerUrl(): string | undefined {
  const { networkId, address } = chains.active
  const origin = networkId && networkOf(networkId).explorerUrl
  return origin && address ? safeLink(`${origin}/address/${address}`) : undefined
}
