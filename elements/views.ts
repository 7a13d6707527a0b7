import { wake } from '../src/controllers/wake'

/** Loads the views once, and starts what they act on; a chunk that failed to load is asked for again the next time. */
export function loadViews(): Promise<unknown> {
  // Drawn first when the wallets of this browser have been asked: their rows stand in the first frame, and nothing moves.
  loading ??= Promise.all([import('./wallet-modal-views'), wake()]).then(
    ([{ defineViews }]) => defineViews(),
    (cause: unknown) => {
      loading = undefined
      throw cause
    },
  )
  // Asleep again whenever the last element has left.
  return Promise.all([loading, wake()])
}

let loading: Promise<unknown> | undefined
