import { useEffect, useState } from 'react'
import { proxy, useSnapshot } from 'valtio'
import { type Chain, chains, noChain } from '../state/chains'
import { modal } from '../state/modal'

/** Longer than the modal takes to close. */
const CLOSING_MS = 300

/** In the place of the connections where none is wanted; never changes. */
const none = proxy({ active: noChain() })

/**
 * The active connection. One that ends while the modal closes is kept until it has closed, so that nothing flickers. With `wanted` false
 * the component does not render again when it changes.
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
