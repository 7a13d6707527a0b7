import { type ReactNode, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { forgetProblem, leaveUpdate, restartUpdate, submitNewEmail, submitUpdateCode } from '../controllers/email-login'
import { AUTH_ID } from '../lib/auth-id'
import { embedded } from '../state/embedded'
import { modal } from '../state/modal'
import { Body } from '../ui/Body'
import { Button, ButtonPair } from '../ui/Button'
import { useSheet } from '../ui/sheet'
import { EmailInput } from './connect/EmailInput'
import css from './EmailCode.css?inline'
import { CodeEntry, Mailbox } from './EmailVerifyOtp'
import { NotConnected } from './NotConnected'
import { titledEmbedded } from './titled-embedded'
import { useActiveAccount } from './use-active-account'
import { useEmbeddedMessages } from './use-embedded-messages'

export const header = titledEmbedded('UpdateEmail')

/** Changes the e-mail address: confirmed at the present one first, then at the new one. */
export default function UpdateEmail(): ReactNode {
  useSheet(css)
  const t = useEmbeddedMessages()
  const { email, newEmail, updating } = useSnapshot(embedded)
  const { connectorId } = useActiveAccount()
  useEffect(() => {
    // After Back from the approval screen the code that was asked for still counts.
    if (modal.direction !== 'prev') restartUpdate()
  }, [])
  // A host may open this view without an embedded account.
  if (connectorId !== AUTH_ID) return <NotConnected />
  if (updating === 'form') return <Form />
  const address = updating === 'primary' ? email : newEmail
  const whole = <Mailbox key="email" address={address} />
  return (
    <CodeEntry
      key={updating}
      intro={updating === 'primary' ? t.currentCode(whole) : t.newCode(whole)}
      submit={submitUpdateCode}
      resend={() => newEmail && void submitNewEmail(newEmail)}
    />
  )
}

function Form() {
  const t = useEmbeddedMessages()
  const { email, busy } = useSnapshot(embedded)
  const [text, setText] = useState(email ?? '')
  const ready = text.trim().length > 3 && text.trim() !== email
  const save = () => ready && void submitNewEmail(text)
  return (
    <Body>
      <div className="email-code">
        <EmailInput
          label={t.newEmail}
          value={text}
          onChange={(next) => {
            setText(next)
            forgetProblem()
          }}
          onSubmit={save}
        />
        <ButtonPair>
          <Button onClick={leaveUpdate}>{t.cancel}</Button>
          <Button kind="primary" disabled={!ready} busy={busy === 'email'} onClick={save}>
            {t.save}
          </Button>
        </ButtonPair>
      </div>
    </Body>
  )
}
