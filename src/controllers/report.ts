import { entryOf, WalletError } from '../lib/errors'
import { config } from '../state/config'
import { notice } from '../state/notice'

type Listener = (error: WalletError) => void
const listeners = new Set<Listener>()
const reported = new WeakSet<WalletError>()
const inPlace = new WeakSet<WalletError>()
let last: WalletError | undefined

/** The error that was reported last, for "Copy details". */
export const lastError = (): WalletError | undefined => last

/** Calls `listener` with every reported error; the element turns it into `wallet-error`. Returns its stop. */
export function onError(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Marks an error that the view itself shows, so that it does not appear, and is not announced, a second time. */
export const tellInPlace = (error: WalletError): void => void inPlace.add(error)

/** Shows an error once, where its catalogue entry says, and tells the host. ABORTED is no error: the visitor canceled. */
export function report(error: WalletError): void {
  const { code, message: text, help } = error
  if (reported.has(error) || code === 'ABORTED') return
  reported.add(error)
  last = error
  const { show } = entryOf(code)
  // The message before is replaced in either case.
  if (show === 'snack') notice.snack = inPlace.has(error) ? undefined : { kind: 'error', text, help, code }
  if (show === 'alert') {
    console.error(`<wallet-modal> ${text}. ${help ?? ''}`, error.cause ?? '')
    if (config.debug) notice.alert = { code, text, help }
  }
  // The frame's text may name the person: it is for the screen only.
  for (const listener of listeners) listener(code === 'FRAME_ERROR' ? new WalletError(code) : error)
}
