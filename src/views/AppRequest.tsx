import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { appLink, IOS_RETURN_MS, LINK_DOUBT_MS, pageLink } from '../controllers/connecting'
import { navigate } from '../controllers/modal'
import { storeLink } from '../controllers/store-link'
import { meanApp } from '../lib/meant-app'
import { isIos } from '../lib/platform'
import type { ListedWallet } from '../lib/wallet'
import { messages } from '../state/messages'
import { modal } from '../state/modal'
import { Body, Footer } from '../ui/Body'
import { Button } from '../ui/Button'
import { CopyButton } from '../ui/CopyButton'
import { Status } from '../ui/Status'
import { useSheet } from '../ui/sheet'
import { WalletRing } from '../ui/WalletRing'
import css from './AppRequest.css?inline'
import { useScan } from './connect/use-scan'
import { Diagnosis } from './Diagnosis'
import { useMessages } from './use-messages'
import { usePairing } from './use-pairing'
import { wordsFor } from './words-for'

/** Connects a wallet's app on this phone by a link, which is prepared in advance so that the tap itself navigates. */
export function AppRequest({ listed }: { listed: ListedWallet }) {
  useSheet(css)
  const t = useMessages()
  const { name, imageUrl } = listed
  const { status, uri: offered, code, declines, retry } = usePairing()
  const { page } = useSnapshot(messages)
  const { tapped, doubt, doubted, back, tap } = useOpening(declines)
  const scan = useScan()
  const declined = declines > 0 && !tapped
  const { mobileLink, universalLink } = listed
  useEffect(() => meanApp(mobileLink), [mobileLink])
  // An expired URI would only open the app.
  const uri = status === 'ready' ? offered : undefined
  const link = appLink(listed, uri, doubted)
  const store = storeLink(listed)?.url
  // In the wallet's own browser no pairing is needed.
  const paired = !pageLink(listed)
  const failed = paired && status === 'failed'
  const words = wordsFor(code ?? 'CONNECT_FAILED')
  const title = failed
    ? words.text
    : doubt
      ? t.connecting.didItOpen
      : declined
        ? wordsFor('USER_REJECTED').text
        : t.connecting.continueIn(name)
  const help = failed
    ? words.help
    : doubt
      ? t.connecting.didItOpenHelp(name)
      : declined
        ? t.connecting.declined(name)
        : paired && t.connecting.approveApp
  return (
    <>
      <Body>
        <Status
          announce={failed ? 'alert' : 'status'}
          title={title}
          picture={
            <WalletRing
              status={failed ? 'error' : doubt ? 'idle' : declined ? 'declined' : 'waiting'}
              name={name}
              src={imageUrl}
            />
          }
        >
          {help}
        </Status>
        <div className="app-request-actions">
          {failed ? (
            <Button kind="primary" full icon="refresh" onClick={retry}>
              {t.modal.tryAgain}
            </Button>
          ) : back ? (
            <Button kind="primary" full busy>
              {page.connecting}
            </Button>
          ) : link ? (
            <Button
              kind="primary"
              full
              role={tapped || doubt ? 'button' : undefined}
              href={link.href}
              target={link.target}
              onClick={() => {
                // Where a browser opens no custom scheme, later requests would open nothing either.
                meanApp((doubted && universalLink) || mobileLink)
                tap()
              }}
            >
              {tapped || doubt ? t.modal.tryAgain : t.connecting.open(name)}
            </Button>
          ) : (
            <Button kind="primary" full busy>
              {t.connecting.preparingLink}
            </Button>
          )}
          {doubt && store && (
            <Button full icon="external" href={store}>
              {t.connecting.get(name)}
            </Button>
          )}
          {doubt && scan && (
            <Button full icon="qr" onClick={() => navigate('ConnectingWalletConnectBasic')}>
              {t.connecting.showCode}
            </Button>
          )}
          {failed && <Diagnosis />}
          {paired && !failed && (
            <CopyButton
              look="normal"
              text={uri ?? ''}
              disabled={!uri || back}
              copiedText={t.connecting.linkCopied}
              failedText={t.modal.copyFailed}
            >
              {t.connecting.copyLink}
            </CopyButton>
          )}
        </div>
      </Body>
      {store && !doubt && (
        <Footer>
          {t.connecting.noApp(name)}
          <Button kind="ghost" size="small" href={store}>
            {t.connecting.getApp}
          </Button>
        </Footer>
      )}
    </>
  )
}

/**
 * What became of the link: `tapped`, here or in the row that led here; `doubt` if it may have opened nothing, since the page is
 * still visible some seconds later; `back` if the person has just returned on iOS. Starts anew with each refusal, except that
 * `doubted` stays true: the browser follows a link only after its press has been handled, so the press must not change it.
 */
function useOpening(declines: number) {
  const [opening, setOpening] = useState<'no' | 'tapped' | 'doubt' | 'back'>(() => (modal.top.data?.led ? 'tapped' : 'no'))
  const [taps, setTaps] = useState(() => Number(opening === 'tapped'))
  const [doubted, setDoubted] = useState(false)
  if (opening === 'doubt' && !doubted) setDoubted(true)
  useEffect(() => {
    if (declines === 0) return
    setOpening('no')
    setTaps(0)
  }, [declines])
  useEffect(() => {
    if (taps === 0) return
    // A hidden page means that it has opened something already.
    let timer = document.hidden ? undefined : setTimeout(() => setOpening('doubt'), LINK_DOUBT_MS)
    // The app or this page has come to the front.
    const moved = () => {
      clearTimeout(timer)
      if (document.hidden || !isIos()) return
      setOpening('back')
      timer = setTimeout(() => setOpening('tapped'), IOS_RETURN_MS)
    }
    document.addEventListener('visibilitychange', moved)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', moved)
    }
  }, [taps])
  const tap = () => {
    setOpening('tapped')
    setTaps((count) => count + 1)
  }
  return { tapped: opening === 'tapped', doubt: opening === 'doubt', doubted, back: opening === 'back', tap }
}
