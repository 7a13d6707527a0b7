import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { appLink } from '../controllers/connecting'
import { navigate } from '../controllers/modal'
import { storeLink } from '../controllers/store-link'
import { clockTime } from '../lib/clock-time'
import { entryOf } from '../lib/errors'
import { meanApp, SOME_APP } from '../lib/meant-app'
import { isMobile } from '../lib/platform'
import type { ListedWallet } from '../lib/wallet'
import { messages } from '../state/messages'
import { Footer } from '../ui/Body'
import { Button } from '../ui/Button'
import { CopyButton } from '../ui/CopyButton'
import { ListRow, RowList } from '../ui/ListRow'
import { Note } from '../ui/Note'
import { Qr } from '../ui/Qr'
import { Ring } from '../ui/Ring'
import { Status } from '../ui/Status'
import { useSheet } from '../ui/sheet'
import { IconTile, WalletIcon } from '../ui/WalletIcon'
import { ClockHelp } from './ClockHelp'
import { Diagnosis } from './Diagnosis'
import css from './PairingCode.css?inline'
import { useMark } from './use-mark'
import { useMessages } from './use-messages'
import { type Pairing, usePairing } from './use-pairing'
import { wordsFor } from './words-for'

type PairingCodeProps = {
  /** The wallet that is meant to scan; absent: any. */
  listed?: ListedWallet | undefined
  /** In the middle of the code, 52 px. */
  logo: ReactNode
}

/** The QR code, how long it is valid, and its link. Errors of the relay are shown here only. */
export function PairingCode({ listed, logo }: PairingCodeProps) {
  useSheet(css)
  const t = useMessages()
  const { locale } = useSnapshot(messages)
  const pairing = usePairing()
  const { status, uri, declines, renewed, retry } = pairing
  const mark = useMark(pairing.life.left)
  if (status === 'failed') return <Failed {...pairing} />
  const said =
    status === 'preparing'
      ? t.connecting.preparing
      : status === 'expired'
        ? wordsFor('PAIRING_EXPIRED').text
        : mark !== undefined
          ? t.connecting.newCodeIn(clockTime(mark, locale)).join('')
          : renewed
            ? t.connecting.codeRenewed
            : t.connecting.codeReady
  return (
    <>
      {declines > 0 && (
        // A new element each time, so that a second refusal is announced too.
        <div key={declines} className="code-note">
          <Note kind="bad" title={wordsFor('USER_REJECTED').text} announce="alert">
            {t.connecting.freshCode}
          </Note>
        </div>
      )}
      <Qr
        text={uri}
        label={listed ? t.connecting.qrLabel(listed.name) : t.connecting.qrLabelAny}
        logo={logo}
        life={status === 'ready' ? pairing.life : undefined}
        expired={status === 'expired'}
      >
        <Button kind="primary" icon="refresh" onClick={retry}>
          {t.connecting.newCode}
        </Button>
      </Qr>
      <div className="code-line">
        {status === 'ready' && (
          <span className="tabular">
            {t.connecting.newCodeIn(<strong key="time">{clockTime(pairing.life.left, locale)}</strong>)}
          </span>
        )}
        {status === 'preparing' && <span>{t.connecting.preparing}</span>}
        {status === 'expired' && <span>{wordsFor('PAIRING_EXPIRED').text}</span>}
        <CopyButton
          text={uri ?? ''}
          disabled={status !== 'ready'}
          copiedText={t.connecting.linkCopied}
          failedText={t.modal.copyFailed}
          // On a phone the visitor goes to an app with the link, and the page may be unloaded meanwhile.
          onCopied={() => isMobile() && meanApp(SOME_APP)}
        >
          {t.connecting.copyLink}
        </CopyButton>
      </div>
      <span className="visually-hidden" role="status">
        {said}
      </span>
      {listed && status === 'ready' && <OnThisComputer listed={listed} uri={uri} />}
    </>
  )
}

/** The row for a wallet that also has a desktop or web app. */
function OnThisComputer({ listed, uri }: { listed: ListedWallet; uri: string | undefined }) {
  const t = useMessages()
  const link = isMobile() ? undefined : appLink(listed, uri)
  if (!link) return null
  return (
    <RowList>
      <ListRow
        title={t.connecting.onThisComputer(listed.name)}
        sub={listed.desktopLink ? t.connecting.desktopApp : new URL(link.href).host}
        picture={<WalletIcon name={listed.name} src={listed.imageUrl} />}
        trail="external"
        href={link.href}
      />
    </RowList>
  )
}

function Failed({ code = 'CONNECT_FAILED', retry }: Pairing) {
  const t = useMessages()
  const { text, help } = wordsFor(code)
  // Errors of the site's configuration are for its developer; the visitor is told what still works.
  const siteFault = entryOf(code).show === 'alert' && code !== 'SESSION_NOT_YET_VALID'
  return (
    <div className="code-failed">
      <Status
        announce="alert"
        title={text}
        picture={
          <Ring status={siteFault ? 'idle' : 'error'} size={132}>
            <IconTile icon={siteFault ? 'globe' : 'qr'} size={56} />
          </Ring>
        }
      >
        {siteFault ? t.connecting.siteFault : code === 'SESSION_NOT_YET_VALID' ? <ClockHelp>{help}</ClockHelp> : help}
      </Status>
      <Button kind="primary" full icon="refresh" onClick={retry}>
        {t.modal.tryAgain}
      </Button>
      <Diagnosis />
    </div>
  )
}

/** Below the code: where to get the wallet. */
export function CodeFooter({ listed }: Pick<PairingCodeProps, 'listed'>) {
  const t = useMessages()
  const store = listed && storeLink(listed)?.url
  if (listed)
    return store ? (
      <Footer>
        {t.connecting.noApp(listed.name)}
        <Button kind="ghost" size="small" href={store}>
          {t.connecting.get(listed.name)}
        </Button>
      </Footer>
    ) : null
  return (
    <Footer>
      {t.connecting.noWallet}
      <Button kind="ghost" size="small" onClick={() => navigate('GetWallet')}>
        {t.connecting.getOne}
      </Button>
    </Footer>
  )
}
