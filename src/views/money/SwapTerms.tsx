import { useSnapshot } from 'valtio'
import { worthOf } from '../../controllers/send-problem'
import { isCoin } from '../../controllers/swap-assets'
import { usualFee } from '../../controllers/swap-form'
import { QUOTE_REFRESH_MS } from '../../controllers/swap-quotes'
import { figureIn, formatAmount, formatPercent, formatUnits } from '../../lib/format'
import { shortFiat } from '../../lib/short-figures'
import type { SwapAsset } from '../../lib/swap-asset'
import { rateOf } from '../../lib/swap-figures'
import { messages } from '../../state/messages'
import { swap } from '../../state/swap'
import { Amount } from '../../ui/Amount'
import { Footer } from '../../ui/Body'
import { Note } from '../../ui/Note'
import { useSheet } from '../../ui/sheet'
import { Facts } from '../../ui/Ticket'
import { useNow } from '../use-now'
import css from './SwapTerms.css?inline'
import { useTradeMessages } from './use-trade-messages'

type TermsProps = {
  from: SwapAsset
  to: SwapAsset
  /** Decimal string; undefined while there is no quote. */
  out: string | undefined
  impact: { readonly percent: number; readonly lost: string } | undefined
  /** Whether the price impact needs a warning. */
  isHigh: boolean
  /** A contract's fee may be paid by others. */
  isSmart: boolean
}

/** The terms of a quote: rate, price impact, minimum received, and fee. */
export default function Terms({ from, to, out, impact, isHigh, isSmart }: TermsProps) {
  useSheet(css)
  const t = useTradeMessages()
  const { locale, direction } = useSnapshot(messages)
  const { amount, slippage, prices, held, tokens, gasPrice } = useSnapshot(swap)
  const rate = out !== undefined && rateOf(amount, out)
  const least = out !== undefined && leastOf(out, slippage, to.decimals)
  const figure = (sum: string | false | undefined, { symbol }: SwapAsset, maxDigits = 8) =>
    `${sum ? formatAmount(sum, locale, { maxDigits }) : '–'} ${symbol}`
  const both = [from.address, to.address]
  // Prices are read along with balances: if one is missing after that, the swap may lose anything.
  const isUnpriced = out !== undefined && both.every((each) => held[each] !== undefined) && both.some((each) => !prices[each])
  const coin = tokens.find(isCoin)
  const fee = gasPrice === undefined ? undefined : usualFee()
  const feeText = fee === undefined || !coin ? '–' : feeIn(formatUnits(fee, coin.decimals))
  function feeIn(sum: string): string {
    const worth = coin && worthOf(sum, prices[coin.address])
    return worth === undefined ? `${formatAmount(sum, locale, { maxDigits: 8 })} ${coin?.symbol}` : shortFiat(worth, locale)
  }
  return (
    <>
      {isHigh && impact && (
        <Note kind="warn" announce="alert" title={t.swap.lose(figureIn(shortFiat(impact.lost, locale), direction))}>
          {t.swap.loseHelp}
        </Note>
      )}
      <Facts
        facts={[
          {
            term: t.swap.rate,
            value: <Amount>{`${figure('1', from)} = ${figure(rate, to, 6)}`}</Amount>,
          },
          {
            term: t.swap.impact,
            value: impact ? (
              <Amount tone={isHigh ? 'bad' : 'good'}>{formatPercent(impact.percent, locale, 2)}</Amount>
            ) : isUnpriced ? (
              <Amount tone="bad">{t.account.noPrice}</Amount>
            ) : (
              '–'
            ),
          },
          {
            term: t.swap.least,
            value: <Amount>{figure(least, to)}</Amount>,
          },
          { term: t.send.fee, value: isSmart ? t.send.noFeeNeeded : <Amount>{feeText}</Amount> },
        ]}
      />
    </>
  )
}

/** The quoted output less the slippage, cut to the token's decimals. */
function leastOf(out: string, slippage: number, decimals: number): string {
  const [whole = '0', fraction = ''] = out.split('.')
  const units = BigInt(whole + fraction.padEnd(decimals, '0').slice(0, decimals))
  return formatUnits((units * BigInt(100 - slippage)) / 100n, decimals)
}

/** Counts down to the next quote, with a ring; hidden from screen readers, since it never stops. Keeps its place while there is no quote. */
export function Refreshes({ at }: { at: number | undefined }) {
  useSheet(css)
  const t = useTradeMessages()
  const now = useNow(true)
  // `now` may be up to a second older than the quote.
  const age = Math.max(0, now - (at ?? now))
  const left = Math.max(0, Math.ceil((QUOTE_REFRESH_MS - age) / 1_000))
  return (
    <Footer>
      {at !== undefined && (
        <>
          <svg className="swap-ring" viewBox="0 0 16 16" aria-hidden="true">
            <circle cx="8" cy="8" r="6" />
            <circle cx="8" cy="8" r="6" pathLength={10} strokeDasharray="10" strokeDashoffset={10 - left} />
          </svg>
          <span className="tabular" aria-hidden="true">
            {t.swap.refreshes(left)}
          </span>
        </>
      )}
    </Footer>
  )
}
