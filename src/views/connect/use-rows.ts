import { useSnapshot } from 'valtio'
import { connectRows, rowStores, type ShownRows } from '../../controllers/connect-rows'

/** What Connect shows, drawn anew when it changes. */
export const useRows = (): ShownRows =>
  connectRows({
    chains: useSnapshot(rowStores.chains),
    config: useSnapshot(rowStores.config),
    connectors: useSnapshot(rowStores.connectors),
    modal: useSnapshot(rowStores.modal),
    wallets: useSnapshot(rowStores.wallets),
  })
