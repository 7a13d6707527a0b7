import { useSnapshot } from 'valtio'
import { dismissSnack } from '../controllers/notices'
import type { ErrorCode } from '../lib/errors'
import { modal } from '../state/modal'
import { type Snack as Notice, notice } from '../state/notice'
import { Snack } from '../ui/Snack'
import type { ViewName } from '.'

const kinds = { error: 'bad', success: 'good', info: 'warn' } as const

/** Errors that a view itself tells, in the place where they matter; `all` views where the shell does. */
const toldInPlace: Partial<Record<ErrorCode, ViewName | 'all'>> = {
  VIEW_UNAVAILABLE: 'all',
  VIEW_CRASHED: 'all',
  BALANCE_UNAVAILABLE: 'Account',
  CHAIN_UNSUPPORTED: 'ConnectingWallet',
}

/** The one short message over the view. */
export default function Message() {
  const { snack } = useSnapshot(notice)
  const { view } = useSnapshot(modal)
  if (!snack) return null
  const told = snack.code && toldInPlace[snack.code]
  if (told === 'all' || told === view) return null
  return (
    <Snack key={keyOf(snack)} kind={kinds[snack.kind]} onClose={dismissSnack}>
      {snack.text}
      {snack.help && <span className="snack-help">{snack.help}</span>}
    </Snack>
  )
}

const keys = new WeakMap<object, number>()
let count = 0

/** The same words said twice are two messages. */
function keyOf(snack: Notice): number {
  const key = keys.get(snack) ?? ++count
  keys.set(snack, key)
  return key
}
