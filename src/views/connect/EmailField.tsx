import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { showEmailField, submitEmail, writeEmail } from '../../controllers/email-login'
import { embedded } from '../../state/embedded'
import { Spinner } from '../../ui/Spinner'
import { FieldButton } from '../../ui/TextInput'
import { useEmbeddedMessages } from '../use-embedded-messages'
import { EmailInput } from './EmailInput'

/** The field for the e-mail address to sign in with; its text is kept in the store. */
export function EmailField({ disabled }: { disabled?: boolean }) {
  const t = useEmbeddedMessages()
  // `sync` keeps the caret in its place.
  const { written: text = '', busy } = useSnapshot(embedded, { sync: true })
  useEffect(showEmailField, [])
  const waits = busy === 'email'
  const ready = text.trim().length > 3 && !disabled && !busy
  const go = () => ready && void submitEmail(text)
  return (
    <EmailInput
      label={t.email}
      value={text}
      disabled={disabled === true}
      onChange={writeEmail}
      onSubmit={go}
      end={
        waits ? (
          <span className="email-wait" role="status">
            <Spinner />
            <span className="visually-hidden">{t.go}</span>
          </span>
        ) : (
          <FieldButton label={t.go} disabled={!ready} onClick={go} />
        )
      }
    />
  )
}
