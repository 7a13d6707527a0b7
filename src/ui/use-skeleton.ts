import { useEffect, useRef, useState } from 'react'

const DELAY_MS = 120
const MINIMUM_MS = 300

/** Whether to show skeletons for something `pending`: not for the first 120 ms, then for at least 300 ms. */
export function useSkeleton(pending: boolean): boolean {
  const [shown, setShown] = useState(false)
  const since = useRef(0)
  useEffect(() => {
    if (pending === shown) return
    const wait = pending ? DELAY_MS : Math.max(0, MINIMUM_MS - (performance.now() - since.current))
    const timer = setTimeout(() => {
      since.current = performance.now()
      setShown(pending)
    }, wait)
    return () => clearTimeout(timer)
  }, [pending, shown])
  return shown
}
