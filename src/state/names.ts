import { store } from './store'

/** A name that can be taken, or is. */
export type Suggestion = { readonly name: string; readonly registered: boolean }

/** The name that the visitor is choosing. */
export const names = store(() => ({
  /** The label as typed, in small letters. */
  label: '',
  /** Looking up who has it. */
  status: 'idle' as 'idle' | 'loading' | 'ready' | 'failed',
  /** The label that the suggestions are for. */
  suggestedFor: '',
  /** The typed one first. */
  suggestions: [] as readonly Suggestion[],
  registering: 'idle' as 'idle' | 'signing' | 'sending',
  /** Why the last try failed, for the view; `reason` is the provider's first one, or what to do. */
  problem: undefined as { readonly title: string; readonly reason: string | undefined } | undefined,
  /** The name that has just become the visitor's, and the address that it is of. */
  registered: undefined as { readonly name: string; readonly address: string } | undefined,
}))
