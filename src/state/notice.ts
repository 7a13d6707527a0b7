import type { CaipNetworkId } from '../lib/caip'
import type { ErrorCode } from '../lib/errors'
import { store } from './store'

/** A short message over the view; `help` says what to do. */
export type Snack = {
  kind: 'error' | 'success' | 'info'
  text: string
  help?: string | undefined
  code?: ErrorCode
  /** The transaction that the message is about. */
  transaction?: { readonly networkId: CaipNetworkId; readonly hash: string }
}
type Alert = { code: ErrorCode; text: string; help?: string | undefined }

/** The one message over the modal, and the one developer alert. */
export const notice = store(() => ({
  snack: undefined as Snack | undefined,
  alert: undefined as Alert | undefined,
}))
