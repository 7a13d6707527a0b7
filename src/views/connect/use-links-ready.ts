import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { isInstallable } from '../../controllers/wallet-rows'
import { isMobile } from '../../lib/platform'
import { WALLET_CONNECT } from '../../lib/wallet'
import { config } from '../../state/config'
import { connectors } from '../../state/connectors'
import { useConsent } from './use-consent'

/**
 * A phone's links to wallet apps need a pairing before the tap: it is prepared while the visitor looks at the wallets. Not
 * inside a wallet's own browser, where that wallet is the one to use, and not before consent.
 */
export function useLinksReady(): void {
  const { list } = useSnapshot(connectors)
  const { projectId } = useSnapshot(config)
  const { given } = useConsent()
  const needed = isMobile() && given && projectId !== undefined && !list.some(isInstallable)
  const ready = needed && list.some(({ id }) => id === WALLET_CONNECT)
  useEffect(() => {
    if (!ready) return
    let stop: (() => void) | undefined
    let left = false
    void import('../../controllers/connecting').then(({ beginConnecting }) => {
      if (!left) stop = beginConnecting(WALLET_CONNECT)
    })
    return () => {
      left = true
      stop?.()
    }
  }, [ready])
}
