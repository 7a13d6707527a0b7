import { type ReactNode, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { resetView } from '../controllers/modal'
import { canGoHere, continueHere, emailInstead, endSocial, leaveSocial, startSocial } from '../controllers/social-login'
import { embeddedHelp } from '../lib/embedded-errors'
import { socialName } from '../lib/social'
import { config } from '../state/config'
import { embedded } from '../state/embedded'
import { Body, Footer } from '../ui/Body'
import { Button, ButtonPair } from '../ui/Button'
import { Ring } from '../ui/Ring'
import { Status } from '../ui/Status'
import { SocialTile } from './connect/SocialMark'
import type { ViewHeader } from './pages'
import { useEmbeddedMessages } from './use-embedded-messages'
import { useMessages } from './use-messages'
import { useStepWords } from './use-step-words'
import { wordsFor } from './words-for'

function Title() {
  const { social } = useSnapshot(embedded)
  return <>{social && socialName(social)}</>
}

function Sub() {
  return <>{useEmbeddedMessages().window}</>
}

export const header: ViewHeader = { Title, Sub }

/** Waits for a social login in its window, and shows its error. */
export default function ConnectingSocial(): ReactNode {
  const t = useEmbeddedMessages()
  const { modal } = useMessages()
  const { social, stage, code } = useSnapshot(embedded)
  const problem = useStepWords()
  const { email } = useSnapshot(config)
  const provider = social === 'farcaster' ? undefined : social
  useEffect(() => {
    // A host may open this view although no login was started.
    if (!embedded.social) resetView('Connect')
    return endSocial
  }, [])
  if (!provider) return null
  const again = () => startSocial(provider)
  const blocked = code === 'POPUP_BLOCKED'
  const waits = stage === 'window'
  const here = (waits || blocked) && canGoHere()
  return (
    <>
      <Body>
        <Status
          announce={code ? 'alert' : 'status'}
          title={code ? <span dir="auto">{problem}</span> : waits ? t.finishIn(socialName(provider)) : t.retrieving}
          picture={
            <Ring status={code ? 'error' : 'waiting'}>
              <SocialTile social={provider} />
            </Ring>
          }
        >
          {code ? wordsFor(code, code in embeddedHelp ? embeddedHelp : undefined).help : waits && t.finishHelp}
        </Status>
        <ButtonPair>
          <Button onClick={leaveSocial}>{t.cancel}</Button>
          {(waits || code) && (
            <Button kind={code ? 'primary' : 'line'} icon="refresh" onClick={again}>
              {modal.tryAgain}
            </Button>
          )}
        </ButtonPair>
      </Body>
      {(here || email) && (waits || code) && (
        <Footer>
          {here && <span>{t.blocked}</span>}
          <Button kind="ghost" size="small" onClick={here ? continueHere : emailInstead}>
            {here ? t.thisTab : t.useEmail}
          </Button>
        </Footer>
      )}
    </>
  )
}
