import { useCallback, useSyncExternalStore } from 'react'
import { onChange } from '../controllers/on-change'
import { account } from '../state/account'
import { modal } from '../state/modal'
import { LiveRegion } from '../ui/LiveRegion'
import { useFirstMessages } from './use-first-messages'

/**
 * The live region of the dialog, for what is announced and not shown. It is there from the start, since a region that is added together
 * with its text is not announced. It renders again only when its text changes, not on every change of the stores.
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
