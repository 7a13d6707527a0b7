import { explorerUrl } from '../controllers/explorer'
import { IconTile } from '../ui/WalletIcon'
import { useMessages } from './use-all-messages'

/** A tab whose contents come with a later release: says so, and where to look meanwhile. */
export default function NftsPanel() {
  const t = useMessages()
  const href = explorerUrl()
  return (
    <div className="account-empty">
      <IconTile icon="grid" />
      <strong>{t.account.nftsLater}</strong>
      {href && (
        <p>
          {t.account.nftsLaterHelp}{' '}
          <a href={href} target="_blank" rel="noopener noreferrer">
            {t.account.viewInExplorer}
          </a>
        </p>
      )}
    </div>
  )
}
