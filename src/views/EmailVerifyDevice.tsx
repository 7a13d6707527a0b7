import { type ReactNode, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { countDown, resendEmail, waitForDevice } from '../controllers/email-login'
import { resetView } from '../controllers/modal'
import { clockTime } from '../lib/clock-time'
import { embedded } from '../state/embedded'
import { messages } from '../state/messages'
import { Body, Footer } from '../ui/Body'
import { Button } from '../ui/Button'
import { Ring } from '../ui/Ring'
import { Status, WaitLine } from '../ui/Status'
import { IconTile } from '../ui/WalletIcon'
import { titledEmbedded } from './titled-embedded'
import { useEmbeddedMessages } from './use-embedded-messages'
import { useMark } from './use-mark'
import { useSaid } from './use-said'
import { useStepWords } from './use-step-words'

export const header = titledEmbedded('EmailVerifyDevice')

/** The account is not known in this browser yet: the link in the mail has to be opened first. */
export default function EmailVerifyDevice(): ReactNode {
  const t = useEmbeddedMessages()
  const { mailedTo, busy, wait } = useSnapshot(embedded)
  const { locale } = useSnapshot(messages)
  const problem = useStepWords()
  const mark = useMark(wait)
  useSaid(mark !== undefined && (wait > 0 ? t.resendLinkIn(clockTime(mark, locale)) : t.resendLink))
  useEffect(() => {
    if (!mailedTo) return resetView('Connect')
    countDown()
    return waitForDevice()
  }, [mailedTo])
  return (
    <>
      <Body>
        <Status
          announce="status"
          title={t.approveLink}
          picture={
            <Ring status="waiting">
              <IconTile icon="mail" size={72} />
            </Ring>
          }
        >
          {t.approveLinkHelp(
            <strong key="email">
              <bdi>{mailedTo}</bdi>
            </strong>,
          )}
        </Status>
        <WaitLine>
          {problem && (
            <span role="alert" dir="auto">
              {problem}
            </span>
          )}
        </WaitLine>
      </Body>
      <Footer>
        <span>{t.nothing}</span>
        {wait > 0 ? (
          <span className="tabular">{t.resendLinkIn(clockTime(wait, locale))}</span>
        ) : (
          <Button kind="ghost" size="small" busy={busy === 'email'} onClick={() => void resendEmail()}>
            {t.resendLink}
          </Button>
        )}
      </Footer>
    </>
  )
}
