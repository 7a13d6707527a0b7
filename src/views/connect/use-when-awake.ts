import { useLayoutEffect } from 'react'
import { wake } from '../../controllers/wake'

/**
 * Runs `start` once what speaks to services and wallets stands: before the first frame where it does already. Runs it
 * again when `about` is another value.
 */
export function useWhenAwake(start: () => void, about?: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `about` is when, not what
  useLayoutEffect(() => {
    let here = true
    const run = () => {
      if (here) start()
    }
    void wake().then(run, run)
    return () => {
      here = false
    }
  }, [start, about])
}
