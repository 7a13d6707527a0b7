import { safeLink } from '../lib/links'
import type { Network } from '../lib/network'
import type { Transaction } from '../lib/transaction'
import { chains } from '../state/chains'
import { networkOf } from './network-list'

type Pages = { readonly transaction: string; readonly account: string }

/** Paths of the pages in a namespace's block explorers. */
const usual: Pages = { transaction: 'tx', account: 'address' }
const pages: Readonly<Record<string, Pages>> = {
  solana: { transaction: 'tx', account: 'account' },
  polkadot: { transaction: 'extrinsic', account: 'account' },
}
/** Solana's explorers show mainnet unless the query names the cluster. */
const clusters: Readonly<Record<string, string>> = {
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': '?cluster=devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': '?cluster=testnet',
}

/** The URL of a transaction in its chain's block explorer; undefined where there is no safe one. */
export const transactionUrl = ({ networkId, hash }: Pick<Transaction, 'networkId' | 'hash'>): string | undefined =>
  pageOf('transaction', hash, networkOf(networkId))

/** The URL of the active account in its chain's block explorer; undefined where there is no safe one. */
export function explorerUrl(): string | undefined {
  const { networkId, address } = chains.active
  return networkId && address ? pageOf('account', address, networkOf(networkId)) : undefined
}

function pageOf(what: keyof Pages, id: string, { caipNetworkId, chainNamespace, explorerUrl }: Network): string | undefined {
  // A lone surrogate cannot be encoded.
  if (/\p{Cs}/u.test(id)) return undefined
  const page = (pages[chainNamespace] ?? usual)[what]
  return explorerUrl && safeLink(`${explorerUrl}/${page}/${encodeURIComponent(id)}${clusters[caipNetworkId] ?? ''}`)
}
