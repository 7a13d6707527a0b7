import { useSnapshot } from 'valtio'
import { navigate } from '../controllers/modal'
import { shortAddress } from '../lib/caip'
import { account } from '../state/account'
import { Avatar } from '../ui/Avatar'
import { CopyButton } from '../ui/CopyButton'
import { HeaderPill } from '../ui/HeaderPill'
import { WalletIcon } from '../ui/WalletIcon'
import type { ViewHeader } from './pages'
import { useActiveAccount } from './use-active-account'
import { useMessages } from './use-messages'
import { useNetwork } from './use-network'

/** The name or address, as a button that leads to YourAccount. */
function Title() {
  const t = useMessages()
  const { address } = useActiveAccount()
  const { profileName } = useSnapshot(account)
  if (!address) return t.account.title
  return (
    <button type="button" className="account-name" aria-description={t.yourAccount.open} onClick={() => navigate('YourAccount')}>
      <bdi>{profileName ?? shortAddress(address)}</bdi>
    </button>
  )
}

function Lead() {
  const { address } = useActiveAccount()
  const { profileImage } = useSnapshot(account)
  if (!address) return null
  return <Avatar seed={address} src={profileImage} />
}

/** The button that copies the whole address: labelled with it below a name, else with "Copy". */
function Sub() {
  const t = useMessages()
  const { address } = useActiveAccount()
  const { profileName } = useSnapshot(account)
  if (!address) return null
  const short = shortAddress(address)
  const words = { label: t.account.copyAddress(short), copiedText: t.account.addressCopied, failedText: t.modal.copyFailed }
  return (
    <CopyButton look="inline" text={address} {...words}>
      {profileName ? <bdi>{short}</bdi> : t.account.copyThis}
    </CopyButton>
  )
}

function Action() {
  const t = useMessages()
  const { address, networkId } = useActiveAccount()
  const name = useNetwork(networkId)?.name ?? t.account.unsupportedNetwork
  if (!address) return null
  const picture = <WalletIcon name={name} size={24} shape="coin" />
  return <HeaderPill label={t.account.network(name)} picture={picture} onClick={() => navigate('Networks')} />
}

/** The header of Account: name, address and network. */
export const accountHeader: ViewHeader = { Title, Lead, Sub, Action }
