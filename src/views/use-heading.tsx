import { type ReactNode, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { type AppInfo, appInfo } from '../controllers/app-info'
import { AUTH_ID } from '../lib/auth-id'
import { shortAddress } from '../lib/caip'
import { isMobile } from '../lib/platform'
import { WALLET_CONNECT } from '../lib/wallet'
import { account } from '../state/account'
import type { HeaderProps } from '../ui/Header'
import { Icon } from '../ui/Icon'
import { WalletIcon } from '../ui/WalletIcon'
import type { ViewName } from '.'
import { useActiveAccount } from './use-active-account'
import { useChosenWallet } from './use-chosen-wallet'
import { useFirstMessages } from './use-first-messages'

type Heading = Pick<HeaderProps, 'title' | 'sub' | 'lead' | 'engraving'>

/** Whether the title of a view is known before it has loaded. */
export const isNamedEarly = (view: ViewName): boolean => ['Connect', 'ConnectingWallet', 'Account'].includes(view)

/** The parts of the header that are known before the view has loaded. */
export function useHeading(view: ViewName): Heading {
  const t = useFirstMessages()
  const { address } = useActiveAccount(view === 'Account')
  const { profileName } = useSnapshot(account)
  const site = useSite()
  if (view === 'Connect') return siteHeading(site, t.connect.title)
  // Components of their own, so that changes of wallets do not render other headers again.
  if (view === 'ConnectingWallet') return { title: <WalletName key="wallet" />, sub: <WalletKind /> }
  if (view === 'Account' && address)
    return {
      title: profileName ?? <bdi>{shortAddress(address)}</bdi>,
      lead: <span className="header-wait" />,
      engraving: { seed: address, place: 'corner-large' },
    }
  if (view === 'SIWXSignMessage') return { title: t.modal.loading, engraving: { seed: location.origin, place: 'halo' } }
  // Every other view has its own header once it has loaded.
  return { title: t.modal.loading }
}

const WalletName = () => useChosenWallet().name

function WalletKind() {
  const t = useFirstMessages()
  const { id, here } = useChosenWallet()
  // The embedded wallet is neither an extension nor an app.
  if (id === AUTH_ID) return null
  return here && id !== WALLET_CONNECT && !isMobile() ? t.modal.extension : t.modal.app
}

/** Name, icon and domain of the site; read again when the modal opens, since a page may have changed its title. */
function useSite(): AppInfo {
  // As text, which compares by value.
  const [site, setSite] = useState(asText)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setSite(asText))
    return () => cancelAnimationFrame(frame)
  }, [])
  return JSON.parse(site)
}

const asText = () => JSON.stringify(appInfo())

/** The header of Connect: the site and its domain. The page may put its own logo and title into the slots. */
function siteHeading({ name, icon, domain }: AppInfo, title: (app: string) => ReactNode): Heading {
  return {
    title: (
      <slot key="title" name="title">
        {title(name)}
      </slot>
    ),
    lead: (
      <slot name="logo">
        <WalletIcon name={name} src={icon} />
      </slot>
    ),
    sub: domain && (
      <>
        <Icon name={window.isSecureContext ? 'lock' : 'globe'} size={16} />
        <bdi>{domain}</bdi>
      </>
    ),
    engraving: { seed: location.origin, place: 'corner' },
  }
}
