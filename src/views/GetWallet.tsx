import { useSnapshot } from 'valtio'
import { installableWallets } from '../controllers/installable-wallets'
import { selectWallet } from '../controllers/select-wallet'
import { openWalletLists } from '../controllers/wallet-lists'
import { canUse } from '../controllers/wallet-match'
import { isMobile } from '../lib/platform'
import type { ListedWallet } from '../lib/wallet'
import { WALLET_CONNECT } from '../lib/wallet'
import { connectors } from '../state/connectors'
import { modal } from '../state/modal'
import { wallets } from '../state/wallets'
import { Body, Footer } from '../ui/Body'
import { Button } from '../ui/Button'
import { ListRow, RowList } from '../ui/ListRow'
import { useSheet } from '../ui/sheet'
import { WalletIcon } from '../ui/WalletIcon'
import { useScan } from './connect/use-scan'
import { useWhenAwake } from './connect/use-when-awake'
import css from './GetWallet.css?inline'
import { titled } from './titled'
import { useMessages } from './use-messages'

export const header = titled('GetWallet')

/** Wallets that can be installed on this device, each with a link to its store. */
export default function GetWallet() {
  useSheet(css)
  const { help: t, connect } = useMessages()
  const { list } = useSnapshot(connectors)
  const mobile = isMobile()
  const scan = useScan()
  const { featured, custom, recommended, bundled } = useSnapshot(wallets)
  useWhenAwake(openWalletLists)
  const wanted = useSnapshot(modal).stack[0]?.data?.namespace
  const listed = [...featured, ...custom, ...recommended, ...bundled] as readonly ListedWallet[]
  const links = installableWallets(
    listed.filter((each) => canUse(each, wanted)),
    list,
  )
  return (
    <>
      <Body end="tight">
        <p className="get-intro">
          {t.intro} {!mobile && t.reload}
        </p>
        <RowList label={t.choose}>
          {links.map(({ wallet, store, url }) => (
            <ListRow
              key={wallet.id}
              title={wallet.name}
              picture={<WalletIcon name={wallet.name} src={wallet.imageUrl} />}
              meta={t.store[store]}
              trail="external"
              label={t.get(wallet.name, t.store[store])}
              href={url}
            />
          ))}
        </RowList>
      </Body>
      {!mobile && scan && (
        <Footer>
          <span>{t.have}</span>
          <Button kind="ghost" size="small" onClick={() => selectWallet(WALLET_CONNECT)}>
            {connect.scan}
          </Button>
        </Footer>
      )}
    </>
  )
}
