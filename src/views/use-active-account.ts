import { useEffect, useState } from 'react'
import { proxy, useSnapshot } from 'valtio'
import { type Chain, chains, noChain } from '../state/chains'
import { modal } from '../state/modal'

/** Longer than the modal takes to close. */
const CLOSING_MS = 300

/** Stands for the connections where none is wanted, and never changes. */
const none = proxy({ active: noChain() })

/**
 * The active connection. One that ends with the closing of the modal stays until it has closed, so that nothing flickers. Who
 * has no use for it now says so, and is not drawn anew for what happens to it.
 */
export function useActiveAccount(wanted = true): ReturnType<typeof useSnapshot<Chain>> {
  const { active } = useSnapshot<{ active: Chain }>(wanted ? chains : none)
  const { elementId } = useSnapshot(modal)
  const [last, setLast] = useState(active)
  const closing = !active.address && elementId === undefined
  useEffect(() => {
    if (!closing) return setLast(active)
    const timer = setTimeout(() => setLast(active), CLOSING_MS)
    return () => clearTimeout(timer)
  }, [active, closing])
  return closing ? last : active
}
