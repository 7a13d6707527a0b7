import { type ErrorCode, entryOf } from '../lib/errors'
import { attempt } from '../state/attempt'
import { modal } from '../state/modal'
import { paging, type Wanted, where } from './analytics-actor'
import type { Count } from './analytics-events'
import { answered, naming, sending, swapping, wasApproval } from './analytics-money'
import { onError } from './report'

const sendFailures: readonly ErrorCode[] = ['SEND_FAILED', 'SOLANA_SEND_FAILED']
const signInFailures: readonly ErrorCode[] = [
  'SIGNATURE_DECLINED',
  'SIGNATURE_INVALID',
  'SIGN_IN_FAILED',
  'SIGN_IN_MISMATCH',
  'SIGN_IN_UNSUPPORTED',
  'SMART_ACCOUNT_UNSUPPORTED',
]
/** Errors of ours or of the host, that the visitor cannot fix. */
const internal: readonly ErrorCode[] = ['VIEW_UNAVAILABLE', 'VIEW_CRASHED', 'ADAPTER_NOT_FOUND']

/** Counts errors, by their code: the message may contain anything that a wallet said. Returns its stop. */
export const watchErrors = (count: Count, wanted: Wanted): (() => void) =>
  onError(({ code }) => {
    const message = code
    if (attempt.status === 'failed' && attempt.code === code) count('CONNECT_ERROR', { message })
    if (code === 'DISCONNECT_FAILED') count('DISCONNECT_ERROR', { message })
    if (code === 'TRANSACTIONS_UNAVAILABLE') count('ERROR_FETCH_TRANSACTIONS', paging(wanted))
    if (modal.view === 'SendReview' || sendFailures.includes(code)) count('SEND_ERROR', { ...sending(), message })
    if (modal.view === 'SwapReview') count(wasApproval() ? 'SWAP_APPROVAL_ERROR' : 'SWAP_ERROR', { ...swapping(), message })
    if (modal.view === 'RegisterAccountName' && code !== 'NAME_SUGGESTIONS_FAILED')
      count('REGISTER_NAME_ERROR', { ...naming(wanted), error: code })
    if (signInFailures.includes(code)) count('SIWX_AUTH_ERROR', where())
    // The catalogue's text and no stack, which may contain anything.
    if (internal.includes(code) || entryOf(code).show === 'alert')
      count('INTERNAL_SDK_ERROR', { errorType: code, errorMessage: entryOf(code).text, uncaught: false })
    answered()
  })
