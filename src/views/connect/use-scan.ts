import { useSnapshot } from 'valtio'
import { WALLET_CONNECT } from '../../lib/wallet'
import { config } from '../../state/config'

/** Whether the host lets a code be scanned; without it the wallets of the list are still reached by their own. */
export const useScan = (): boolean => !useSnapshot(config).excludeWallets.includes(WALLET_CONNECT)
