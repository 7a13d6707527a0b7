import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { navigate } from '../controllers/modal'
import { worthOf } from '../controllers/send-problem'
import { outOf } from '../controllers/swap-assets'
import {
  canSwap,
  failSwapReview,
  loadSwapTokens,
  pickSwapMax,
  startSwap,
  swapCircumstances,
  turnSwap,
  typeSwapAmount,
} from '../controllers/swap-form'
import { type SwapProblem, swapProblem } from '../controllers/swap-problem'
import { formatAmount, formatUnits } from '../lib/format'
import { shortAmount, shortFiat } from '../lib/short-figures'
import type { SwapAsset } from '../lib/swap-asset'
import { priceImpact } from '../lib/swap-figures'
import { whenLoaded } from '../lib/when-loaded'
import { chains } from '../state/chains'
import { messages } from '../state/messages'
import { swap } from '../state/swap'
import { AmountInput } from '../ui/AmountInput'
import { Body } from '../ui/Body'
import { Button } from '../ui/Button'
import { Duo, DuoMid, DuoPanel } from '../ui/Duo'
import { lazyPart } from '../ui/lazy-part'
import { Note } from '../ui/Note'
import { useSheet } from '../ui/sheet'
import { moneyWordsFor } from './money/money-words'
import { FormError, REASON_ID, ToReview } from './money/ToReview'
import { useSender } from './money/use-sender'
import { useTradeMessages } from './money/use-trade-messages'
import { useUnclear } from './money/use-unclear'
import { WayOn } from './money/WayOn'
import { NotConnected } from './NotConnected'
import css from './Send.css?inline'
import { titled } from './titled'
import { useActiveAccount } from './use-active-account'
import { useNetwork } from './use-network'
import { useSaid } from './use-said'

export const header = titled('Swap')

const Unsupported = lazyPart(() => import('./money/Unsupported'))
// Loaded eagerly: if these appeared later, the form would move under the visitor's finger.
const Slippage = lazyPart(() => import('./money/Slippage'), 'default', true)
const swapTerms = () => import('./money/SwapTerms')
const Terms = lazyPart(swapTerms, 'default', true)
const Refreshes = lazyPart(swapTerms, 'Refreshes', true)
/** Digits behind the point that fit: fewer for a large amount. The review has them all. */
const figure = (amount: string, locale: string) =>
  formatAmount(amount, locale, { maxDigits: Math.max(2, 8 - amount.indexOf('.')) })
/** Above this price impact, in percent, there is a warning, and the button says so. */
const IMPACT_WARN = 5
const swapping = () => import('./money/swapping')
const review = () => void swapping().then(({ reviewSwap }) => reviewSwap(), failSwapReview)

/** Announces a text when there has been none before: what one gets for a new amount, not each renewal of its price. */
function useFirstSaid(words: string | undefined): void {
  // What is known as the view opens, as after a review, is no news.
  const [first, setFirst] = useState<string | undefined>(words && '')
  if ((words === undefined) !== (first === undefined)) setFirst(words)
  useSaid(first)
}

/** The form of a swap: both tokens and amounts, the terms, and what is wrong with them. */
export default function Swap(): ReactNode {
  useSheet(css)
  const t = useTradeMessages()
  const address = useSender()
  const { networkId } = useActiveAccount()
  const { tokensStatus } = useSnapshot(swap)
  // Subscribed so that the form renders again on a change.
  useSnapshot(chains)
  const network = useNetwork(networkId)?.name ?? ''
  useEffect(() => {
    whenLoaded(swapping(), () => {})
    return startSwap()
  }, [])
  if (!address) return <NotConnected />
  if (!canSwap() || tokensStatus === 'unsupported')
    return (
      <Suspense>
        <Unsupported title={moneyWordsFor('SWAP_NETWORK_UNSUPPORTED').text}>{t.swap.unsupported(network)}</Unsupported>
      </Suspense>
    )
  return <Form />
}

