import type { CaipNetworkId } from '../lib/caip'
import type { SubmissionKind } from '../lib/pending-transaction'

/** A step that the host is told of by an event `wallet-…`; it may refuse all but `transaction`, which has happened already. */
export type Step =
  | { readonly type: 'close-request'; readonly source: CloseSource }
  | { readonly type: 'before-connect'; readonly wallet: string; readonly namespace: string | undefined }
  | ({ readonly type: 'before-transaction'; readonly request: unknown } & Subject)
  | ({
      readonly type: 'transaction'
      readonly hash?: string
      /** Of the one that was mined in its place, where the wallet made another ("speed up", "cancel"). */
      readonly replacedBy?: string
      readonly status: 'submitted' | 'confirmed' | 'failed'
    } & Subject)

type Subject = { readonly kind: SubmissionKind; readonly networkId: CaipNetworkId }

/** What a transaction moves, for analytics: symbols, and decimal strings in the main unit; `to…` is what a swap brings. */
export type Moved = {
  readonly symbol?: string | undefined
  readonly amount?: string | undefined
  readonly toSymbol?: string | undefined
  readonly toAmount?: string | undefined
}

/** What asked for the modal to be closed. */
export type CloseSource = 'button' | 'escape' | 'backdrop' | 'api'

type Ask = (step: Step, moved?: Moved) => boolean
const askers = new Set<Ask>()

/** The element answers here by dispatching a cancelable event: `false` refuses the step. Returns its stop. */
export function onStep(ask: Ask): () => void {
  askers.add(ask)
  return () => void askers.delete(ask)
}

type Refused = (step: Step) => void
const refusals = new Set<Refused>()

/** Runs `listener` when a step has been refused. Returns its stop. */
export function onRefusal(listener: Refused): () => void {
  refusals.add(listener)
  return () => void refusals.delete(listener)
}

/** Whether the host lets the step happen. */
export function allowed(step: Step, moved?: Moved): boolean {
  const all = [...askers].every((ask) => ask(step, moved))
  if (!all) for (const listener of refusals) listener(step)
  return all
}
