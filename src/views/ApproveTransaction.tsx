import { type ReactNode, useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { appInfo } from '../controllers/app-info'
import { offerRoom } from '../controllers/frame-place'
import { leaveView } from '../controllers/modal'
import { followTheme } from '../controllers/theme-sync'
import { embedded } from '../state/embedded'
import { Body } from '../ui/Body'
import { Spinner } from '../ui/Spinner'
import { useSheet } from '../ui/sheet'
import { WalletIcon } from '../ui/WalletIcon'
import css from './ApproveTransaction.css?inline'
import type { ViewHeader } from './pages'
import { titledEmbedded } from './titled-embedded'
import { useEmbeddedMessages } from './use-embedded-messages'
import { useSaid } from './use-said'

function Lead() {
  const { name, icon } = appInfo()
  return <WalletIcon name={name} src={icon} />
}

/** Which site asks, and how many requests are waiting. */
function Sub() {
  const t = useEmbeddedMessages()
  const { approvals } = useSnapshot(embedded)
  const { domain } = appInfo()
  return (
    <>
      <bdi>{domain}</bdi>
      {approvals.length > 1 && ` · ${t.requests(1, approvals.length)}`}
    </>
  )
}

export const header: ViewHeader = { ...titledEmbedded('ApproveTransaction'), Lead, Sub }

/** The secure frame asks the person in the room of this view; the page can neither draw nor press what it shows. */
export default function ApproveTransaction(): ReactNode {
  useSheet(css)
  const t = useEmbeddedMessages()
  const room = useRef<HTMLDivElement>(null)
  useSaid(t.frameLoading)
  useEffect(() => {
    // A host may open this view although there is no request.
    if (embedded.approvals.length === 0) return leaveView('Account')
    if (!room.current) return
    const stops = [followTheme(room.current), offerRoom(room.current)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return (
    <Body end="none">
      <div ref={room} className="frame-room">
        <Spinner />
      </div>
    </Body>
  )
}
