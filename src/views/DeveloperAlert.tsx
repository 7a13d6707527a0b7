import { useRef } from 'react'
import { useSnapshot } from 'valtio'
import { dismissAlert } from '../controllers/notices'
import { notice } from '../state/notice'
import { Button } from '../ui/Button'
import { CopyButton } from '../ui/CopyButton'
import { useLeaveFocus } from '../ui/leave-focus'
import { Note } from '../ui/Note'
import { useSheet } from '../ui/sheet'
import css from './DeveloperAlert.css?inline'
import { useMessages } from './use-messages'

/** An error that the site's developer has to fix; shown while `debug` is on. */
export default function DeveloperAlert() {
  useSheet(css)
  const { alert } = useSnapshot(notice)
  const t = useMessages()
  const place = useRef<HTMLDivElement>(null)
  useLeaveFocus(place)
  if (!alert) return null
  const { code, text, help } = alert
  return (
    <div ref={place} className="developer-alert">
      <Note kind="bad" title={<span lang="en">{text}</span>} announce="alert">
        <span className="developer-alert-for">{t.alert.alertFor}</span>
        <span className="developer-alert-help mono" lang="en">
          {code}
          {help && `: ${help}`}
        </span>
        <span className="developer-alert-actions">
          <CopyButton text={`${code}: ${text}. ${help ?? ''}`} copiedText={t.modal.copied} failedText={t.modal.copyFailed}>
            {t.alert.copyDetails}
          </CopyButton>
          <Button size="small" kind="plain" onClick={dismissAlert}>
            {t.alert.dismiss}
          </Button>
        </span>
      </Note>
    </div>
  )
}
