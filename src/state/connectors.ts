import type { WalletInfo } from '../lib/wallet'
import { store } from './store'

/** Wallets that can be connected now, in the order they were found. */
export const connectors = store(() => ({ list: [] as WalletInfo[] }))
