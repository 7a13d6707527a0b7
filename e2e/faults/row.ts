import type { WalletModalElement } from '../../elements/wallet-modal'
import type { ErrorCode } from '../../src/lib/errors'

type Status = WalletModalElement['state']['status']

/** What the visitor can still do: the role and accessible name of a visible, enabled control. */
type WayOut = readonly [role: 'button' | 'link' | 'textbox' | 'radio' | 'tab', name: string | RegExp]

/** What the way out leads to, by role and name, or by its text; `closed`: no dialog is left. */
type LedTo = readonly [role: 'dialog' | 'button' | 'img' | 'text', name: string | RegExp] | 'closed'

/** A row of the fault table (security/SECURITY), or one of the faults in a row. */
export type FaultRow = {
  readonly component: string
  readonly fault: string
  /** The element's `state.status` after the fault; null without an element. */
  readonly state: Status | null
  /** The code of the `wallet-error` event; without it a silent fault fires none. */
  readonly code?: ErrorCode
  /** Codes of the test's earlier `wallet-error` events. */
  readonly before?: readonly ErrorCode[]
  /** The whole visible message, in one place. Without it the fault is silent: no alert is visible. */
  readonly message?: string | RegExp
  readonly wayOut: WayOut
  /** Where the way out leads, checked by `followWayOut`; absent if the test takes it anyway. */
  readonly leads?: LedTo
  /** Seconds until the message is there: thirty for the frame, else ten. */
  readonly limit?: 30
}

export const button = (name: string | RegExp): WayOut => ['button', name]
