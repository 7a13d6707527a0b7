import { useSnapshot } from 'valtio'
import { selectWallet } from '../../controllers/select-wallet'
import type { WalletRow } from '../../controllers/wallet-rows'
import { catalogue } from '../../lib/error-catalogue'
import { messages } from '../../state/messages'
import { Badge } from '../../ui/Badge'
import { ListRow } from '../../ui/ListRow'
import { WalletIcon } from '../../ui/WalletIcon'
import { useFirstMessages } from '../use-first-messages'
import { useAppLinks } from './use-app-links'

type WalletRowsProps = {
  rows: readonly WalletRow[]
  /** On a phone: wallets that are not in this browser open their app by a link that is ready before the tap. */
  mobile: boolean
  /** Why nothing can be chosen yet; undefined where it can. */
  disabled: string | undefined
}

/** Wallets as rows of a list. */
export function WalletRows({ rows, mobile, disabled }: WalletRowsProps) {
  const linkOf = useAppLinks(mobile)
  // Translated once the language has loaded.
  const { view } = useSnapshot(messages)
  const say = (code: 'WALLET_DUPLICATE' | 'PROVIDER_NOT_FOUND') => view?.errors?.[code]?.[0] ?? catalogue[code].text
  return rows.map((row) => {
    const link = !row.installed && row.listed ? linkOf(row.listed) : undefined
    return (
      <ListRow
        key={row.id}
        title={row.name}
        sub={row.mark === 'duplicate' && say('WALLET_DUPLICATE')}
        picture={<WalletIcon name={row.name} src={row.icon} />}
        badge={<RowBadge mark={row.mark} />}
        trail="next"
        disabled={disabled ?? (row.mark === 'unreachable' && say('PROVIDER_NOT_FOUND'))}
        {...(link && { role: 'button', href: link.href, target: link.target })}
        onClick={(event) => selectWallet(row.id, !!link) || event.preventDefault()}
      />
    )
  })
}

function RowBadge({ mark }: { mark: WalletRow['mark'] }) {
  const t = useFirstMessages().connect
  if (mark === 'last-used') return <Badge tone="accent">{t.lastUsed}</Badge>
  if (mark === 'recent') return <Badge>{t.usedBefore}</Badge>
  if (mark === 'installed') return <Badge tone="dot">{t.installed}</Badge>
  return null
}
