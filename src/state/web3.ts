import { NO_REFERRAL } from './config'
import { store } from './store'

/** The zero address: none. */
export const NO_ADDRESS = NO_REFERRAL

/** The web3 store of the login layer (specification §3): whether a wallet is there, and whose. */
export const web3 = store(() => ({ isConnected: false, address: NO_ADDRESS as string }))
