import { type ReactNode, useEffect, useId } from 'react'
import { useSnapshot } from 'valtio'
import { appInfo } from '../controllers/app-info'
import { beginConnecting } from '../controllers/connecting'
import { selectWallet } from '../controllers/select-wallet'
import { openWalletLists } from '../controllers/wallet-lists'
import { canUse, isNamedBy, type Matchable } from '../controllers/wallet-match'
import { meanApp } from '../lib/meant-app'
import { isMobile } from '../lib/platform'
import { type ListedWallet, WALLET_CONNECT } from '../lib/wallet'
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

/** How many apps stand above the code on a phone. */
const APP_LIMIT = 4

/** Nobody scans the screen that they hold. */
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

/** A code for any WalletConnect wallet; on a phone, where nobody scans their own screen, the wallet apps come first. */
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
  const { recent, featured, custom, recommended, all, status, excluded } = useSnapshot(wallets)
  useWhenAwake(openLists)
  const unique = new Map([...recent, ...featured, ...custom, ...recommended, ...all].map((each) => [each.id, each]))
  const wanted = useSnapshot(modal).stack[0]?.data?.namespace
  const { excludeWallets } = useSnapshot(config)
  // One that was used before may be excluded by now.
  const isExcluded = (each: Matchable) => [...excludeWallets, ...excluded].some((word) => isNamedBy(word, each))
  const apps = [...unique.values()]
    .filter((each) => each.mobileLink && canUse(each as ListedWallet, wanted) && !isExcluded(each))
    .slice(0, APP_LIMIT)
  const waits = apps.length === 0 && (status === 'idle' || status === 'loading')
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

/** A host may open this view first; where the lists are there, what is searched for in them stays. */
function openLists() {
  if (wallets.status === 'idle') openWalletLists()
}
