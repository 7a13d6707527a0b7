import { type ReactNode, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { leaveView } from '../controllers/modal'
import { worthOf } from '../controllers/send-problem'
import { cancelSwap, confirmSwap, guardSwap } from '../controllers/swap'
import { assetOf, isCoin } from '../controllers/swap-assets'
import { swapCircumstances } from '../controllers/swap-form'
import { figureIn, formatAmount, formatPercent } from '../lib/format'
import { shortFiat } from '../lib/short-figures'
import { messages } from '../state/messages'
import { modal } from '../state/modal'
import { type SwapReview as Review, swap } from '../state/swap'
import { AddressGroups } from '../ui/AddressGroups'
import { Amount } from '../ui/Amount'
import { NetworkBadge } from '../ui/Badged'
import { Body } from '../ui/Body'
import { Note } from '../ui/Note'
import { Ring } from '../ui/Ring'
import { Status } from '../ui/Status'
import { useSheet } from '../ui/sheet'
import { Facts, Ticket } from '../ui/Ticket'
import { WalletIcon } from '../ui/WalletIcon'
import { Changes } from './money/Changes'
import { ConfirmPair, Hint, WaitPair } from './money/ConfirmPair'
import { FormError } from './money/ToReview'
import { useTradeMessages } from './money/use-trade-messages'
import css from './SendReview.css?inline'
import { titled } from './titled'
import { useActiveAccount } from './use-active-account'
import { useNetwork } from './use-network'
import { useSaid } from './use-said'
import { useWalletName } from './use-wallet-name'

export const header = titled('SwapReview')

/** The swap as the wallet will get it: decoded, compared with its quote and simulated. */
export default function SwapReview(): ReactNode {
  useSheet(css)
  const { review, status } = useSnapshot(swap)
  useEffect(guardSwap, [])
  const lost = review === undefined
  useEffect(() => {
    if (lost && modal.view === 'SwapReview') leaveView('Swap')
  }, [lost])
  if (!review) return <Body>{null}</Body>
  return status !== 'reviewing' ? <Waiting review={review as Review} /> : <Whole review={review as Review} />
}

function Whole({ review }: { review: Review }) {
  const t = useTradeMessages()
  const form = useSnapshot(swap)
  const { locale, direction } = useSnapshot(messages)
  const { networkId } = useActiveAccount()
  const wallet = useWalletName()
  const network = useNetwork(networkId)
  const [from, to] = [assetOf(form.from), assetOf(form.to)]
  const coin = form.tokens.find(isCoin)
  useSaid(form.code === 'USER_REJECTED' && t.connecting.declinedAgain)
  const figure = (amount: string, symbol = '') => `${formatAmount(amount, locale, { maxDigits: 255 })} ${symbol}`
  const inside = (amount: string) => figureIn(figure(amount, from?.symbol), direction)
  const [paid, allowed] = [inside(review.amount), inside(review.allows)]
  const feeWorth = coin && worthOf(review.fee, form.prices[coin.address])
  // As the form says it, and Send.
  const { isSmartAccount } = swapCircumstances(form)
  const fee = feeWorth === undefined ? figure(review.fee, network?.nativeCurrency.symbol) : shortFiat(feeWorth, locale)
  const name = review.step === 'approve' ? t.swap.approve(allowed) : review.step === 'both' ? t.swap.both : t.swap.swap(paid)
  return (
    <Body>
      <div className="review-stack">
        <Ticket>
          <div>
            {[
              { label: t.swap.pay, amount: review.amount, asset: from },
              { label: t.swap.get, amount: review.out, asset: to },
            ].map(({ label, amount, asset }) => (
              <div key={label} className="review-flow">
                <NetworkBadge size={40} name={network?.name ?? ''}>
                  <WalletIcon name={asset?.symbol ?? ''} src={asset?.iconUrl} shape="coin" />
                </NetworkBadge>
                <span>
                  <span className="review-sub">{label}</span>
                  <strong>
                    <Amount>{figure(amount, asset?.symbol)}</Amount>
                  </strong>
                </span>
              </div>
            ))}
          </div>
          <Facts
            facts={[
              { term: t.swap.least, value: <Amount>{figure(review.least, to?.symbol)}</Amount> },
              { term: t.swap.slippageLabel, value: <Amount>{formatPercent(form.slippage, locale)}</Amount> },
              { term: t.send.fee, value: isSmartAccount ? t.send.noFeeNeeded : <Amount>{fee}</Amount> },
            ]}
          />
          {review.contracts.map(
            (contract, at) =>
              contract && (
                <div key={contract}>
                  <span className="review-sub">{at === 0 ? t.swap.pay : t.swap.get}</span>
                  <AddressGroups address={contract} />
                </div>
              ),
          )}
          <Changes changes={review.changes} />
          <Through review={review} />
        </Ticket>
        <ConfirmPair
          name={name}
          hint={(review.changes ? t.swap : t.send).final(wallet ?? t.modal.wallet)}
          // Not tried out. Nothing but the two tokens moves, or there would be no review.
          warns={!review.changes}
          onCancel={cancelSwap}
          onConfirm={() => void confirmSwap()}
        >
          {review.step === 'approve' && <Note title={t.swap.approveFirst}>{t.swap.approveHelp(allowed)}</Note>}
          <FormError code={form.code} help={form.help} />
        </ConfirmPair>
      </div>
    </Body>
  )
}

/** The router contract, to be compared with the address that the wallet shows. */
function Through({ review }: { review: Review }) {
  const t = useTradeMessages()
  return (
    <div>
      <span className="review-sub">{t.swap.through}</span>
      <AddressGroups address={review.router} />
    </div>
  )
}

function Waiting({ review }: { review: Review }) {
  const t = useTradeMessages()
  const { status, from } = useSnapshot(swap)
  // The one that is asked, whatever becomes the active one meanwhile.
  const [wallet] = useState(useWalletName() ?? t.modal.wallet)
  const asset = assetOf(from)
  const approving = status === 'approving'
  // While a price that is too old is renewed, the wallet is not asked.
  const asks = status === 'confirming'
  useSaid(asks ? t.connecting.approveIn(wallet) : !approving && t.send.preparing)
  return (
    <Body>
      <Status
        announce="status"
        title={asks ? t.send.confirmIn(wallet) : approving ? t.swap.approving : t.send.preparing}
        picture={
          <Ring status="waiting">
            <WalletIcon name={asset?.symbol ?? ''} src={asset?.iconUrl} size={72} shape="coin" />
          </Ring>
        }
      >
        {asks ? (review.step === 'approve' ? t.swap.approveFirst : t.swap.swapping) : approving && t.swap.approvingHelp}
      </Status>
      <Hint />
      <div className="review-stack">
        <Ticket>
          <Through review={review} />
        </Ticket>
        <WaitPair asks={asks} onCancel={cancelSwap} />
      </div>
    </Body>
  )
}
