/** A step that the host may refuse: `wallet-before-connect`, `wallet-before-transaction`, `wallet-close-request`. */
export type Step =
  | { readonly type: 'close-request'; readonly source: CloseSource }
  | { readonly type: 'before-connect'; readonly wallet: string; readonly namespace: string | undefined }

/** What asked for the modal to be closed. */
export type CloseSource = 'button' | 'escape' | 'backdrop' | 'api'

type Ask = (step: Step) => boolean
const askers = new Set<Ask>()

/** The element answers here by dispatching a cancelable event: `false` refuses the step. Returns its stop. */
export function onStep(ask: Ask): () => void {
  askers.add(ask)
  return () => void askers.delete(ask)
}

/** Whether the host lets the step happen. */
export const allowed = (step: Step): boolean => [...askers].every((ask) => ask(step))
