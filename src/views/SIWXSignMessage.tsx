import { type ReactNode, Suspense, useContext, useEffect, useId, useState } from 'react'
import { useSnapshot } from 'valtio'
import { appInfo } from '../controllers/app-info'
import { prepareWhenSeen, signIn } from '../controllers/sign-in'
import { cancelSignIn } from '../controllers/siwx'
import { config } from '../state/config'
import { modal } from '../state/modal'
import { signInAttempt } from '../state/sign-in'
import { AddressGroups } from '../ui/AddressGroups'
import { Avatar } from '../ui/Avatar'
import { Body } from '../ui/Body'
import { Button, ButtonPair } from '../ui/Button'
import { Closing } from '../ui/Dialog'
import { Icon } from '../ui/Icon'
import { lazyExtra } from '../ui/lazy-part'
import { Note } from '../ui/Note'
import { Skeleton } from '../ui/Skeleton'
import { Status } from '../ui/Status'
import { useSheet } from '../ui/sheet'
import { Facts, Ticket } from '../ui/Ticket'
import { WalletIcon } from '../ui/WalletIcon'
import { WayOn } from './money/WayOn'
import { NotConnected } from './NotConnected'
import OpenApp from './OpenApp'
import type { ViewHeader } from './pages'
import css from './SIWXSignMessage.css?inline'
import { titled } from './titled'
import { useActiveAccount } from './use-active-account'
import { useMessages } from './use-messages'
import { useNetwork } from './use-network'
import { useSaid } from './use-said'
import { useWalletName } from './use-wallet-name'
import { wordsFor } from './words-for'

// Only embedded wallets need it.
const SwitchAccountType = lazyExtra(() => import('./SwitchAccountType'))

function Sub() {
  return useMessages().signIn.step
}

/** With the subtitle "Step 2 of 2": connecting was the first. */
export const header: ViewHeader = { ...titled('SIWXSignMessage'), Sub }

/** Asks the visitor to sign in: what is signed, for which site, with which account. */
export default function SIWXSignMessage(): ReactNode {
  useSheet(css)
  const t = useMessages()
  const { address, caipAddress, networkId } = useActiveAccount()
  const wallet = useWalletName()
  const { status, text } = useSnapshot(signInAttempt)
  const network = useNetwork(networkId)
  const closing = useContext(Closing)
  useEffect(() => {
    // Answered, or left: as it goes there is nothing more to ask.
    if (!closing && modal.view === 'SIWXSignMessage' && caipAddress && status === 'idle') return prepareWhenSeen()
  }, [closing, caipAddress, status])
  const { name, icon, domain } = appInfo()
  if (!address) return <NotConnected />
  const coin = network && <WalletIcon key="coin" name={network.name} size={18} shape="coin" />
  return (
    <Body>
      <div className="sign-in">
        <div className="sign-in-pictures">
          <WalletIcon name={name} src={icon} size={64} />
          <span className="sign-in-knot">
            <Icon name="pen" size={18} />
          </span>
          <Avatar seed={address} size={64} />
        </div>
        <Status title={t.signIn.title(name)}>{t.signIn.free}</Status>
        <Notes wallet={wallet ?? t.modal.wallet} />
        <Ticket>
          <Facts
            facts={[
              { term: t.signIn.site, icon: 'shield', value: <bdi>{domain}</bdi> },
              { term: t.signIn.network, value: [coin, <bdi key="name">{network?.name}</bdi>] },
            ]}
          />
          <div>
            <span className="sign-in-label">{t.signIn.account}</span>
            <AddressGroups address={address} />
          </div>
          <Message text={text} failed={status === 'failed'} />
        </Ticket>
        <WayOn>
          <Answer />
        </WayOn>
      </div>
    </Body>
  )
}

/** The exact text, as the wallet will show it. */
function Message({ text, failed }: { text: string | undefined; failed: boolean }) {
  const t = useMessages()
  const label = useId()
  return (
    <div>
      <span className="sign-in-label" id={label}>
        {t.signIn.message}
      </span>
      {text === undefined ? (
        <span role="status">
          {failed ? (
            t.signIn.unread
          ) : (
            <>
              <span className="visually-hidden">{t.signIn.preparing}</span>
              <Skeleton width={180} />
            </>
          )}
        </span>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
        <section className="sign-in-message mono" aria-labelledby={label} tabIndex={0}>
          {text}
        </section>
      )}
    </div>
  )
}

/** The error, or what is being waited for. */
function Notes({ wallet }: { wallet: string }) {
  const t = useMessages()
  const { status, code } = useSnapshot(signInAttempt)
  const { shaking } = useSnapshot(modal)
  const required = useSnapshot(config).signInMode === 'required'
  useSaid(status === 'signing' ? t.connecting.approveIn(wallet) : code === 'SIGNATURE_DECLINED' && t.connecting.declinedAgain)
  // The note stays once the visitor has tried to close, so that it can be read.
  const [refused, setRefused] = useState(false)
  if (shaking && !refused) setRefused(true)
  if (status === 'elsewhere')
    return (
      <Note announce="alert" title={t.signIn.elsewhere}>
        {t.signIn.elsewhereHelp}
      </Note>
    )
  if (status === 'signing')
    return (
      <Note title={t.signIn.continueIn(wallet)}>
        <OpenApp />
      </Note>
    )
  if (code) {
    const { text, help } = wordsFor(code)
    const declined = required ? t.signIn.declinedRequired : t.signIn.declinedOptional
    return (
      <Note kind="bad" announce="alert" title={text}>
        {code === 'SIGNATURE_DECLINED' ? declined : help}
        {code === 'SMART_ACCOUNT_UNSUPPORTED' && (
          <Suspense>
            <SwitchAccountType />
          </Suspense>
        )}
      </Note>
    )
  }
  return (
    refused && (
      <Note kind="warn" announce="alert" title={t.signIn.neededTitle}>
        {t.signIn.needed}
      </Note>
    )
  )
}

function Answer() {
  const t = useMessages()
  const { status, code } = useSnapshot(signInAttempt)
  const [canceling, setCanceling] = useState(false)
  const busy = status === 'signing' || status === 'verifying' || status === 'elsewhere'
  const cancel = async () => {
    setCanceling(true)
    await cancelSignIn()
    setCanceling(false)
  }
  // After a declined signature the button keeps the name that the contract gives it, "Sign in", beside the mock's "Sign again".
  const failed = code && code !== 'SIGNATURE_DECLINED'
  return (
    <ButtonPair>
      <Button busy={canceling} onClick={cancel}>
        {t.signIn.cancel}
      </Button>
      <Button kind="primary" busy={busy} onClick={() => void signIn()}>
        {status === 'verifying' ? t.signIn.verifying : failed ? t.signIn.tryAgain : t.signIn.sign}
      </Button>
    </ButtonPair>
  )
}
