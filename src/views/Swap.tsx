import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { navigate } from '../controllers/modal'
import { worthOf } from '../controllers/send-problem'
import {
  assetOf,
  canSwap,
  isCoin,
  loadSwapTokens,
  pickSwapMax,
  QUOTE_REFRESH_MS,
  startSwap,
  turnSwap,
  typeSwapAmount,
  usualFee,
  wishSwap,
} from '../controllers/swap-form'
import { type SwapProblem, swapProblem } from '../controllers/swap-problem'
import { formatAmount, formatUnits } from '../lib/format'
import { shortAmount, shortFiat } from '../lib/short-figures'
import { priceImpact, rateOf } from '../lib/swap-figures'
import { chains } from '../state/chains'
import { messages } from '../state/messages'
import { modal } from '../state/modal'
import { type SwapAsset, swap } from '../state/swap'
import { Amount } from '../ui/Amount'
import { AmountInput } from '../ui/AmountInput'
import { Body, Footer } from '../ui/Body'
import { Button } from '../ui/Button'
import { Duo, DuoMid, DuoPanel } from '../ui/Duo'
import { Note } from '../ui/Note'
import { useSheet } from '../ui/sheet'
import { Facts } from '../ui/Ticket'
import { wordsFor } from './money/money-words'
import { NotConnected } from './money/NotConnected'
import { FormError, ToReview } from './money/ToReview'
import { Unsupported } from './money/Unsupported'
import { useMessages } from './money/use-trade-messages'
import { preload } from './pages'
import css from './Send.css?inline'
import { titled } from './titled'
import { useActiveAccount } from './use-active-account'
import { useNetwork } from './use-network'
import { useNow } from './use-now'

export const header = titled('Swap')

const Slippage = lazy(() => import('./money/Slippage'))
const swapping = () => import('./money/swapping')
const review = () => void swapping().then(({ reviewSwap }) => reviewSwap())

/** One token becomes another: what goes, what comes, at what price and at what risk. */
export default function Swap(): ReactNode {
  useSheet(css)
  const t = useMessages()
  const { address, networkId } = useActiveAccount()
  const { tokensStatus } = useSnapshot(swap)
  useSnapshot(chains)
  const network = useNetwork(networkId)?.name ?? ''
  useEffect(() => {
    void preload('SwapReview')
    void preload('SwapToken')
    void swapping()
    wishSwap(modal.top.data?.swap)
    return startSwap()
  }, [])
  if (!address) return <NotConnected />
  if (!canSwap() || tokensStatus === 'unsupported')
    return <Unsupported title={wordsFor('SWAP_NETWORK_UNSUPPORTED').text}>{t.swap.unsupported(network)}</Unsupported>
  return <Form />
}

function Form() {
  const t = useMessages()
  const form = useSnapshot(swap, { sync: true })
  const { accountType } = useActiveAccount()
  const { locale } = useSnapshot(messages)
  const [from, to] = [assetOf(form.from), assetOf(form.to)]
  const coin = form.tokens.find(isCoin)
  const problem = swapProblem(form, {
    ...{ from, to, coin, isCoin: from !== undefined && isCoin(from), fee: usualFee() },
    isSmartAccount: accountType === 'smartAccount',
  })
  const out = form.quote && to ? formatUnits(BigInt(form.quote.out), to.decimals) : undefined
  const impact =
    from && to && out !== undefined
      ? priceImpact(form.amount, out, form.prices[from.address], form.prices[to.address])
      : undefined
  const busy = form.status === 'preparing'
  return (
    <>
      <Body>
        <div className="money-stack">
          <Duo>
            <Side side="from" asset={from} value={form.amount} problem={problem} />
            <DuoMid icon="swap" label={t.swap.turn} onClick={turnSwap} />
            <Side side="to" asset={to} value={out === undefined ? '' : formatAmount(out, locale, { maxDigits: 8 })} />
          </Duo>
          {impact !== undefined && impact.percent > 5 && (
            <Note kind="warn" announce="status" title={t.swap.lose(shortFiat(impact.lost, locale))}>
              {t.swap.loseHelp}
            </Note>
          )}
          {from && to && out !== undefined && <Terms from={from} to={to} out={out} impact={impact?.percent} />}
          <Suspense>
            <Slippage />
          </Suspense>
          <FormError code={form.code} help={form.help} />
          {(form.tokensStatus === 'failed' || problem === 'quote-failed') && (
            <Note kind="warn" announce="status" title={t.swap.problems['quote-failed']}>
              <Button size="small" kind="line" icon="refresh" onClick={() => void loadSwapTokens()}>
                {t.modal.tryAgain}
              </Button>
            </Note>
          )}
          <ToReview
            busy={busy}
            disabled={problem !== undefined}
            reason={busy ? t.send.preparing : problem ? t.swap.problems[problem] : ''}
            onClick={review}
          >
            {t.swap.review}
          </ToReview>
        </div>
      </Body>
      {form.quote && <Refreshes at={form.quote.at} />}
    </>
  )
}

