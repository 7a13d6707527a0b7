import { useSnapshot } from 'valtio'
import { transactionUrl } from '../controllers/explorer'
import { goBack, navigate } from '../controllers/modal'
import { dismissSnack } from '../controllers/notices'
import { errorHelp } from '../lib/error-help'
import type { ErrorCode } from '../lib/errors'
import { moneyHelp } from '../lib/money-errors'
import { embedded } from '../state/embedded'
import { modal } from '../state/modal'
import { type Snack as Notice, notice } from '../state/notice'
import { Snack } from '../ui/Snack'
import type { ViewName } from '.'
import { inLanguage } from './in-language'
import { useMessages } from './use-messages'

const help = { ...errorHelp, ...moneyHelp }
const kinds = { error: 'bad', success: 'good', info: 'warn' } as const

/** Views that say themselves why their step with the secure frame failed; so does the field for the address, wherever it stands. */
const frameSteps: readonly ViewName[] = [
  'EmailLogin',
  'EmailVerifyOtp',
  'EmailVerifyDevice',
  'UpdateEmail',
  'ConnectingSocial',
  'ConnectingFarcaster',
]

/** Errors that a view itself tells, in the place where they matter; `all` views where the shell does. */
const toldInPlace: Partial<Record<ErrorCode, readonly ViewName[] | 'all'>> = {
  VIEW_UNAVAILABLE: 'all',
  VIEW_CRASHED: 'all',
  BALANCE_UNAVAILABLE: ['Account'],
  CHAIN_UNSUPPORTED: ['ConnectingWallet'],
  OFFLINE: ['Account'],
  SEND_FAILED: ['SendReview'],
  SOLANA_SEND_FAILED: ['SendReview'],
  SESSION_REVOKE_FAILED: ['SmartSessionList'],
  EMAIL_LOGIN_UNAVAILABLE: frameSteps,
  FRAME_NOT_SET: frameSteps,
  REQUEST_FAILED: frameSteps,
}

/** The one short message over the view. */
export default function Message() {
  const { snack } = useSnapshot(notice)
  const { view } = useSnapshot(modal)
  const { field } = useSnapshot(embedded)
  const t = useMessages()
  if (!snack) return null
  const told = snack.code && toldInPlace[snack.code]
  if (told === 'all' || told?.includes(view) || (told === frameSteps && field)) return null
  return (
    <Snack key={keyOf(snack)} kind={kinds[snack.kind]} action={actionFor(snack, t.notices.view)} onClose={dismissSnack}>
      {inLanguage(snack.text)}
      {snack.help && <span className="snack-help">{inLanguage(snack.help, help)}</span>}
    </Snack>
  )
}

/** The way to a transaction: its page in the block explorer, or ours where the chain has none. */
function actionFor({ transaction }: Notice, label: string) {
  if (!transaction) return undefined
  const href = transactionUrl(transaction)
  if (href) return { label, href, onAction: dismissSnack }
  const look = () => {
    dismissSnack()
    // The same view again would be no step: one transaction takes the place of the other.
    if (modal.view === 'Transaction') goBack()
    navigate('Transaction', { transaction: `own ${transaction.hash.toLowerCase()}` })
  }
  return { label, onAction: look }
}

const keys = new WeakMap<object, number>()
let count = 0

/** The same words said twice are two messages. */
function keyOf(snack: Notice): number {
  const key = keys.get(snack) ?? ++count
  keys.set(snack, key)
  return key
}
