import { type ReactNode, Suspense, useEffect, useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { ambiguousAmong } from '../controllers/holdings'
import { navigate } from '../controllers/modal'
import {
  canSend,
  circumstances,
  failSendReview,
  flipUnit,
  pickMax,
  readHeld,
  startSend,
  typeAmount,
} from '../controllers/send-form'
import { sendProblem, unitsOf, worthOf } from '../controllers/send-problem'
import { shortAddress } from '../lib/caip'
import { formatAmount, formatUnits } from '../lib/format'
import { shortAmount, shortFiat } from '../lib/short-figures'
import { whenLoaded } from '../lib/when-loaded'
import { chains } from '../state/chains'
import { messages } from '../state/messages'
import { send } from '../state/send'
import { Amount } from '../ui/Amount'
import { AmountInput } from '../ui/AmountInput'
import { Body } from '../ui/Body'
import { Button } from '../ui/Button'
import { Duo, DuoMid, DuoPanel } from '../ui/Duo'
import { lazyPart } from '../ui/lazy-part'
import { Note } from '../ui/Note'
import { useSheet } from '../ui/sheet'
import { Facts } from '../ui/Ticket'
import { moneyWordsFor } from './money/money-words'
import { ReceiverField } from './money/ReceiverField'
import { FormError, REASON_ID, ToReview } from './money/ToReview'
import { useMoneyMessages } from './money/use-money-messages'
import { useSendToken } from './money/use-send-token'
import { useSender } from './money/use-sender'
import { useUnclear } from './money/use-unclear'
import { NotConnected } from './NotConnected'
import css from './Send.css?inline'
import { titled } from './titled'
import { useActiveAccount } from './use-active-account'
import { useHoldings } from './use-holdings'
import { useNetwork } from './use-network'

export const header = titled('Send')

// If it does not load, the warnings cannot be accepted and nothing is sent.
const Dangers = lazyPart(() => import('./money/Dangers'))
const Unsupported = lazyPart(() => import('./money/Unsupported'))
const NoGas = lazyPart(() => import('./money/NoGas'))
const sending = () => import('./money/sending')
const review = () => void sending().then(({ reviewSend }) => reviewSend(), failSendReview)

/** The form of a transfer: token and amount, receiver, fee, and what is wrong with them. */
export default function Send(): ReactNode {
  useSheet(css)
  const t = useMoneyMessages()
  const address = useSender()
  const { networkId } = useActiveAccount()
  // Subscribed so that the form renders again on a change.
  useSnapshot(chains)
  const network = useNetwork(networkId)?.name ?? ''
  useEffect(() => {
    whenLoaded(sending(), () => {})
    return startSend()
  }, [])
  if (!address) return <NotConnected />
  if (!canSend())
    return (
      <Suspense>
        <Unsupported title={moneyWordsFor('CHAIN_UNSUPPORTED').text}>{t.send.unsupported(network)}</Unsupported>
      </Suspense>
    )
  return <Form />
}

function Form() {
  const t = useMoneyMessages()
  const form = useSnapshot(send, { sync: true })
  const { locale } = useSnapshot(messages)
  // Subscribed so that the form renders again on a change of the token.
  useSendToken(form.tokenId)
  const problem = sendProblem(form, circumstances(form))
  const unclear = useUnclear(form.amount, locale)
  const words =
    // On Solana specification §5 has one sentence for both.
    problem?.endsWith('missing') && chains.activeNamespace === 'solana'
      ? moneyWordsFor('SEND_INCOMPLETE').text
      : problem === 'fee-unknown'
        ? moneyWordsFor(form.costFailed ?? 'FEE_UNKNOWN').text
        : problem && ((problem === 'amount-invalid' && unclear) || t.send.problems[problem])
  const busy = form.status === 'preparing'
  const isDangerous = !!form.found && (!!form.lookAlike || !!form.warnings?.length)
  const inPlace = problem?.startsWith('receiver') && problem !== 'receiver-missing'
  const unknown = problem === 'fee-unknown' || problem === 'balance-unknown'
  return (
    <Body>
      <div className="money-stack">
        <Duo>
          <AmountPanel problem={problem?.startsWith('amount') && problem !== 'amount-missing' ? problem : undefined} />
          <DuoMid icon="forward" />
          <ReceiverField />
        </Duo>
        {isDangerous && (
          <Suspense>
            <Dangers />
          </Suspense>
        )}
        <Fee />
        {problem === 'no-gas' && (
          <Suspense>
            <NoGas />
          </Suspense>
        )}
        {unknown && (
          <Note kind="warn" title={words}>
            <Button size="small" kind="line" icon="refresh" onClick={readHeld}>
              {t.modal.tryAgain}
            </Button>
          </Note>
        )}
        <FormError code={form.code} help={form.help} />
        <ToReview
          busy={busy}
          disabled={!!problem}
          reason={busy ? t.send.preparing : (!inPlace && words) || ''}
          noted={unknown || problem === 'no-gas'}
          onClick={review}
        >
          {t.send.review}
        </ToReview>
      </div>
    </Body>
  )
}

function AmountPanel({ problem }: { problem: string | undefined }) {
  const t = useMoneyMessages()
  const { tokenId, amount, unit, held, max } = useSnapshot(send, { sync: true })
  const { locale } = useSnapshot(messages)
  const token = useSendToken(tokenId)
  const isHeld = held?.tokenId === token?.id
  const decimals = (isHeld ? held?.decimals : undefined) ?? 18
  const units = token && unitsOf({ amount, unit }, decimals, token.price)
  const inToken = units === undefined ? '0' : formatUnits(units, decimals)
  const symbol = token?.symbol ?? ''
  const other =
    unit === 'fiat'
      ? `${formatAmount(inToken, locale, { maxDigits: 8 })} ${symbol}`
      : token?.price === undefined
        ? t.account.noPrice
        : shortFiat(worthOf(inToken, token.price) ?? '0', locale)
  const has = isHeld && held ? formatUnits(BigInt(held.units), held.decimals) : token?.listed
  return (
    <DuoPanel label={t.send.amount} invalid={!!problem}>
      <AmountInput
        label={t.send.amount}
        value={amount}
        locale={locale}
        onChange={typeAmount}
        sign={unit === 'fiat' ? '$' : undefined}
        invalid={!!problem}
        describedBy={problem && REASON_ID}
        token={token}
        tokenLabel={t.send.token(symbol)}
        words={t.send}
        onToken={() => navigate('SendToken')}
        other={other}
        flip={
          token?.price === undefined && unit === 'token'
            ? undefined
            : { label: t.send.typeIn(unit === 'fiat' ? symbol : 'USD'), onFlip: flipUnit }
        }
        balance={has && shortAmount(has, '', locale)}
        max={{ onMax: pickMax, disabled: !isHeld || max }}
      />
    </DuoPanel>
  )
}

/** What the transfer costs, in dollars where the price is known. */
export function Fee() {
  const t = useMoneyMessages()
  const { cost, costFailed, isSmart, tokenId } = useSnapshot(send)
  const { locale } = useSnapshot(messages)
  const { networkId } = useActiveAccount()
  const [token, coin] = [useSendToken(tokenId), useSendToken('native')]
  const holdings = useHoldings()
  const isAmbiguous = useMemo(() => ambiguousAmong(holdings), [holdings])
  const decimals = useNetwork(networkId)?.nativeCurrency.decimals ?? 18
  const shown = (units: string) => {
    const whole = formatUnits(BigInt(units), decimals)
    const worth = worthOf(whole, coin?.price)
    return (
      <Amount>
        {worth === undefined ? `${formatAmount(whole, locale, { maxDigits: 9 })} ${coin?.symbol}` : shortFiat(worth, locale)}
      </Amount>
    )
  }
  const fee = isSmart ? t.send.noFeeNeeded : cost ? shown(cost.fee) : costFailed ? t.send.feeUnknown : '–'
  return (
    <Facts
      facts={[
        ...(token?.address && isAmbiguous(token) ? [{ term: token.symbol, value: shortAddress(token.address) }] : []),
        { term: t.send.fee, value: fee },
        ...(cost && cost.deposit !== '0' ? [{ term: t.send.deposit, value: shown(cost.deposit) }] : []),
      ]}
    />
  )
}
