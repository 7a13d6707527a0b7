import { useSnapshot } from 'valtio'
import { navigate } from '../controllers/modal'
import { shortAddress } from '../lib/caip'
import { account } from '../state/account'
import { Avatar } from '../ui/Avatar'
import { CopyButton } from '../ui/CopyButton'
import { HeaderPill } from '../ui/HeaderPill'
import { WalletIcon } from '../ui/WalletIcon'
import type { ViewHeaderProps } from './pages'
import { useActiveAccount } from './use-active-account'
import { useMessages } from './use-messages'
import { useNetwork } from './use-network'

/** Whose account it is, its address to take along, and the network it is on. */
export function AccountHeader({ frame }: ViewHeaderProps) {
  const t = useMessages()
  const { address, networkId } = useActiveAccount()
  const { profileName, profileImage } = useSnapshot(account)
  const network = useNetwork(networkId)?.name ?? t.account.unsupportedNetwork
  if (!address) return frame({ title: t.account.title })
  const short = shortAddress(address)
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
