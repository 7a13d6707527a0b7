import { appTarget } from '../lib/app-target'
import { read } from '../lib/storage'
import { WALLET_CONNECT } from '../lib/wallet'
import { walletAppKey } from '../lib/wallet-app'
import { Button } from '../ui/Button'
import { useActiveAccount } from './use-active-account'
import { useMessages } from './use-messages'
import { useWalletName } from './use-wallet-name'

/**
 * The link to the app on this phone that was asked: who has come back without an answer, or was led nowhere, has no other way to the
 * question. Nothing for any other wallet.
 */
export default function OpenApp({ full = false }: { full?: boolean }) {
  const t = useMessages()
  const wallet = useWalletName() ?? t.modal.wallet
  const { connectorId } = useActiveAccount()
  const app = connectorId === WALLET_CONNECT && read(walletAppKey)
  if (!app) return null
  return (
    <Button kind="line" size={full ? 'normal' : 'small'} full={full} role="button" href={app} target={appTarget(app)}>
      {t.connecting.open(wallet)}
    </Button>
  )
}
