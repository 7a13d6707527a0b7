import { useSnapshot } from 'valtio'
import { backToWallets, HINT_MS, retryConnecting } from '../controllers/connecting'
import type { ErrorCode } from '../lib/errors'
import type { WalletInfo } from '../lib/wallet'
import { attempt } from '../state/attempt'
import { Body } from '../ui/Body'
import { Button, ButtonPair } from '../ui/Button'
import { Note } from '../ui/Note'
import { Status } from '../ui/Status'
import { useSheet } from '../ui/sheet'
import { WalletRing } from '../ui/WalletRing'
import { Diagnosis } from './Diagnosis'
import { PickAnother } from './PickAnother'
import { useMessages } from './use-messages'
import { useNow } from './use-now'
import { useSaid } from './use-said'
import css from './WalletRequest.css?inline'
import { wordsFor } from './words-for'

type WalletRequestProps = { wallet: WalletInfo }

/** Asks a wallet in this browser: waiting for it, declined, or failed. */
export function WalletRequest({ wallet }: WalletRequestProps) {
  useSheet(css)
  const { status, code, wallet: asked } = useSnapshot(attempt)
  const t = useMessages()
  const failed = status === 'failed' && asked?.id === wallet.id
  useSaid(failed && code === 'USER_REJECTED' && t.connecting.declinedAgain)
  return failed && code ? <Failed wallet={wallet} code={code} /> : <Waiting wallet={wallet} />
}

function Waiting({ wallet }: WalletRequestProps) {
  const t = useMessages()
  const { status, startedAt } = useSnapshot(attempt)
  const waiting = status === 'waiting'
  const late = useNow(waiting) - startedAt >= HINT_MS && waiting
  useSaid(late ? t.connecting.hint(wallet.name) : t.connecting.approveIn(wallet.name))
  return (
    <>
      <Body>
        <Status
          title={t.connecting.continueIn(wallet.name)}
          picture={<WalletRing status={waiting ? 'waiting' : 'idle'} name={wallet.name} src={wallet.icon} />}
        >
          {late ? t.connecting.hint(wallet.name) : t.connecting.approve(wallet.name)}
        </Status>
        {wallet.duplicate && <Duplicate />}
        <ButtonPair>
          <Button onClick={backToWallets}>{t.connecting.cancel}</Button>
          <Button kind="line" icon="refresh" onClick={() => retryConnecting(wallet.id)}>
            {t.modal.tryAgain}
          </Button>
        </ButtonPair>
      </Body>
      <PickAnother />
    </>
  )
}

function Failed({ wallet, code }: WalletRequestProps & { code: ErrorCode }) {
  const t = useMessages()
  const { text, help } = wordsFor(code)
  const declined = code === 'USER_REJECTED'
  // The first request is still open in the wallet, and its answer still counts.
  const open = code === 'REQUEST_PENDING'
  return (
    <>
      <Body>
        <Status
          announce="alert"
          title={text}
          picture={
            <WalletRing status={declined ? 'declined' : open ? 'waiting' : 'error'} name={wallet.name} src={wallet.icon} />
          }
        >
          {declined ? t.connecting.declined(wallet.name) : help}
        </Status>
        {wallet.duplicate && <Duplicate />}
        <Button kind="primary" full icon="refresh" onClick={() => retryConnecting(wallet.id)}>
          {t.modal.tryAgain}
        </Button>
        {!declined && !open && <Diagnosis />}
      </Body>
      <PickAnother text={declined ? undefined : t.connecting.stuck} />
    </>
  )
}

/** The warning that two wallets claim the same identity. */
function Duplicate() {
  const { text, help } = wordsFor('WALLET_DUPLICATE')
  return (
    <div className="request-note">
      <Note kind="warn" title={text}>
        {help}
      </Note>
    </div>
  )
}
