import { useSnapshot } from 'valtio'
import { expandWords } from '../../controllers/wallet-match'
import { type ConnectRows, RECOMMENDED_FILL, SUGGESTION_LIMIT, walletRows } from '../../controllers/wallet-rows'
import { isMobile } from '../../lib/platform'
import type { ListedWallet } from '../../lib/wallet'
import { chains } from '../../state/chains'
import { config } from '../../state/config'
import { connectors } from '../../state/connectors'
import { modal } from '../../state/modal'
import { wallets } from '../../state/wallets'

/** What Connect shows, and how many suggestions are still on their way. */
export function useRows(): ConnectRows & { readonly coming: number; readonly mobile: boolean } {
  const { list } = useSnapshot(connectors)
  const wanted = useSnapshot(modal).stack[0]?.data?.namespace
  const elsewhere = list.filter(({ namespaces }) => wanted && !namespaces.includes(wanted))
  const { recent, featured, custom, recommended, excluded, included, status } = useSnapshot(wallets)
  const { featuredWallets, includeWallets, excludeWallets, allWallets } = useSnapshot(config)
  const { byNamespace } = useSnapshot(chains)
  const mobile = isMobile()
  const rows = walletRows({
    ...{ connectors: list, recent, featured, custom, recommended, allWallets, mobile },
    feature: expandWords(featuredWallets, featured as readonly ListedWallet[]),
    // The host's own words count from the first frame on; what they stand for is added when it is known.
    include: included.length > 0 ? included : includeWallets,
    exclude: [...excludeWallets, ...excluded, ...elsewhere.map(({ name }) => name)],
    paired: Object.values(byNamespace).some(
      ({ connectorId, status }) => connectorId === 'walletConnect' && status === 'connected',
    ),
  })
  const fill =
    featuredWallets.length > 0 ? Math.min(featuredWallets.length, SUGGESTION_LIMIT) : RECOMMENDED_FILL - rows.here.length
  const waits = status === 'idle' || status === 'loading'
  return { ...rows, mobile, coming: waits ? Math.max(0, fill - rows.suggested.length) : 0 }
}
