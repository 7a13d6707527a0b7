import { useEffect, useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { onSignClient, ownSignClient } from '../../controllers/sign-client'
import { isInstallable } from '../../controllers/wallet-rows'
import { WALLET_CONNECT } from '../../lib/wallet'
import { whenLoaded } from '../../lib/when-loaded'
import { config } from '../../state/config'
import { connectors } from '../../state/connectors'
import { useConsent } from './use-consent'

/**
 * Prepares a pairing while the visitor looks at the wallets, since a phone's links to wallet apps need it before the tap. Not inside a
 * wallet's own browser, where that wallet is the one to use, and not before consent. Renders nothing; a component, so that only phones
 * load it.
 */
export default function LinksReady() {
  const { list } = useSnapshot(connectors)
  const { projectId } = useSnapshot(config)
  const ownClient = useSyncExternalStore(onSignClient, ownSignClient)
  const { given } = useConsent()
  // A wallet that the host has made does not tell that this is a wallet's browser.
  const inside = list.some((each) => isInstallable(each) && each.type !== 'EXTERNAL')
  const needed = given && Boolean(projectId || ownClient) && !inside
  const ready = needed && list.some(({ id }) => id === WALLET_CONNECT)
  useEffect(() => {
    if (!ready) return
    let stop: (() => void) | undefined
    let left = false
    whenLoaded(import('../../controllers/connecting'), ({ beginLinks }) => {
      if (!left) stop = beginLinks()
    })
    return () => {
      left = true
      stop?.()
    }
  }, [ready])
  return null
}
