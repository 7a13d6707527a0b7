import { useSnapshot } from 'valtio'
import { connectRows, rowStores, type ShownRows } from '../../controllers/connect-rows'

/** The rows that Connect shows; renders again when they change. */
export const useRows = (): ShownRows =>
  connectRows({
    chains: useSnapshot(rowStores.chains),
    config: useSnapshot(rowStores.config),
    connectors: useSnapshot(rowStores.connectors),
    modal: useSnapshot(rowStores.modal),
    wallets: useSnapshot(rowStores.wallets),
  })
