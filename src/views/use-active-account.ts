import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { type Chain, chains } from '../state/chains'
import { modal } from '../state/modal'

/** Longer than the modal takes to close. */
const CLOSING_MS = 300

/** The active connection. One that ends with the closing of the modal stays until it has closed, so that nothing flickers. */
export function useActiveAccount(): ReturnType<typeof useSnapshot<Chain>> {
  const { active } = useSnapshot(chains)
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
