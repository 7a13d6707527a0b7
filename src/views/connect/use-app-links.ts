import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { AppLink } from '../../controllers/connecting'
import type { ListedWallet } from '../../lib/wallet'
import { pairing } from '../../state/pairing'

type LinkOf = (wallet: ListedWallet) => AppLink | undefined

// Only phones have apps to open.
const connecting = () => import('../../controllers/connecting')

/** Returns the link that opens a wallet's app, as `appLink` makes it; undefined elsewhere than on a phone. */
export function useAppLinks(mobile: boolean): LinkOf {
  const { uri } = useSnapshot(pairing)
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof connecting>>>()
  useEffect(() => {
    if (mobile) void connecting().then(setLoaded, () => {})
  }, [mobile])
  return (wallet) => (mobile ? loaded?.appLink(wallet, uri) : undefined)
}
