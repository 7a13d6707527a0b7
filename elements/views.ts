/** Loads the views once; a chunk that failed to load is asked for again the next time. */
export function loadViews(): Promise<unknown> {
  loading ??= import('./wallet-modal-views').catch((cause: unknown) => {
    loading = undefined
    throw cause
  })
  return loading
}

let loading: Promise<unknown> | undefined
