import { useSnapshot } from 'valtio'
import { WALLET_CONNECT } from '../../lib/wallet'
import { config } from '../../state/config'

/** Whether the host offers the general QR code; without it each listed wallet still has one of its own. */
export const useScan = (): boolean => !useSnapshot(config).excludeWallets.includes(WALLET_CONNECT)
