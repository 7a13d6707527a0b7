import { useCallback, useSyncExternalStore } from 'react'
import { onChange } from '../controllers/on-change'
import { account } from '../state/account'
import { modal } from '../state/modal'
import { LiveRegion } from '../ui/LiveRegion'
import { useFirstMessages } from './use-first-messages'

/**
 * What is said and not shown, in a dialog that is on screen; it stands in the dialog from the start, or nothing of it would be heard. It looks at the words alone:
 * an opening and a connection change much, and what is said seldom.
 */
export function Announcements({ shown }: { shown: boolean }) {
  const t = useFirstMessages().modal
  const words = useCallback(() => {
    const { view, said } = modal
    const { balanceStatus } = account
    if (said || view !== 'Account' || !shown) return said
    return balanceStatus === 'loading' ? t.balancesLoading : balanceStatus === 'ready' ? t.balancesLoaded : ''
  }, [t, shown])
  const subscribe = useCallback((tell: () => void) => onChange([modal, account], words, tell), [words])
  return <LiveRegion status={useSyncExternalStore(subscribe, words)} alert="" />
}
