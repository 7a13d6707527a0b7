import { type ReactNode, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { beginConnecting, connectorFor, endPrepared, isUndecided } from '../controllers/connecting'
import { partOf } from '../controllers/multi-chain'
import { prepareConnecting } from '../controllers/prepare-connecting'
import { storeLink } from '../controllers/store-link'
import { shortAddress } from '../lib/caip'
import { attempt } from '../state/attempt'
import { chains } from '../state/chains'
import { modal } from '../state/modal'
import { Body, Footer } from '../ui/Body'
import { Button } from '../ui/Button'
import { Status, WaitLine } from '../ui/Status'
import { WalletIcon } from '../ui/WalletIcon'
import { WalletRing } from '../ui/WalletRing'
import { AppRequest } from './AppRequest'
import { ChooseChain } from './ChooseChain'
import { CodeFooter, PairingCode } from './PairingCode'
import { PickAnother } from './PickAnother'
import { type Connecting, useConnecting } from './use-connecting'
import { useMessages } from './use-messages'
import { useNetwork } from './use-network'
import { useSaid } from './use-said'
import { WalletRequest } from './WalletRequest'
import { wordsFor } from './words-for'

// This comes while the visitor looks at the list.
prepareConnecting()

/** One wallet is asked to connect: in this browser, in its app on this phone, or by a code on another device. */
export default function ConnectingWallet(): ReactNode {
  const connecting = useConnecting()
  // What is asked stays, also where its part for another chain comes meanwhile.
  const [asked, setAsked] = useState<string>()
  const { route } = connecting
  // The screen is kept out of sight when it is closed: whoever opens it again may mean another one.
  useEffect(() => () => setAsked(undefined), [])
  // It stays where a host wants another chain of the wallet.
  const wanted = modal.stack[0]?.data?.namespace
  const [since, setSince] = useState(wanted)
  if (since !== wanted) {
    setSince(wanted)
    setAsked(undefined)
  }
  if (route.kind !== 'installed') return <Chosen {...connecting} />
  const entry = route.wallet
  const wallet = isUndecided(route) ? (entry.parts?.find(({ id }) => id === asked) ?? partOf(entry)) : entry
  // Only what is asked indeed: out of sight nobody is.
  if (wallet && wallet.id !== asked && wallet.id === attempt.wallet?.id) setAsked(wallet.id)
  if (!wallet) return <ChooseChain wallet={entry} onChoose={({ id }) => setAsked(id)} />
  return <Chosen {...connecting} route={{ kind: 'installed', wallet }} />
}

function Chosen(connecting: Connecting): ReactNode {
  const connector = connectorFor(connecting.route)
  const { status, wallet } = useSnapshot(attempt)
  useEffect(() => (connector ? beginConnecting(connector) : endPrepared()), [connector])
  // Stays through the closing of the modal, when the attempt has been forgotten.
  const [done, setDone] = useState(false)
  if (!done && status === 'connected' && wallet?.id === connector) setDone(true)
  if (done && status !== 'waiting' && status !== 'failed') return <Connected {...connecting} />
  const { route, name, icon } = connecting
  if (route.kind === 'installed') return <WalletRequest wallet={route.wallet} />
  if (route.kind === 'app') return <AppRequest listed={route.listed} />
  if (route.kind === 'missing')
    return route.listed ? <Missing {...connecting} /> : <Unlisted key={connecting.id} {...connecting} />
  return (
    <>
      <Body end="tight">
        <PairingCode listed={route.listed} logo={<WalletIcon name={name} src={icon} size={52} />} />
      </Body>
      <CodeFooter listed={route.listed} />
    </>
  )
}

function Connected({ name, icon }: Connecting) {
  const t = useMessages()
  const { active } = useSnapshot(chains)
  const { address, networkId } = active
  const network = useNetwork(networkId)
  useSaid(t.connecting.connected)
  return (
    <>
      <Body>
        <Status title={t.connecting.connected} picture={<WalletRing status="done" name={name} src={icon} />}>
          {address && network && t.connecting.connectedOn(<bdi key="address">{shortAddress(address)}</bdi>, network.name)}
        </Status>
        <WaitLine />
      </Body>
      <Footer>{t.connecting.closes}</Footer>
    </>
  )
}

/** The host named it, and no list that is loaded holds it: it is looked for before it is missing. */
function Unlisted(connecting: Connecting) {
  const t = useMessages()
  const [over, setOver] = useState(false)
  const { id, name, icon } = connecting
  useEffect(() => {
    let here = true
    const end = () => here && setOver(true)
    void import('../controllers/named-wallet').then(({ findNamed }) => findNamed(id)).then(end, end)
    return () => {
      here = false
    }
  }, [id])
  if (over) return <Missing {...connecting} />
  return (
    <>
      <Body>
        <Status announce="status" title={t.connect.loading} picture={<WalletRing status="waiting" name={name} src={icon} />} />
        <WaitLine />
      </Body>
      <Footer>
        {t.connecting.changedMind}
        <PickAnother />
      </Footer>
    </>
  )
}

/** It is not in this browser and cannot be reached from here. */
function Missing({ name, icon, route }: Connecting) {
  const t = useMessages()
  const { text, help } = wordsFor('WALLET_NOT_FOUND')
  const store = route.kind === 'missing' && route.listed ? storeLink(route.listed)?.url : undefined
  return (
    <>
      <Body>
        <Status announce="alert" title={text} picture={<WalletRing status="idle" name={name} src={icon} />}>
          {help}
        </Status>
        {store ? (
          <Button kind="primary" full icon="external" href={store}>
            {t.connecting.get(name)}
          </Button>
        ) : (
          <WaitLine />
        )}
      </Body>
      <Footer>
        {t.connecting.changedMind}
        <PickAnother />
      </Footer>
    </>
  )
}