function Form() {
  const t = useTradeMessages()
  const form = useSnapshot(swap, { sync: true })
  const { locale } = useSnapshot(messages)
  const around = swapCircumstances(form)
  const { from, to, isSmartAccount: isSmart } = around
  const problem = swapProblem(form, around)
  const unclear = useUnclear(form.amount, locale)
  const words =
    problem === 'balance-unknown'
      ? t.send.problems[problem]
      : problem && ((problem === 'amount-invalid' && unclear) || t.swap.problems[problem])
  const out = outOf(form)
  useFirstSaid(out && to && `${t.swap.get} ${figure(out, locale)} ${to.symbol}`)
  const impact = priceImpact(form.amount, out ?? '', form.prices[form.from ?? ''], form.prices[form.to ?? ''])
  const isHigh = impact !== undefined && impact.percent > IMPACT_WARN
  const busy = form.status === 'preparing'
  // Shown as soon as there is an amount, so that nothing moves when a quote comes.
  const terms = from &&
    to &&
    problem !== 'amount-missing' &&
    problem !== 'amount-invalid' && { from, to, out, impact, isHigh, isSmart }
  return (
    <>
      <Body>
        <div className="money-stack">
          <Duo>
            <Side side="from" asset={from} amount={form.amount} problem={problem} />
            <DuoMid icon="swap" label={t.swap.turn} onClick={turnSwap} />
            <Side side="to" asset={to} amount={out} />
          </Duo>
          {terms && (
            <Suspense>
              <Terms {...terms} />
            </Suspense>
          )}
          <Suspense>
            <Slippage />
          </Suspense>
          <WayOn>
            <div className="money-stack">
              <FormError code={form.code} help={form.help} />
              {(form.tokensStatus === 'failed' || problem === 'quote-failed') && (
                <Note kind="warn" title={t.swap.problems['quote-failed']}>
                  <Button size="small" kind="line" icon="refresh" onClick={() => void loadSwapTokens()}>
                    {t.modal.tryAgain}
                  </Button>
                </Note>
              )}
              <ToReview
                busy={busy}
                disabled={problem !== undefined}
                danger={isHigh}
                reason={busy ? t.send.preparing : (words ?? '')}
                noted={problem === 'quote-failed'}
                onClick={review}
              >
                {isHigh ? t.swap.anyway : t.swap.review}
              </ToReview>
            </div>
          </WayOn>
        </div>
      </Body>
      {terms && (
        <Suspense>
          <Refreshes at={form.quote?.at} />
        </Suspense>
      )}
    </>
  )
}

type SideProps = {
  side: 'from' | 'to'
  asset: SwapAsset | undefined
  amount: string | undefined
  problem?: SwapProblem | undefined
}

function Side({ side, asset, amount = '', problem }: SideProps) {
  const t = useTradeMessages()
  const { locale } = useSnapshot(messages)
  const { held, prices, quoteStatus } = useSnapshot(swap, { sync: true })
  const isFrom = side === 'from'
  const label = isFrom ? t.swap.pay : t.swap.get
  const units = asset && held[asset.address]
  const worth = asset && worthOf(amount || '0', prices[asset.address])
  const invalid = problem === 'amount-invalid' || problem === 'amount-too-much'
  return (
    <DuoPanel label={label} invalid={invalid}>
      <AmountInput
        label={label}
        value={isFrom || !amount ? amount : figure(amount, locale)}
        locale={locale}
        onChange={isFrom ? typeSwapAmount : undefined}
        stale={quoteStatus === 'loading'}
        invalid={invalid}
        describedBy={invalid ? REASON_ID : undefined}
        token={asset}
        tokenLabel={asset ? t.send.token(asset.symbol) : t.swap.choose(label)}
        words={t.send}
        onToken={() => navigate('SwapToken', { side })}
        other={worth !== undefined ? shortFiat(worth, locale) : asset ? t.account.noPrice : ''}
        balance={asset && units !== undefined ? shortAmount(formatUnits(BigInt(units), asset.decimals), '', locale) : undefined}
        max={isFrom ? { onMax: pickSwapMax, disabled: units === undefined } : undefined}
      />
    </DuoPanel>
  )
}
