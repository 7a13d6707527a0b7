import { useLayoutEffect } from 'react'
import { wake } from '../../controllers/wake'

/**
 * Runs `start` once the code for services and wallets has loaded (`wake`): before the first frame if it has already. Runs it again when
 * `about` changes.
 */
export function useWhenAwake(start: () => void, about?: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `about` says when to run again
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
