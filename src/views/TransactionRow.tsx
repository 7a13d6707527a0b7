import { mainTransfer } from '../controllers/activity'
import { navigate } from '../controllers/modal'
import type { Transaction, TransactionKind } from '../lib/transaction'
import type { Messages } from '../locales/en'
import { Amount } from '../ui/Amount'
import { Badged } from '../ui/Badged'
import { Icon } from '../ui/Icon'
import type { IconName } from '../ui/icons'
import { ListRow } from '../ui/ListRow'
import { Spinner } from '../ui/Spinner'
import { useCalmPicture } from '../ui/VirtualRows'
import { WalletIcon } from '../ui/WalletIcon'
import { amountOf, nameOf, partyOf, titleOf } from './transaction-words'

const marks: Partial<Record<TransactionKind, IconName>> = {
  sent: 'send',
  received: 'receive',
  bought: 'receive',
  claimed: 'receive',
  withdrawn: 'receive',
  swapped: 'swap',
  approved: 'check',
  minted: 'plus',
  deposited: 'send',
}

const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** Made once for each locale, since every row has a day. */
function dayFormat(locale: string): Intl.DateTimeFormat {
  const made = dayFormats.get(locale) ?? new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
  dayFormats.set(locale, made)
  return made
}

type TransactionRowProps = {
  transaction: Transaction
  /** By which Back finds the row to focus. */
  name: string
  /** The same for every row, so the list reads it once. */
  t: Messages['activity']
  locale: string
  /** Symbol of the network's coin. */
  coin: string
  /** Whose history it is. */
  owner: string | undefined
}

/** One transaction in the list; leads to its view. */
export function TransactionRow({ transaction, name, t, locale, coin, owner }: TransactionRowProps) {
  const { id, status, at } = transaction
  const main = mainTransfer(transaction)
  const party = partyOf(transaction, coin, owner, t)
  const day = dayFormat(locale).format(at)
  const amount = main && amountOf(main, locale)
  const unit = main && (main.type === 'nft' ? t.nft : nameOf(main, t))
  const good = main?.direction === 'in' ? 'good' : undefined
  const end =
    status !== 'confirmed'
      ? {
          title: <Amount tone={status === 'failed' ? 'bad' : undefined}>{t[status]}</Amount>,
          sub: amount && <Amount>{`${amount} ${unit}`}</Amount>,
        }
      : amount
        ? { title: <Amount tone={good}>{amount}</Amount>, sub: <bdi>{unit}</bdi> }
        : undefined
  return (
    <ListRow
      name={name}
      title={titleOf(transaction, t)}
      sub={party ? t.line(party, day) : day}
      picture={<TransactionPicture transaction={transaction} t={t} />}
      end={end}
      onClick={() => navigate('Transaction', { transaction: id })}
    />
  )
}

/** The picture of what moved, with a badge for the direction or the status. */
function TransactionPicture({ transaction, t }: Pick<TransactionRowProps, 'transaction' | 't'>) {
  const { kind, status, lost } = transaction
  const main = mainTransfer(transaction)
  const picture = useCalmPicture(main?.imageUrl)
  const mark = status === 'failed' ? 'close' : (marks[kind] ?? 'code')
  const badge = (
    <span className="activity-mark" data-status={status}>
      {status === 'pending' && !lost ? <Spinner /> : <Icon name={mark} />}
    </span>
  )
  return (
    <Badged size={40} badge={badge}>
      <WalletIcon name={(main && nameOf(main, t)) || t.kinds[kind]('')} src={picture} shape="coin" />
    </Badged>
  )
}
