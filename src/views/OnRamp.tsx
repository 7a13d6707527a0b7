import { type ComponentProps, type ReactNode, Suspense, useEffect, useId } from 'react'
import { useSnapshot } from 'valtio'
import { editBuy, startBuy, startPurchase } from '../controllers/buy'
import { buyProblem, LEAST, wholeSums } from '../controllers/buy-problem'
import { navigate } from '../controllers/modal'
import { figureIn, formatAmount, formatFiat, numberFormat, withoutMarks } from '../lib/format'
import { deliveredOn } from '../lib/onramp'
import { buy } from '../state/buy'
import { messages } from '../state/messages'
import { Amount } from '../ui/Amount'
import { AmountInput } from '../ui/AmountInput'
import { Body } from '../ui/Body'
import { Button } from '../ui/Button'
import { DuoPanel } from '../ui/Duo'
import { ListRow, RowList } from '../ui/ListRow'
import { lazyPart } from '../ui/lazy-part'
import { Rail } from '../ui/Rail'
import { SectionLabel } from '../ui/SectionLabel'
import { Select } from '../ui/Select'
import { useSheet } from '../ui/sheet'
import { Facts } from '../ui/Ticket'
import { IconTile } from '../ui/WalletIcon'
import { moneyWordsFor } from './money/money-words'
import { useSender } from './money/use-sender'
import { useTradeMessages } from './money/use-trade-messages'
import { useUnclear } from './money/use-unclear'
import { WayOn } from './money/WayOn'
import { NotConnected } from './NotConnected'
import css from './OnRamp.css?inline'
import moneyCss from './Send.css?inline'
import { titled } from './titled'
import { useActiveAccount } from './use-active-account'
import { useNetwork } from './use-network'
import { useOnline } from './use-online'

export const header = titled('OnRamp')

// The other sellers are only known once there is a price.
const sellers = () => import('./money/Sellers')
const Sellers = lazyPart(sellers)
const Purpose = lazyPart(sellers, 'Purpose')
const Unsold = lazyPart(sellers, 'Unsold')

const PRESETS = ['100', '250', '500', '1000']

/** A rail for a few items, a select for more. */
const OneOf = (choice: ComponentProps<typeof Select>) => (choice.items.length > 6 ? <Select {...choice} /> : <Rail {...choice} />)

/** Buying coins by card or bank transfer: amount, coin, payment method, and the link to the seller's page. */
export default function OnRamp(): ReactNode {
  useSheet(moneyCss)
  useSheet(css)
  const address = useSender()
  useEffect(startBuy, [])
  return address ? <Form address={address} /> : <NotConnected />
}

