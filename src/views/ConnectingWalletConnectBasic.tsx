import { type ReactNode, useEffect, useId } from 'react'
import { useSnapshot } from 'valtio'
import { appInfo } from '../controllers/app-info'
import { beginConnecting } from '../controllers/connecting'
import { selectWallet } from '../controllers/select-wallet'
import { walletApps } from '../controllers/wallet-apps'
import { openWalletLists } from '../controllers/wallet-lists'
import { isWaiting } from '../lib/load-status'
import { meanApp } from '../lib/meant-app'
import { isMobile } from '../lib/platform'
import { WALLET_CONNECT } from '../lib/wallet'
import { config } from '../state/config'
import { modal } from '../state/modal'
import { wallets } from '../state/wallets'
import { Body } from '../ui/Body'
import { ListRow, RowList } from '../ui/ListRow'
import { SectionLabel } from '../ui/SectionLabel'
import { SkeletonRows } from '../ui/Skeleton'
import { WalletIcon } from '../ui/WalletIcon'
import { useWhenAwake } from './connect/use-when-awake'
import { CodeFooter, PairingCode } from './PairingCode'
import type { ViewHeader } from './pages'
import { useMessages } from './use-messages'

/** How many apps are listed above the QR code on a phone. */
const APP_LIMIT = 4

/** On a phone the title is not about scanning: nobody scans their own screen. */
export const header: ViewHeader = {
  Title() {
    const { modal } = useMessages()
    return isMobile() ? modal.phoneTitle : modal.scan
  },
  Sub() {
    const { modal } = useMessages()
    return isMobile() ? modal.phoneSub : modal.anyWallet
  },
}

/** A QR code for any WalletConnect wallet; on a phone the wallet apps come first. */
export default function ConnectingWalletConnectBasic(): ReactNode {
  useEffect(() => {
    meanApp(undefined)
    return beginConnecting(WALLET_CONNECT)
  }, [])
  const { name, icon } = appInfo()
  return (
    <>
      <Body end="tight">
        {isMobile() && <Apps />}
        <PairingCode logo={<WalletIcon name={name} src={icon} size={52} />} />
      </Body>
      <CodeFooter />
    </>
  )
}

function Apps() {
  const t = useMessages()
  const id = useId()
  const other = useId()
  const stores = { wallets: useSnapshot(wallets), config: useSnapshot(config), modal: useSnapshot(modal) }
  const { status } = stores.wallets
  useWhenAwake(openLists)
  const apps = walletApps(stores).slice(0, APP_LIMIT)
  const waits = apps.length === 0 && isWaiting(status)
  if (apps.length === 0 && !waits) return null
  return (
    <>
      <SectionLabel id={id}>{t.connecting.walletApps}</SectionLabel>
      <RowList labelledBy={id} wallets>
        {apps.map((wallet) => (
          <ListRow
            key={wallet.id}
            title={wallet.name}
            picture={<WalletIcon name={wallet.name} src={wallet.imageUrl} />}
            trail="next"
            onClick={() => selectWallet(wallet.id)}
          />
        ))}
      </RowList>
      {waits && <SkeletonRows count={APP_LIMIT} />}
      <SectionLabel id={other}>{t.connecting.otherDevice}</SectionLabel>
    </>
  )
}

/** Loads the wallet lists if a host opens this view first; otherwise an open search stays. */
function openLists() {
  if (wallets.status === 'idle') openWalletLists()
}
