import { Fragment, type ReactNode, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { resetView } from '../controllers/modal'
import { shortAddress } from '../lib/caip'
import { account } from '../state/account'
import { names } from '../state/names'
import { Avatar } from '../ui/Avatar'
import { Body } from '../ui/Body'
import { Button } from '../ui/Button'
import { CopyButton } from '../ui/CopyButton'
import { Ring } from '../ui/Ring'
import { Status } from '../ui/Status'
import { useSheet } from '../ui/sheet'
import css from './RegisterAccountName.css?inline'
import { titled } from './titled'
import { useActiveAccount } from './use-active-account'
import { useMessages } from './use-messages'
import { useSaid } from './use-said'

export const header = titled('RegisterAccountNameSuccess')

/** Tells that the name is registered, and leads to the account. */
export default function RegisterAccountNameSuccess(): ReactNode {
  useSheet(css)
  const { names: t, modal } = useMessages()
  const { address } = useActiveAccount()
  const { profileName } = useSnapshot(account)
  const { registered } = useSnapshot(names)
  // The active account may have changed since.
  const name = registered && registered.address === address ? registered.name : profileName
  // The heading does not change, so the news has to be announced.
  useSaid(address && name && `${name}. ${t.yours(shortAddress(address)).join('')}`)
  // A host may open this view although no name was registered.
  useEffect(() => {
    if (!name) resetView('RegisterAccountName')
  }, [name])
  if (!name) return null
  const short = <bdi className="tabular">{address && shortAddress(address)}</bdi>
  return (
    <Body>
      <div className="name-success">
        <Status title={<bdi>{name}</bdi>} picture={<Ring status="done">{address && <Avatar seed={address} size={72} />}</Ring>}>
          {address && t.yours<ReactNode>(short).map((part, i) => <Fragment key={i}>{part}</Fragment>)}
        </Status>
        <Button kind="primary" full onClick={() => resetView('Account')}>
          {t.done}
        </Button>
        <CopyButton look="normal" text={name} copiedText={t.copied} failedText={modal.copyFailed}>
          {t.copy}
        </CopyButton>
      </div>
    </Body>
  )
}
