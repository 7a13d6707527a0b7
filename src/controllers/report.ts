import { entryOf, WalletError } from '../lib/errors'
import { config } from '../state/config'
import { notice } from '../state/notice'

type Listener = (error: WalletError) => void
const listeners = new Set<Listener>()
const reported = new WeakSet<WalletError>()
const inPlace = new WeakSet<WalletError>()
let last: WalletError | undefined

/** The error that was told last, for who hands on the details of one on screen. */
export const lastError = (): WalletError | undefined => last

/** Calls `listener` with every error an action ends in; the element turns it into `wallet-error`. Returns its stop. */
export function onError(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The view itself tells this one: over it the same would stand, and be said, a second time. */
export const tellInPlace = (error: WalletError): void => void inPlace.add(error)

/** Shows an error where its catalogue entry says, once, and tells the host. What the visitor canceled is no error. */
export function report(error: WalletError): void {
  const { code, message: text, help } = error
  if (reported.has(error) || code === 'ABORTED') return
  reported.add(error)
  last = error
  const { show } = entryOf(code)
  // What was told before is over either way.
  if (show === 'snack') notice.snack = inPlace.has(error) ? undefined : { kind: 'error', text, help, code }
  if (show === 'alert') {
    console.error(`<wallet-modal> ${text}. ${help ?? ''}`, error.cause ?? '')
    if (config.debug) notice.alert = { code, text, help }
  }
  // The frame's words may name the person: they are for the screen.
  for (const listener of listeners) listener(code === 'FRAME_ERROR' ? new WalletError(code) : error)
}