type SideProps = { side: 'from' | 'to'; asset: SwapAsset | undefined; value: string; problem?: SwapProblem | undefined }

function Side({ side, asset, value, problem }: SideProps) {
  const t = useMessages()
  const { locale } = useSnapshot(messages)
  const { held, prices, quoteStatus, amount, quote } = useSnapshot(swap, { sync: true })
  const isFrom = side === 'from'
  const label = isFrom ? t.swap.pay : t.swap.get
  const units = asset && held[asset.address]
  const plain = isFrom ? amount : quote && asset ? formatUnits(BigInt(quote.out), asset.decimals) : ''
  const worth = asset && worthOf(plain || '0', prices[asset.address])
  const invalid = problem === 'amount-invalid' || problem === 'amount-too-much'
  return (
    <DuoPanel label={label} invalid={invalid}>
      <AmountInput
        label={label}
        value={value}
        onChange={isFrom ? typeSwapAmount : undefined}
        stale={quoteStatus === 'loading'}
        invalid={invalid}
        token={asset}
        tokenLabel={asset ? t.send.token(asset.symbol) : t.swap.choose(label)}
        chooseText={t.send.chooseToken}
        onToken={() => navigate('SwapToken', { side })}
        other={worth === undefined ? t.account.noPrice : shortFiat(worth, locale)}
        balance={asset && units !== undefined ? shortAmount(formatUnits(BigInt(units), asset.decimals), '', locale) : undefined}
        max={isFrom ? { label: t.send.max, onMax: pickSwapMax, disabled: units === undefined } : undefined}
      />
    </DuoPanel>
  )
}

function Terms({ from, to, out, impact }: { from: SwapAsset; to: SwapAsset; out: string; impact: number | undefined }) {
  const t = useMessages()
  const { locale } = useSnapshot(messages)
  const { amount, slippage, prices, tokens, gasPrice } = useSnapshot(swap)
  const rate = rateOf(amount, out)
  const least = leastOf(out, slippage, to.decimals)
  const coin = tokens.find(isCoin)
  const fee = gasPrice === undefined ? undefined : usualFee()
  const feeText = fee === undefined || !coin ? '–' : feeIn(formatUnits(fee, coin.decimals))
  function feeIn(sum: string): string {
    const worth = coin && worthOf(sum, prices[coin.address])
    return worth === undefined ? `${formatAmount(sum, locale, { maxDigits: 8 })} ${coin?.symbol}` : shortFiat(worth, locale)
  }
  return (
    <Facts
      facts={[
        {
          term: t.swap.rate,
          value: (
            <Amount>{`1 ${from.symbol} = ${rate ? formatAmount(rate, locale, { maxDigits: 6 }) : '–'} ${to.symbol}`}</Amount>
          ),
        },
        {
          term: t.swap.impact,
          value: impact === undefined ? '–' : <Amount tone={impact > 5 ? 'bad' : 'good'}>{`${impact.toFixed(2)}%`}</Amount>,
        },
        { term: t.swap.least, value: <Amount>{`${formatAmount(least, locale, { maxDigits: 8 })} ${to.symbol}`}</Amount> },
        { term: t.send.fee, value: <Amount>{feeText}</Amount> },
      ]}
    />
  )
}

/** The quote less what it may slip, cut to the token's decimals. */
function leastOf(out: string, slippage: number, decimals: number): string {
  const [whole = '0', fraction = ''] = out.split('.')
  const units = BigInt(whole + fraction.padEnd(decimals, '0').slice(0, decimals))
  return formatUnits((units * BigInt(100 - slippage)) / 100n, decimals)
}

/** When the price is asked for again; not announced, it would never stop. */
function Refreshes({ at }: { at: number }) {
  const t = useMessages()
  const left = Math.max(0, Math.ceil((at + QUOTE_REFRESH_MS - useNow(true)) / 1_000))
  return (
    <Footer>
      <span className="tabular" aria-hidden="true">
        {t.swap.refreshes(left)}
      </span>
    </Footer>
  )
}
