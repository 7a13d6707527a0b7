import { useSnapshot } from 'valtio'
import { appInfo } from '../controllers/app-info'
import { closeModal, goBack, navigate } from '../controllers/modal'
import { isMobile } from '../lib/platform'
import { modal } from '../state/modal'
import { Header as Bar } from '../ui/Header'
import { Icon } from '../ui/Icon'
import { IconButton } from '../ui/IconButton'
import { WalletIcon } from '../ui/WalletIcon'
import type { ViewName } from '.'
import { usePage, type ViewHeaderProps } from './pages'
import { useMessages } from './use-messages'

type HeaderProps = { titleId: string; embedded: boolean }

/** The top of the view that is shown: what it is called, where it leads back to, and the way out. */
export function Header({ titleId, embedded }: HeaderProps) {
  const { stack, view } = useSnapshot(modal)
  const t = useMessages()
  const { page } = usePage(view)
  const frame: ViewHeaderProps['frame'] = (own) => (
    <Bar
      titleId={titleId}
      back={stack.length > 1 ? { label: t.modal.back, onBack: goBack } : undefined}
      close={embedded ? undefined : { label: t.modal.close, onClose: () => void closeModal('button') }}
      {...own}
    />
  )
  // A view that knows more about its heading brings it along.
  if (page.status === 'ready' && page.Header) return <page.Header frame={frame} />
  if (view === 'Connect') return <ConnectHeader frame={frame} />
  return <PlainHeader view={view} frame={frame} />
}

/** The site and its domain head the first screen: who asks is as important as what. */
function ConnectHeader({ frame }: ViewHeaderProps) {
  const t = useMessages()
  const { name, icon, domain } = appInfo()
  return frame({
    title: t.connect.title(name),
    lead: <WalletIcon name={name} src={icon} />,
    sub: domain && (
      <>
        <Icon name={isSecureContext ? 'lock' : 'globe'} size={16} />
        <bdi>{domain}</bdi>
      </>
    ),
    engraving: { seed: location.origin, place: 'corner' },
  })
}

function PlainHeader({ view, frame }: ViewHeaderProps & { view: Exclude<ViewName, 'Connect'> }) {
  const t = useMessages()
  const scanning = view === 'ConnectingWalletConnectBasic'
  // Nobody scans the screen that they hold.
  const onPhone = scanning && isMobile()
  const scan = () => navigate('ConnectingWalletConnectBasic')
  return frame({
    title: onPhone ? t.connecting.phoneTitle : t.modal.titles[view],
    sub: onPhone ? t.connecting.phoneSub : scanning ? t.connecting.anyWallet : undefined,
    action: view === 'AllWallets' ? <IconButton icon="qr" label={t.modal.scan} onClick={scan} /> : undefined,
  })
}
