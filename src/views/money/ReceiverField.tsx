import { Suspense, useId, useState } from 'react'
import { useSnapshot } from 'valtio'
import { payeesHere } from '../../controllers/payees'
import { typeReceiver } from '../../controllers/send-form'
import { shortAddress } from '../../lib/caip'
import { chains } from '../../state/chains'
import { send } from '../../state/send'
import { Avatar } from '../../ui/Avatar'
import { Button } from '../../ui/Button'
import { DuoPanel } from '../../ui/Duo'
import { lazyExtra } from '../../ui/lazy-part'
import { Spinner } from '../../ui/Spinner'
import { useSheet } from '../../ui/sheet'
import { canScan } from './detector'
import css from './ReceiverField.css?inline'
import { useMoneyMessages } from './use-money-messages'

const ScanButton = lazyExtra(() => import('./ScanButton'))

const problems = {
  shape: 'receiver-invalid',
  checksum: 'receiver-checksum',
  none: 'receiver-unknown',
  differs: 'receiver-unknown',
  failed: 'receiver-failed',
} as const
type Problem = (typeof problems)[keyof typeof problems]

/** The receiver: an address or a name, typed, pasted or scanned; the address of a name is shown in full. */
export function ReceiverField() {
  useSheet(css)
  const t = useMoneyMessages()
  const { receiver, receiverStatus: status, found, proper } = useSnapshot(send, { sync: true })
  const note = useId()
  const [failed, setFailed] = useState<'paste' | 'scan'>()
  const problem = (problems as Partial<Record<typeof status, Problem>>)[status]
  const count = found && payeesHere().find(({ address }) => address === found.address)?.count
  const type = (text: string) => {
    setFailed(undefined)
    typeReceiver(text)
  }
  const paste = () => void navigator.clipboard.readText().then(type, () => setFailed('paste'))
  const sub = problem
    ? proper
      ? t.send.properName(proper)
      : t.send.problems[problem]
    : found && (count ? t.send.sentBefore(count) : t.send.firstTime)
  return (
    <DuoPanel label={t.send.to} invalid={problem !== undefined}>
      <div className="receiver">
        {found && <Avatar seed={found.address} size={32} />}
        {status === 'looking' && <Spinner />}
        <span className="receiver-text">
          <textarea
            part="input"
            rows={1}
            aria-label={t.send.receiver}
            placeholder={chains.activeNamespace === 'eip155' ? t.send.receiverHint : t.send.receiver}
            value={receiver}
            data-address={found && !found.name ? true : undefined}
            aria-invalid={problem ? true : undefined}
            aria-describedby={sub ? note : undefined}
            autoCapitalize="none"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            maxLength={255}
            onChange={(event) => type(event.target.value)}
          />
          {/* There before the address: a live region that is added together with its text is not announced. */}
          <span role="status">{found?.name && <bdi className="mono">{found.address}</bdi>}</span>
          {/* Another key for an error: an element that gets its role later is not announced. */}
          <span key={problem ? 1 : 0} id={note} data-state={problem ? 'invalid' : undefined} role={problem ? 'alert' : undefined}>
            {sub}
          </span>
        </span>
        <span className="receiver-buttons">
          {receiver === '' ? (
            <>
              {canScan() && (
                <Suspense>
                  <ScanButton onScan={type} onFail={() => setFailed('scan')} />
                </Suspense>
              )}
              {isPasteOffered() && (
                <Button size="small" kind="line" onClick={paste}>
                  {t.send.paste}
                </Button>
              )}
            </>
          ) : (
            <Button size="small" kind="line" onClick={() => type('')}>
              {t.send.clear}
            </Button>
          )}
        </span>
      </div>
      {proper && (
        <Button size="small" kind="line" onClick={() => type(proper)}>
          {t.send.takeProper(proper)}
        </Button>
      )}
      {status === 'failed' && (
        <Button size="small" kind="line" icon="refresh" onClick={() => type(receiver)}>
          {t.modal.tryAgain}
        </Button>
      )}
      {failed && (
        <p className="money-error" role="alert">
          {failed === 'paste' ? t.send.pasteFailed : t.send.scanFailed}
        </p>
      )}
      {receiver === '' && <Recent onPick={type} />}
    </DuoPanel>
  )
}

const isPasteOffered = () => !!navigator.clipboard?.readText

/** The receivers that the visitor sent to last. */
function Recent({ onPick }: { onPick: (text: string) => void }) {
  const t = useMoneyMessages()
  const { active } = useSnapshot(chains)
  const payees = payeesHere()
    .filter(({ address }) => address !== active.address)
    .slice(0, 2)
  if (payees.length === 0) return null
  return (
    <ul className="receiver-recent" aria-label={t.send.recent}>
      {payees.map(({ address, name }) => (
        <li key={address}>
          <button type="button" part="button" onClick={() => onPick(name ?? address)}>
            <Avatar seed={address} size={20} />
            <bdi>{name ?? shortAddress(address)}</bdi>
          </button>
        </li>
      ))}
    </ul>
  )
}
