import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { appInfo } from '../controllers/app-info'
import { closeModal, goBack, navigate } from '../controllers/modal'
import { shortAddress } from '../lib/caip'
import { isMobile } from '../lib/platform'
import { account } from '../state/account'
import { modal } from '../state/modal'
import { Avatar } from '../ui/Avatar'
import { CopyButton } from '../ui/CopyButton'
import { Header as Bar, type HeaderProps as BarProps } from '../ui/Header'
import { HeaderPill } from '../ui/HeaderPill'
import { Icon } from '../ui/Icon'
import { IconButton } from '../ui/IconButton'
import { WalletIcon } from '../ui/WalletIcon'
import type { ViewName } from '.'
import { useActiveAccount } from './use-active-account'
import { useConnecting } from './use-connecting'
import { useMessages } from './use-messages'
import { useNetwork } from './use-network'

type HeaderProps = { titleId: string; embedded: boolean }
type Own = Omit<BarProps, 'titleId' | 'back' | 'close'>

/** The top of the view that is shown: what it is called, where it leads back to, and the way out. */
export function Header({ titleId, embedded }: HeaderProps) {
  const { stack, view } = useSnapshot(modal)
  const t = useMessages()
  const frame: Frame = (own) => (
    <Bar
      titleId={titleId}
      back={stack.length > 1 ? { label: t.modal.back, onBack: goBack } : undefined}
      close={embedded ? undefined : { label: t.modal.close, onClose: () => void closeModal('button') }}
      {...own}
    />
  )
  if (view === 'Connect') return <ConnectHeader frame={frame} />
  if (view === 'Account') return <AccountHeader frame={frame} />
  if (view === 'ConnectingWallet') return <WalletHeader frame={frame} />
  return <PlainHeader view={view} frame={frame} />
}

type Frame = (own: Own) => ReactNode
type Framed = { frame: Frame }

/** The site and its domain head the first screen: who asks is as important as what. */
function ConnectHeader({ frame }: Framed) {
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

function AccountHeader({ frame }: Framed) {
  const t = useMessages()
  const active = useActiveAccount()
  const { profileName, profileImage } = useSnapshot(account)
  const { address, networkId } = active
  const known = useNetwork(networkId)
  if (!address) return frame({ title: t.account.title })
  const short = shortAddress(address)
  const network = known?.name ?? t.account.unsupportedNetwork
  return frame({
    title: profileName ?? <bdi>{short}</bdi>,
    lead: <Avatar seed={address} src={profileImage} />,
    sub: (
      <CopyButton
        look="inline"
        text={address}
        label={t.account.copyAddress(short)}
        copiedText={t.account.addressCopied}
        failedText={t.modal.copyFailed}
      >
        {profileName ? <bdi>{short}</bdi> : t.account.copyThis}
      </CopyButton>
    ),
    action: (
      <HeaderPill
        label={t.account.network(network)}
        picture={<WalletIcon name={network} size={24} shape="coin" />}
        onClick={() => navigate('Networks')}
      />
    ),
    engraving: { seed: address, place: 'corner-large' },
  })
}

function WalletHeader({ frame }: Framed) {
  const t = useMessages()
  const { name, route } = useConnecting()
  return frame({ title: name, sub: route.kind === 'installed' && !isMobile() ? t.connecting.extension : t.connecting.app })
}

function PlainHeader({ view, frame }: Framed & { view: Exclude<ViewName, 'Connect' | 'Account' | 'ConnectingWallet'> }) {
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
