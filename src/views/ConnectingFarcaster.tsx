import { type ReactNode, useContext, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { backToWallets } from '../controllers/connecting'
import { startFarcaster } from '../controllers/farcaster-login'
import { termsFirst } from '../controllers/legal'
import { resetView } from '../controllers/modal'
import { embeddedHelp } from '../lib/embedded-errors'
import { isMobile } from '../lib/platform'
import { config } from '../state/config'
import { embedded } from '../state/embedded'
import { Body } from '../ui/Body'
import { Button, ButtonPair } from '../ui/Button'
import { CopyButton } from '../ui/CopyButton'
import { Closing, Frozen } from '../ui/Dialog'
import { Qr } from '../ui/Qr'
import { Ring } from '../ui/Ring'
import { Status } from '../ui/Status'
import { useSheet } from '../ui/sheet'
import { SocialMark, SocialTile } from './connect/SocialMark'
import css from './PairingCode.css?inline'
import { titledEmbedded } from './titled-embedded'
import { useEmbeddedMessages } from './use-embedded-messages'
import { useMessages } from './use-messages'
import { useStepWords } from './use-step-words'
import { wordsFor } from './words-for'

export const header = titledEmbedded('ConnectingFarcaster')

/** A QR code for the phone with the Farcaster app; on that phone, the link to the app. Frozen while the modal closes. */
export default function ConnectingFarcaster(): ReactNode {
  return <Frozen frozen={useContext(Closing)}>{useView()}</Frozen>
}

function useView() {
  const { stage, farcasterUrl } = useSnapshot(embedded)
  // Starting clears an error of an earlier step.
  const problem = useStepWords()
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round starts anew
  useEffect(begin, [round])
  const again = () => setRound(round + 1)
  if (problem) return <Failed onRetry={again} />
  if (stage === 'retrieving') return <Retrieving />
  return isMobile() ? <OnPhone url={farcasterUrl} /> : <Code url={farcasterUrl} onRetry={again} />
}

function begin() {
  // A host may open this view although its site does not offer Farcaster.
  if (!config.socials.includes('farcaster')) return resetView('Connect')
  return termsFirst() ? undefined : startFarcaster()
}

function Code({ url, onRetry }: { url: string | undefined; onRetry: () => void }) {
  useSheet(css)
  const t = useEmbeddedMessages()
  const { modal, connecting } = useMessages()
  return (
    <Body>
      <Qr text={url} label={t.farcasterQr} logo={<SocialMark social="farcaster" />} />
      <div className="code-line">
        <span role="status">{url ? t.farcasterScan : connecting.preparing}</span>
        <CopyButton text={url ?? ''} disabled={!url} copiedText={connecting.linkCopied} failedText={modal.copyFailed}>
          {connecting.copyLink}
        </CopyButton>
      </div>
      <ButtonPair>
        <Button onClick={backToWallets}>{t.cancel}</Button>
        <Button kind="line" icon="refresh" onClick={onRetry}>
          {modal.tryAgain}
        </Button>
      </ButtonPair>
    </Body>
  )
}

function OnPhone({ url }: { url: string | undefined }) {
  const t = useEmbeddedMessages()
  const { modal } = useMessages()
  const [opened, setOpened] = useState(false)
  return (
    <Body>
      <Status
        announce="status"
        title={t.farcasterContinue}
        picture={
          <Ring status="waiting">
            <SocialTile social="farcaster" />
          </Ring>
        }
      >
        {t.farcasterAccept}
      </Status>
      <ButtonPair>
        <Button onClick={backToWallets}>{t.cancel}</Button>
        <Button
          kind="primary"
          busy={!url}
          role={opened ? 'button' : undefined}
          href={url}
          target="_blank"
          onClick={() => setOpened(true)}
        >
          {opened ? modal.tryAgain : t.farcasterOpen}
        </Button>
      </ButtonPair>
    </Body>
  )
}

function Retrieving() {
  const t = useEmbeddedMessages()
  return (
    <Body>
      <Status
        announce="status"
        title={t.retrieving}
        picture={
          <Ring status="waiting">
            <SocialTile social="farcaster" />
          </Ring>
        }
      />
      <Button full onClick={backToWallets}>
        {t.cancel}
      </Button>
    </Body>
  )
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const t = useEmbeddedMessages()
  const { modal } = useMessages()
  const { code } = useSnapshot(embedded)
  const problem = useStepWords()
  return (
    <Body>
      <Status
        announce="alert"
        title={<span dir="auto">{problem}</span>}
        picture={
          <Ring status="error">
            <SocialTile social="farcaster" />
          </Ring>
        }
      >
        {code && wordsFor(code, code in embeddedHelp ? embeddedHelp : undefined).help}
      </Status>
      <ButtonPair>
        <Button onClick={backToWallets}>{t.cancel}</Button>
        <Button kind="primary" icon="refresh" onClick={onRetry}>
          {modal.tryAgain}
        </Button>
      </ButtonPair>
    </Body>
  )
}
