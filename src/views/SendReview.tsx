import { type ReactNode, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { leaveView } from '../controllers/modal'
import { cancelReview, confirmSend, guardReview, keepReview } from '../controllers/send'
import { worthOf } from '../controllers/send-problem'
import { movesOnlyAmount } from '../controllers/send-review'
import { addDecimals } from '../lib/decimal'
import { figureIn, formatAmount } from '../lib/format'
import { shortFiat } from '../lib/short-figures'
import { messages } from '../state/messages'
import { modal } from '../state/modal'
import { type SendReview as Review, send } from '../state/send'
import { AddressGroups } from '../ui/AddressGroups'
import { Amount } from '../ui/Amount'
import { Avatar } from '../ui/Avatar'
import { NetworkBadge } from '../ui/Badged'
import { Body } from '../ui/Body'
import { WithAddress } from '../ui/InlineAddress'
import { Ring } from '../ui/Ring'
import { Status } from '../ui/Status'
import { useSheet } from '../ui/sheet'
import { Facts, Ticket } from '../ui/Ticket'
import { WalletIcon } from '../ui/WalletIcon'
import { Changes } from './money/Changes'
import { ConfirmPair, Hint, WaitPair } from './money/ConfirmPair'
import { FormError } from './money/ToReview'
import { useMoneyMessages } from './money/use-money-messages'
import { useSendToken } from './money/use-send-token'
import css from './SendReview.css?inline'
import { titled } from './titled'
import { useNetwork } from './use-network'
import { useSaid } from './use-said'
import { useWalletName } from './use-wallet-name'

export const header = titled('SendReview')

/** The transaction as the wallet will get it: nothing can be changed here, only sent or canceled. */
export default function SendReview(): ReactNode {
  useSheet(css)
  const { review, status } = useSnapshot(send)
  useEffect(guardReview, [])
  useEffect(keepReview, [])
  // There is nothing to review after a reload, or if the host opens this view.
  const lost = review === undefined
  useEffect(() => {
    if (lost && modal.view === 'SendReview') leaveView('Send')
  }, [lost])
  if (!review) return <Body>{null}</Body>
  return status === 'confirming' ? <Confirming review={review as Review} /> : <Whole review={review as Review} />
}

/** An amount with all its digits: what is read is what is signed. */
function useWhole(amount: string, symbol: string): string {
  const { locale } = useSnapshot(messages)
  return `${formatAmount(amount, locale, { maxDigits: 255 })} ${symbol}`
}

function Whole({ review }: { review: Review }) {
  const t = useMoneyMessages()
  const { code, help, tokenId } = useSnapshot(send)
  const { locale, direction } = useSnapshot(messages)
  const wallet = useWalletName()
  const network = useNetwork(review.networkId as `${string}:${string}`)
  const [token, coin] = [useSendToken(tokenId), useSendToken('native')]
  useSaid(code === 'USER_REJECTED' && t.connecting.declinedAgain)
  const amount = useWhole(review.amount, review.symbol)
  const arrives = useWhole(review.arrives ?? '', review.symbol)
  const worth = worthOf(review.amount, token?.price)
  const feeWorth = worthOf(addDecimals([review.fee ?? '0', review.deposit]), coin?.price)
  const fiatOr = (sum: string) => {
    const value = worthOf(sum, coin?.price)
    return value === undefined
      ? `${formatAmount(sum, locale, { maxDigits: 9 })} ${network?.nativeCurrency.symbol ?? ''}`
      : shortFiat(value, locale)
  }
  return (
    <Body>
      <div className="review-stack">
        <Ticket>
          <div>
            <div className="review-flow">
              <NetworkBadge size={40} name={network?.name ?? ''}>
                <WalletIcon name={review.symbol} src={review.iconUrl} shape="coin" />
              </NetworkBadge>
              <div>
                <span>
                  <span className="review-sub">{t.send.youSend}</span>
                  <strong>
                    <Amount>{amount}</Amount>
                  </strong>
                </span>
                {worth !== undefined && (
                  <span className="review-sub">
                    <Amount>{shortFiat(worth, locale)}</Amount>
                  </span>
                )}
              </div>
            </div>
            <div className="review-flow">
              <Avatar seed={review.to} size={40} />
              <span>
                <span className="review-sub">{t.send.to}</span>
                {review.arrives !== undefined && (
                  <strong>
                    <Amount>{arrives}</Amount>
                  </strong>
                )}
                {review.toName && (
                  <strong>
                    <bdi>{review.toName}</bdi>
                  </strong>
                )}
              </span>
            </div>
            <div className="review-address">
              <AddressGroups address={review.to} />
            </div>
          </div>
          <Facts
            facts={[
              {
                term: t.send.network,
                value: [
                  <WalletIcon key="icon" name={network?.name ?? ''} size={18} shape="coin" />,
                  <bdi key="name">{network?.name}</bdi>,
                ],
              },
              { term: t.send.fee, value: review.fee === undefined ? t.send.noFeeNeeded : <Amount>{fiatOr(review.fee)}</Amount> },
              ...(review.deposit === '0' ? [] : [{ term: t.send.deposit, value: <Amount>{fiatOr(review.deposit)}</Amount> }]),
            ]}
          />
          {review.token && (
            <div>
              <bdi className="review-sub">{review.symbol}</bdi>
              <AddressGroups address={review.token} />
            </div>
          )}
          <Changes changes={review.changes} />
          {worth !== undefined && feeWorth !== undefined && (
            <div className="review-total">
              <span>{t.send.total}</span>
              <Amount>{shortFiat(addDecimals([worth, feeWorth]), locale)}</Amount>
            </div>
          )}
        </Ticket>
        <ConfirmPair
          name={t.send.send(figureIn(amount, direction))}
          hint={t.send.final(wallet ?? t.modal.wallet)}
          // Not tried out, or something else would move than the amount.
          warns={!movesOnlyAmount(review)}
          onCancel={cancelReview}
          onConfirm={() => void confirmSend()}
        >
          <FormError code={code} help={help} />
        </ConfirmPair>
      </div>
    </Body>
  )
}

function Confirming({ review }: { review: Review }) {
  const t = useMoneyMessages()
  // The one that is asked, whatever becomes the active one meanwhile.
  const [wallet] = useState(useWalletName() ?? t.modal.wallet)
  const { direction } = useSnapshot(messages)
  const amount = useWhole(review.amount, review.symbol)
  const inside = (text: string) => figureIn(text, direction)
  useSaid(t.connecting.approveIn(wallet))
  return (
    <Body>
      <Status
        title={t.send.confirmIn(wallet)}
        picture={
          <Ring status="waiting">
            <WalletIcon name={review.symbol} src={review.iconUrl} size={72} shape="coin" />
          </Ring>
        }
      >
        <WithAddress
          text={t.send.sending(inside(amount), review.toName ? inside(review.toName) : review.to)}
          address={review.to}
        />
      </Status>
      {review.toName && <AddressGroups address={review.to} />}
      <Hint />
      <div className="review-stack">
        <WaitPair asks onCancel={cancelReview} />
      </div>
    </Body>
  )
}
