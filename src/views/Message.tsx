import { useSnapshot } from 'valtio'
import { transactionUrl } from '../controllers/explorer'
import { goBack, navigate } from '../controllers/modal'
import { dismissSnack } from '../controllers/notices'
import { errorHelp } from '../lib/error-help'
import { moneyHelp } from '../lib/money-errors'
import { embedded } from '../state/embedded'
import { modal } from '../state/modal'
import { type Snack as Notice, notice } from '../state/notice'
import { Snack } from '../ui/Snack'
import { inLanguage } from './in-language'
import { isToldInPlace } from './told-in-place'
import { useMessages } from './use-messages'

const help = { ...errorHelp, ...moneyHelp }
const kinds = { error: 'bad', success: 'good', info: 'warn' } as const

/** The short message over the view. */
export default function Message() {
  const { snack } = useSnapshot(notice)
  const { view } = useSnapshot(modal)
  const { field } = useSnapshot(embedded)
  const t = useMessages()
  if (!snack) return null
  if (snack.code && isToldInPlace(snack.code, view, field)) return null
  return (
    <Snack key={keyOf(snack)} kind={kinds[snack.kind]} action={actionFor(snack, t.notices.view)} onClose={dismissSnack}>
      {inLanguage(snack.text)}
      {snack.help && <span className="snack-help">{inLanguage(snack.help, help)}</span>}
    </Snack>
  )
}

/** The button that leads to a transaction: in the block explorer, or in our own view if there is none. */
function actionFor({ transaction }: Notice, label: string) {
  if (!transaction) return undefined
  const href = transactionUrl(transaction)
  if (href) return { label, href, onAction: dismissSnack }
  const look = () => {
    dismissSnack()
    // navigate() ignores the view that is shown already, so leave it first.
    if (modal.view === 'Transaction') goBack()
    navigate('Transaction', { transaction: `own ${transaction.hash.toLowerCase()}` })
  }
  return { label, onAction: look }
}

const keys = new WeakMap<object, number>()
let count = 0

/** A key for each message object, so that the same text twice makes two messages. */
function keyOf(snack: Notice): number {
  const key = keys.get(snack) ?? ++count
  keys.set(snack, key)
  return key
}
