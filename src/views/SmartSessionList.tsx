import { type ReactNode, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { followSessions, loadSessions, revokeSession } from '../controllers/smart-sessions'
import { entryOf } from '../lib/errors'
import { type SmartSession, sessionStage } from '../lib/smart-session'
import { whenLoaded } from '../lib/when-loaded'
import { messages } from '../state/messages'
import { smartSessions } from '../state/smart-sessions'
import { Body, Footer } from '../ui/Body'
import { Button } from '../ui/Button'
import { InGroups } from '../ui/InGroups'
import { Note } from '../ui/Note'
import { Rail } from '../ui/Rail'
import { SkeletonRows } from '../ui/Skeleton'
import { Status } from '../ui/Status'
import { useSheet } from '../ui/sheet'
import { IconTile, WalletIcon } from '../ui/WalletIcon'
import { NotConnected } from './NotConnected'
import type { ViewHeader } from './pages'
import css from './SmartSessionList.css?inline'
import { titledEmbedded } from './titled-embedded'
import { useActiveAccount } from './use-active-account'
import { useEmbeddedMessages } from './use-embedded-messages'
import { useMessages } from './use-messages'
import { useNow } from './use-now'
import { useOnline } from './use-online'
import { usePermissionWords } from './use-permission-words'
import { useSaid } from './use-said'
import { useSessionMessages } from './use-session-messages'

type Stage = ReturnType<typeof sessionStage>
const STAGES: readonly Stage[] = ['active', 'expired', 'revoked']
/** Id of the text that says why nothing can be revoked. */
const WHY = 'sessions-why'
/** Below this part of an allowance the meter shows a warning. */
const LOW = 0.1

function Sub() {
  const t = useEmbeddedMessages()
  const { caipAddress } = useActiveAccount()
  const { owner, status, list, skewMs } = useSnapshot(smartSessions)
  const now = useNow(true) - skewMs
  const count = list.filter((each) => sessionStage(each, now) === 'active').length
  return owner === caipAddress && status === 'ready' && count > 0 ? t.sessionCount(count) : null
}

export const header: ViewHeader = { ...titledEmbedded('SmartSessions'), Sub }

/** Which apps may act for the visitor: what, until when, how much of it is used; with a button to revoke each. */
export default function SmartSessionList(): ReactNode {
  useSheet(css)
  const t = useEmbeddedMessages()
  const words = useSessionMessages()
  const { modal } = useMessages()
  const { caipAddress, address, accountTypes } = useActiveAccount()
  const { owner, status, list, skewMs } = useSnapshot(smartSessions)
  const [stage, setStage] = useState<Stage>('active')
  const now = useNow(true) - skewMs
  const isOnline = useOnline()
  useEffect(() => {
    if (caipAddress) return followSessions()
  }, [caipAddress])
  useEffect(() => void whenLoaded(import('../controllers/session-clock'), (clock) => clock.checkSessionClock(list)), [list])
  const smart = accountTypes?.[address ?? ''] === 'smartAccount'
  const isReady = owner === caipAddress && status === 'ready'
  const shown = isReady ? list.filter((each) => sessionStage(each, now) === stage) : []
  const none = stage === 'active' ? t.noSessions : words.noneEnded
  useSaid(isReady && shown.length === 0 && none)
  if (!address) return <NotConnected />
  return (
    <>
      <Body end="tight">
        <Rail
          label={words.kinds}
          items={STAGES.map((id) => ({ id, label: words.tabs[id] }))}
          value={stage}
          onPick={(id) => setStage(id as Stage)}
        />
        <div className="session-list">
          {smart && status === 'failed' ? (
            <Failed />
          ) : smart && !isReady ? (
            <>
              <SkeletonRows count={3} />
              <span className="visually-hidden" role="status">
                {modal.loading}
              </span>
            </>
          ) : shown.length === 0 ? (
            <Status picture={<IconTile icon="key" size={64} />} title={none}>
              {stage === 'active' && t.noSessionsHelp}
            </Status>
          ) : (
            <ul aria-label={words.tabs[stage]}>
              {shown.map((each) => (
                <Session key={each.pci} session={each} stage={stage} offline={isOnline ? undefined : WHY} />
              ))}
            </ul>
          )}
        </div>
      </Body>
      {/* Without `wordsFor`, which would load the advice on every error. */}
      <Footer>
        <span id={WHY} role="status">
          {isOnline ? t.recovery : (messages.view?.errors?.OFFLINE?.[0] ?? entryOf('OFFLINE').text)}
        </span>
      </Footer>
    </>
  )
}

function Failed() {
  const { sessionsFailed } = useEmbeddedMessages()
  const { modal } = useMessages()
  return (
    <Note kind="bad" title={sessionsFailed} announce="alert">
      <Button size="small" kind="line" icon="refresh" onClick={() => void loadSessions()}>
        {modal.tryAgain}
      </Button>
    </Note>
  )
}

/** Far from the button that was pressed, it may be out of sight. */
const reach = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'nearest' })

/** `offline`: id of the text that says so. */
function Session({ session, stage, offline }: { session: SmartSession; stage: Stage; offline: string | undefined }) {
  const t = useEmbeddedMessages()
  const words = useSessionMessages()
  const { revoking, notRevoked } = useSnapshot(smartSessions)
  const { app, permissions, pci, createdAt, expiry, revokedAt } = session
  const says = usePermissionWords()
  const { when } = says
  const left = says.left(permissions)
  const calls = permissions.filter((each) => each.kind === 'call')
  return (
    <li className="session">
      <div className="session-head">
        <WalletIcon name={app.name} src={app.icon} />
        <div>
          <div className="session-name">
            <bdi>{app.name}</bdi>
          </div>
          {permissions.map((each, i) => (
            <div key={i} className="session-rights">
              <InGroups>{says.right(each)}</InGroups>
            </div>
          ))}
        </div>
        {stage === 'active' && (
          <Button
            size="small"
            kind="line"
            label={t.revokeFor(app.name)}
            busy={revoking === pci}
            disabled={offline !== undefined || (revoking !== undefined && revoking !== pci)}
            describedBy={offline}
            onClick={() => void revokeSession(pci)}
          >
            {t.revoke}
          </Button>
        )}
      </div>
      {stage === 'active' && left.part !== undefined && (
        <div className="session-meter" aria-hidden="true">
          <div style={{ inlineSize: `${left.part * 100}%` }} data-low={left.part < LOW || undefined} />
        </div>
      )}
      <div className="session-when">
        {stage === 'active' && (
          <span>
            <InGroups>{left.text}</InGroups>
          </span>
        )}
        <span>{stage === 'active' ? t.ends(when(expiry)) : t.endedOn(when(revokedAt ?? expiry))}</span>
      </div>
      <details className="session-details">
        {/* Not by a label: the words on screen would be read once more, as its description. */}
        <summary>
          {words.details}
          <span className="visually-hidden">{t.detail(app.name)}</span>
        </summary>
        <p>{words.granted(when(createdAt))}</p>
        {calls.map(({ contract, functions }) => (
          <p key={contract}>
            <InGroups>{contract}</InGroups>
            {functions.length > 0 && <span dir="auto">{` · ${words.functions(functions.join(', '))}`}</span>}
          </p>
        ))}
        {permissions.map((each, i) => (
          <p key={i}>
            <InGroups>{says.whole(each)}</InGroups>
          </p>
        ))}
      </details>
      {notRevoked === pci && (
        <div ref={reach}>
          <Note kind="bad" title={words.notRevoked} announce="alert">
            {words.stillActive}
          </Note>
        </div>
      )}
    </li>
  )
}
