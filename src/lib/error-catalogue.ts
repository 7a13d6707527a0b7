/** Where a person sees an error: a snack over the view, a developer alert, or only the view or the host's event. */
type Surface = 'snack' | 'alert' | 'none'
/** The specification's English text of an error, and where it shows. */
export type ErrorEntry = { readonly show: Surface; readonly text: string }

/** The errors that the first screen and the element itself can have; `later-errors.ts` has the others. */
export const catalogue = {
  // Specification §8
  DISCONNECT_FAILED: { show: 'snack', text: 'Failed to disconnect' },
  SWITCH_NETWORK_NOT_FOUND: { show: 'alert', text: 'Network Not Found' },
  PROJECT_ID_NOT_CONFIGURED: { show: 'alert', text: 'Project ID Not Configured' },
  PROVIDER_NOT_FOUND: { show: 'none', text: 'Provider not found' },
  // Beyond the specification
  USER_REJECTED: { show: 'none', text: 'Request declined' },
  CONNECT_FAILED: { show: 'none', text: 'Connection failed' },
  WALLET_NOT_FOUND: { show: 'none', text: 'This wallet is not installed here' },
  WALLET_DUPLICATE: { show: 'none', text: 'Two wallets claim this name' },
  ABORTED: { show: 'none', text: 'The request was canceled' },
  VIEW_UNAVAILABLE: { show: 'snack', text: 'This screen could not be loaded' },
  VIEW_CRASHED: { show: 'snack', text: 'Something went wrong' },
  ATTRIBUTE_INVALID: { show: 'alert', text: 'Invalid attribute' },
  CONFIG_CONFLICT: { show: 'alert', text: 'Two elements disagree' },
  SIWX_CONFLICT: { show: 'alert', text: 'Cannot set both `siweConfig` and `siwx` options' },
} as const satisfies Record<string, ErrorEntry>

/** Every error that has loaded, by code. */
export const entries: Partial<Record<string, ErrorEntry>> = { ...catalogue }

/** Adds the errors of what has loaded later. */
export function addErrors(more: Readonly<Record<string, ErrorEntry>>): void {
  Object.assign(entries, more)
}

/** The catalogue's words that are not errors (specification §8). */
export const notices = {
  TRANSACTION_STARTED: 'Transaction started',
  AUTHENTICATING: 'Authenticating...',
} as const

/** What a person can do about an error, by code. */
export const advice: Partial<Record<string, string>> = {}

/** Adds what a person can do about each error (`error-help.ts`); it loads later than the errors that every page can have. */
export function advise(help: Readonly<Partial<Record<string, string>>>): void {
  Object.assign(advice, help)
}
