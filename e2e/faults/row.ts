import type { WalletModalElement } from '../../elements/wallet-modal'
import type { ErrorCode } from '../../src/lib/errors'

type Status = WalletModalElement['state']['status']

/** What a person still can do: an accessible name of a control that is in sight and works. */
type WayOut = readonly [role: 'button' | 'link' | 'textbox' | 'radio' | 'tab', name: string | RegExp]

/** What is there once the way out has been taken, by its role and name or its words; `closed`: no dialog any more. */
type LedTo = readonly [role: 'dialog' | 'button' | 'img' | 'text', name: string | RegExp] | 'closed'

/** A row of the fault table (security/SECURITY), or one of the faults that a row holds. */
export type FaultRow = {
  readonly component: string
  readonly fault: string
  /** What the element's `state.status` is once the fault has happened; null where there is no element. */
  readonly state: Status | null
  /** What the page has been told by `wallet-error`; of what is silent and has none it is told nothing. */
  readonly code?: ErrorCode
  /** What else of the journey it has been told before. */
  readonly before?: readonly ErrorCode[]
  /** All that a person reads of it, in one place, from its first word to its last. Without it the fault is silent: no alert is in sight. */
  readonly message?: string | RegExp
  readonly wayOut: WayOut
  /** Where the way out leads, where its journey does not go on by it anyway (`followWayOut`). */
  readonly leads?: LedTo
  /** Seconds until the message is there; ten, where the frame is asked thirty. */
  readonly limit?: 30
}

export const button = (name: string | RegExp): WayOut => ['button', name]