function Form({ address }: { address: string }) {
  const t = useTradeMessages()
  const reason = useId()
  const label = useId()
  const form = useSnapshot(buy, { sync: true })
  const { locale, direction } = useSnapshot(messages)
  const { networkId } = useActiveAccount()
  const isOnline = useOnline()
  const active = useNetwork(networkId)?.name ?? ''
  const problem = buyProblem({ ...form, payments: form.payments as typeof buy.payments })
  const quote = form.offers.find(({ seller }) => seller === form.seller) ?? form.quote
  const { url, payment, purchase = '', method, amount } = form
  const sold = form.purchases.find(({ symbol }) => symbol === purchase)
  const elsewhere = networkId && form.seller === undefined ? deliveredOn(networkId, sold) : undefined
  const methods = form.payments.find(({ id }) => id === payment)?.payment_method_limits ?? []
  const limit = methods.find(({ id }) => id === method) ?? methods[0]
  // Whole units of the currency with its shortest sign.
  const whole = numberFormat(locale, {
    style: 'currency',
    currency: payment,
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 0,
  })
  const money = (sum: string) => formatFiat(sum, locale, payment)
  const inside = (text: string) => figureIn(text, direction)
  const unclear = useUnclear(amount, locale, true)
  const isWrong = problem !== undefined && problem !== 'amount-missing'
  const words =
    problem === 'too-little' || problem === 'too-much'
      ? t.buy.problems[problem](
          inside(money(problem === 'too-much' ? (limit?.max ?? '0') : (!form.seller && limit?.min) || LEAST)),
        )
      : problem === 'cents'
        ? t.send.either(...wholeSums(amount))
        : problem && ((problem === 'amount-invalid' && unclear) || t.buy.problems[problem])
  const page = problem === undefined && isOnline ? url : undefined
  const open = () => {
    startPurchase()
    navigate('BuyProgress', { provider: form.seller ?? form.firstHost })
  }
  return (
    <Body>
      <div className="money-stack">
        <DuoPanel label={t.buy.amount(payment)} invalid={isWrong}>
          <AmountInput
            label={t.buy.amount(payment)}
            value={amount}
            locale={locale}
            onChange={(text) => editBuy({ amount: text })}
            // A sign of letters needs a space: CHF 100.
            sign={whole
              .formatToParts(0)
              .find(({ type }) => type === 'currency')
              ?.value.replace(/\p{L}$/u, '$&\u00a0')}
            invalid={isWrong}
            describedBy={isWrong ? reason : undefined}
            other={quote?.bought ? `≈ ${formatAmount(quote.bought, locale, { maxDigits: 8 })} ${purchase}` : ''}
          />
        </DuoPanel>
        <div className="tabular">
          <Rail
            label={t.buy.presets}
            items={PRESETS.map((id) => ({ id, label: inside(withoutMarks(whole.format(+id))) }))}
            value={amount}
            onPick={(id) => editBuy({ amount: id })}
          />
        </div>
        {form.payments.length > 1 && (
          <OneOf
            label={t.buy.currency}
            items={form.payments.map(({ id }) => ({ id, label: id }))}
            value={payment}
            onPick={(id) => editBuy({ payment: id })}
          />
        )}
        <OneOf
          label={t.buy.token(elsewhere ?? active)}
          items={form.purchases.map(({ symbol }) => ({ id: symbol, label: symbol }))}
          value={purchase}
          onPick={(id) => editBuy({ purchase: id })}
        />
        <div>
          <SectionLabel id={label}>{t.buy.payWith}</SectionLabel>
          <RowList labelledBy={label}>
            {methods.map(({ id, min, max }) => (
              <ListRow
                key={id}
                title={t.buy.methods[id as keyof typeof t.buy.methods] ?? id}
                sub={<span className="tabular">{t.buy.limits(inside(money(min)), inside(money(max)))}</span>}
                picture={<IconTile icon={id === 'card' ? 'card' : 'wallet'} />}
                current={id === limit?.id}
                trail={id === limit?.id ? 'check' : undefined}
                onClick={() => editBuy({ method: id })}
              />
            ))}
          </RowList>
        </div>
        {form.offers.length > 0 && (
          <Suspense>
            <Sellers />
          </Suspense>
        )}
        {quote && (
          <Facts
            ruled
            facts={[
              { term: t.buy.fee, value: <Amount>{money(quote.fee)}</Amount> },
              { term: t.swap.pay, value: <Amount>{money(quote.total)}</Amount> },
              {
                term: t.swap.get,
                value: <Amount>{`${formatAmount(quote.bought, locale, { maxDigits: 8 })} ${purchase}`}</Amount>,
              },
            ]}
          />
        )}
        <WayOn>
          {/failed|silent/.test(form.urlStatus) && (
            <Suspense>
              <Unsold />
            </Suspense>
          )}
          <Button
            kind="primary"
            full
            icon="external"
            disabled={!page}
            busy={form.urlStatus === 'loading'}
            href={page}
            describedBy={reason}
            onClick={open}
          >
            {url && !problem ? t.buy.continueTo(new URL(url).hostname) : t.buy.continue}
          </Button>
          <div id={reason} className="money-reason tabular">
            <span role="status">{isOnline ? words : moneyWordsFor('OFFLINE').text}</span>
            {/* Outside the live region, which would announce it after every correction; the button's description has it. */}
            {!words && isOnline && (
              <Suspense>
                <Purpose address={address} place={elsewhere} />
              </Suspense>
            )}
          </div>
        </WayOn>
      </div>
    </Body>
  )
}
