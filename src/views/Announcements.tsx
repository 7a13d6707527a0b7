import { useSnapshot } from 'valtio'
import { account } from '../state/account'
import { modal } from '../state/modal'
import { LiveRegion } from '../ui/LiveRegion'
import { useMessages } from './use-messages'

/** What is said and not shown; it stands in the dialog from the start, or nothing of it would be heard. */
export function Announcements() {
  const t = useMessages()
  const { view, elementId, said } = useSnapshot(modal)
  const { balanceStatus } = useSnapshot(account)
  const loading = balanceStatus === 'loading' ? t.modal.balancesLoading : balanceStatus === 'ready' ? t.modal.balancesLoaded : ''
  return <LiveRegion status={said || (view === 'Account' && elementId !== undefined ? loading : '')} alert="" />
}
