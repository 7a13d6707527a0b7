import type { CaipNetworkId } from '../lib/caip'
import type { LoadStatus } from '../lib/load-status'
import { store } from './store'

/** A name, and whether it is taken. */
export type Suggestion = { readonly name: string; readonly registered: boolean }

/** The name that the visitor is choosing. */
export const names = store(() => ({
  /** The active network where it is known that no name can be registered on it. */
  unservedOn: undefined as CaipNetworkId | undefined,
  /** The label as typed, in lower case. */
  label: '',
  /** Of looking up whether it is taken. */
  status: 'idle' as LoadStatus,
  /** The label that the suggestions are for. */
  suggestedFor: '',
  /** The typed one first. */
  suggestions: [] as readonly Suggestion[],
  registering: 'idle' as 'idle' | 'signing' | 'sending',
  /**
   * Why the last try failed, for the view; `title`: in English, with `{name}` where the name stands; `reason`: the provider's first
   * reason, or what to do.
   */
  problem: undefined as { readonly title: string; readonly name: string; readonly reason: string | undefined } | undefined,
  /** The name that was just registered, and its address. */
  registered: undefined as { readonly name: string; readonly address: string } | undefined,
}))
