import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { lastError, onError } from '../../controllers/report'
import { foundIn } from '../../lib/error-tree'
import { type ErrorCode, entryOf } from '../../lib/errors'
import { plainText } from '../../lib/text'
import { publicVersion } from '../../lib/version'
import { chains } from '../../state/chains'
import { CopyButton } from '../../ui/CopyButton'
import { useSheet } from '../../ui/sheet'
import { useMessages } from '../use-messages'
import css from './CopyDetails.css?inline'

/** Errors that need no help: decided by the person or the site, or easily fixed. */
const PLAIN = /^(USER_REJECTED|REQUEST_PENDING|PRICE_CHANGED|OFFLINE|TRANSACTION_(CHANGED|REFUSED)|CHAIN_MISMATCH|LOGIN_EXPIRED)$/

/** Below an error of a transaction: a button that copies its details for support; in English. */
export default function CopyDetails({ code }: { code: ErrorCode }) {
  useSheet(css)
  const t = useMessages()
  const { active } = useSnapshot(chains)
  const [said, setSaid] = useState<readonly string[]>([])
  useEffect(() => {
    // The error may be reported before or after it is shown.
    const read = () => setSaid(wordsOf(code))
    read()
    return onError(read)
  }, [code])
  if (PLAIN.test(code)) return null
  const { wallet, networkId } = active
  const text = [
    `${code}: ${entryOf(code).text}`,
    ...said,
    [wallet?.name, networkId, location.origin].filter(Boolean).join(' · '),
    `wallet-modal ${publicVersion}, ${new Date().toISOString()}`,
  ].join('\n')
  return (
    <div className="copy-details">
      <CopyButton text={text} copiedText={t.diagnosis.copied} failedText={t.modal.copyFailed}>
        {t.alert.copyDetails}
      </CopyButton>
    </div>
  )
}

/** What the wallet or a service has said about the last error; nothing if that has another code. */
function wordsOf(code: ErrorCode): readonly string[] {
  const error = lastError()
  if (error?.code !== code) return []
  const { codes, messages } = foundIn(error.cause)
  const ours = ['', code, entryOf(code).text]
  return [...new Set([...messages.map((each) => plainText(each, 400)), ...codes.map(String)])].filter(
    (each) => !ours.includes(each),
  )
}
