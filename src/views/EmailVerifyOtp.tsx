import { type ReactNode, useEffect, useId, useState } from 'react'
import { useSnapshot } from 'valtio'
import { CODE_LENGTH, codeIn, countDown, forgetProblem, resendEmail, submitCode } from '../controllers/email-login'
import { resetView } from '../controllers/modal'
import { clockTime } from '../lib/clock-time'
import { embedded } from '../state/embedded'
import { messages } from '../state/messages'
import { modal } from '../state/modal'
import { Body, Footer } from '../ui/Body'
import { Button } from '../ui/Button'
import { OtpInput } from '../ui/OtpInput'
import { useSheet } from '../ui/sheet'
import css from './EmailCode.css?inline'
import { titledEmbedded } from './titled-embedded'
import { useEmbeddedMessages } from './use-embedded-messages'
import { useMark } from './use-mark'
import { useOnline } from './use-online'
import { useSaid } from './use-said'
import { useStepWords } from './use-step-words'

export const header = titledEmbedded('EmailVerifyOtp')

/** Asks for the six digits of the mail; the last one submits them. */
export default function EmailVerifyOtp(): ReactNode {
  const t = useEmbeddedMessages()
  const { mailedTo } = useSnapshot(embedded)
  // After a reload, or in another tab, the address is not known.
  useEffect(() => {
    if (!mailedTo) resetView('Connect')
  }, [mailedTo])
  return (
    <CodeEntry
      intro={t.enterCode(<Mailbox key="email" address={mailedTo} />)}
      submit={submitCode}
      resend={() => void resendEmail()}
    />
  )
}

/** The address in a sentence: in one line, or in two that part at its sign; of one a little too long a letter stood alone. */
export function Mailbox({ address = '' }: { address: string | undefined }) {
  const [name, domain] = address.split(/(?=@[^@]*$)/)
  return (
    <strong>
      <bdi>
        {name}
        <wbr />
        {domain}
      </bdi>
    </strong>
  )
}

type CodeEntryProps = { intro: ReactNode; submit: (code: string) => Promise<boolean>; resend: () => void }

/** The field for a code, and the button for another mail. */
export function CodeEntry({ intro, submit, resend }: CodeEntryProps) {
  useSheet(css)
  const t = useEmbeddedMessages()
  const { busy, wait } = useSnapshot(embedded)
  const { locale } = useSnapshot(messages)
  // After asking for another mail, an error is about that and not about the code.
  const [again, setAgain] = useState(false)
  const problem = useStepWords(again ? undefined : t.codeInvalid)
  const mark = useMark(wait)
  // Not while a code is checked: a right one ends the wait, too.
  useSaid(busy !== 'code' && mark !== undefined && (wait > 0 ? t.sendAgainIn(clockTime(mark, locale)) : t.sendAgain))
  const [code, setCode] = useState('')
  const id = useId()
  useEffect(() => {
    forgetProblem()
    countDown()
    return () => {
      // An error about the code must not appear in the next view.
      if (embedded.wrongIn !== modal.view) forgetProblem()
    }
  }, [])
  const type = async (text: string) => {
    // While another mail is being sent a code can be typed; a complete one waits.
    if (embedded.busy && (embedded.busy !== 'email' || code.length === CODE_LENGTH)) return
    const next = codeIn(text, code)
    setCode(next)
    if (problem) forgetProblem()
    setAgain(false)
    if (next.length === CODE_LENGTH) await verify(next)
  }
  const verify = async (whole: string) => {
    if (!(await submit(whole)) && embedded.code !== 'OFFLINE') setCode('')
  }
  const online = useOnline()
  // A code that was typed offline waits for the network.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the network's return is when, not what
  useEffect(() => {
    if (online && code.length === CODE_LENGTH && !embedded.busy) void verify(code)
  }, [online])
  return (
    <>
      <Body end="tight">
        <div className="email-code">
          <p id={id}>{intro}</p>
          <OtpInput
            label={t.code}
            describedBy={id}
            length={CODE_LENGTH}
            value={code}
            onChange={(text) => void type(text)}
            error={problem}
            hint={busy === 'code' ? t.checking : t.spam}
            busy={busy === 'code'}
          />
        </div>
      </Body>
      <Footer>
        <span>{t.nothing}</span>
        {wait > 0 ? (
          <span className="tabular">{t.sendAgainIn(clockTime(wait, locale))}</span>
        ) : (
          <Button
            kind="ghost"
            size="small"
            busy={busy === 'email'}
            onClick={() => {
              setAgain(true)
              resend()
            }}
          >
            {t.sendAgain}
          </Button>
        )}
      </Footer>
    </>
  )
}
