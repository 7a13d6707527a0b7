import { type ComponentType, lazy, memo, Suspense } from 'react'
import { closeModal, goBack, navigate } from '../controllers/modal'
import { Header as Bar } from '../ui/Header'
import { IconButton } from '../ui/IconButton'
import type { ViewName } from '.'
import { useConsent } from './connect/use-consent'
import { useScan } from './connect/use-scan'
import { usePage, type ViewHeader } from './pages'
import { useShown } from './shown-view'
import { useFirstMessages } from './use-first-messages'
import { isNamedEarly, useHeading } from './use-heading'

type HeaderProps = { titleId: string; embedded: boolean }

const none: ViewHeader = {}

/** The title of a view whose chunk did not load; a plain "Wallet" if this does not load either. */
const LostTitle = lazy(
  (): Promise<{ default: ComponentType<{ view: ViewName }> }> =>
    import('./LostTitle').catch(() => ({ default: () => useFirstMessages().modal.wallet })),
)

/** The header of the shown view: one bar for all views, so that the heading keeps the focus. */
export const Header = memo(function Header({ titleId, embedded }: HeaderProps) {
  const { depth, view } = useShown()
  const t = useFirstMessages()
  const { title, lead, sub, engraving } = useHeading(view)
  const { page } = usePage(view)
  const { Title, Lead, Sub, Action } = (page.status === 'ready' && page.header) || none
  const lost = page.status === 'failed' && !isNamedEarly(view) && (
    <Suspense fallback={t.modal.wallet}>
      <LostTitle view={view} />
    </Suspense>
  )
  const { given } = useConsent()
  const scan = useScan() && view === 'AllWallets' && (
    <IconButton icon="qr" label={t.modal.scan} disabled={!given} onClick={() => navigate('ConnectingWalletConnectBasic')} />
  )
  return (
    <Bar
      titleId={titleId}
      title={Title ? <Title /> : lost || title}
      lead={Lead ? <Lead /> : lead}
      sub={Sub ? <Sub /> : sub}
      action={Action ? <Action /> : scan}
      engraving={engraving}
      back={depth > 1 ? { label: t.modal.back, onBack: () => goBack(true) } : undefined}
      close={embedded ? undefined : { label: t.modal.close, onClose: () => void closeModal('button') }}
    />
  )
})
