import { explorerUrl } from '../controllers/explorer'
import { ListRow } from '../ui/ListRow'
import { IconTile } from '../ui/WalletIcon'
import { useMessages } from './use-messages'

/** A row that links to the account in the network's block explorer, if there is one. */
export function ExplorerRow() {
  const t = useMessages()
  const href = explorerUrl()
  if (!href) return null
  return (
    <ListRow
      title={t.account.explorer}
      sub={<bdi>{new URL(href).host}</bdi>}
      picture={<IconTile icon="globe" />}
      trail="external"
      href={href}
    />
  )
}

/** The same inside a sentence. */
export function ExplorerLink() {
  const t = useMessages()
  const href = explorerUrl()
  if (!href) return null
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {t.account.viewInExplorer}
    </a>
  )
}
