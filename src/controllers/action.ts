import { catalogue, type ErrorCode, type WalletError } from '../lib/errors'
import { toWalletError } from '../lib/rpc-errors'
import { config } from '../state/config'
import { notice } from '../state/notice'

type Listener = (error: WalletError) => void
const listeners = new Set<Listener>()
const reported = new WeakSet<WalletError>()

/** Calls `listener` with every error an action ends in; the element turns it into `wallet-error`. Returns its stop. */
export function onError(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** A verb that views call: it never rejects, it reports, and resolves to whether it worked. `run` reports and rejects. */
export type Action<Args extends unknown[], Result> = ((...args: Args) => Promise<boolean>) & {
  run: (...args: Args) => Promise<Result>
}

/** Makes a verb; an error that has no code of its own is named `fallback`. */
export function action<Args extends unknown[], Result>(
  fallback: ErrorCode,
  perform: (...args: Args) => Promise<Result>,
): Action<Args, Result> {
  const run = async (...args: Args): Promise<Result> => {
    try {
      return await perform(...args)
    } catch (cause) {
      const error = toWalletError(cause, fallback)
      report(error)
      throw error
    }
  }
  const verb = (...args: Args) =>
    run(...args).then(
      () => true,
      () => false,
    )
  return Object.assign(verb, { run })
}

/** Shows an error where its catalogue entry says, once, and tells the host. What the visitor canceled is no error. */
export function report(error: WalletError): void {
  if (reported.has(error) || error.code === 'ABORTED') return
  reported.add(error)
  const { show } = catalogue[error.code]
  const { code, message: text, help } = error
  if (show === 'snack') notice.snack = { kind: 'error', text, help, code }
  if (show === 'alert') {
    console.error(`<wallet-modal> ${text}. ${help ?? ''}`, error.cause ?? '')
    if (config.debug) notice.alert = { code, text, help }
  }
  for (const listener of listeners) listener(error)
}
