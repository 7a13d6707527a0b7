import { wake } from '../src/controllers/wake'

/** Loads the views, and what they act on, once; a chunk that failed to load is asked for again the next time. */
export function loadViews(): Promise<unknown> {
  loading ??= Promise.all([import('./wallet-modal-views'), wake()]).catch((cause: unknown) => {
    loading = undefined
    throw cause
  })
  return loading
}

let loading: Promise<unknown> | undefined
