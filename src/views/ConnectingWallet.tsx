import { type ReactNode, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { beginConnecting, connectorFor, endPrepared, isUndecided } from '../controllers/connecting'
import { forgetPart, partOf } from '../controllers/multi-chain'
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

// This chunk loads while the visitor looks at the list.
prepareConnecting()

/** Connects one wallet: in this browser, in its app on this phone, or by a QR code on another device. */
export default function ConnectingWallet(): ReactNode {
  const connecting = useConnecting()
  const { route } = connecting
  const wanted = modal.stack[0]?.data?.namespace
  // The part that is being asked stays, even if the wallet's part for another chain announces itself meanwhile, until the host asks for
  // another namespace.
  const [asked, setAsked] = useState<{ id: string; wanted: typeof wanted }>()
  const id = asked?.wanted === wanted ? asked?.id : undefined
  // The view stays mounted, hidden, when it is closed; opened again it may be for another part.
  useEffect(() => () => setAsked(undefined), [])
  if (route.kind !== 'installed') return <Chosen {...connecting} />
  const entry = route.wallet
  const wallet = isUndecided(route) ? (entry.parts?.find((part) => part.id === id) ?? partOf(entry)) : entry
  // Only a part with an open attempt: a hidden view has none.
  if (wallet && wallet.id !== id && wallet.id === attempt.wallet?.id) setAsked({ id: wallet.id, wanted })
  if (!wallet) return <ChooseChain wallet={entry} onChoose={({ id }) => setAsked({ id, wanted })} />
  return <Chosen {...connecting} route={{ kind: 'installed', wallet }} />
}

function Chosen(connecting: Connecting): ReactNode {
  const connector = connectorFor(connecting.route)
  const { status, wallet } = useSnapshot(attempt)
  useEffect(() => {
    if (!connector) return endPrepared()
    const end = beginConnecting(connector)
    return () => {
      // Whoever turns back is asked again which chain of this wallet is meant.
      if (attempt.wallet && attempt.status !== 'connected') forgetPart(attempt.wallet)
      end()
    }
  }, [connector])
  // Stays true while the modal closes, when the attempt has been cleared.
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

/** Looks up a wallet that the host names and that is in no loaded list, before it is shown as missing. */
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
      <PickAnother />
    </>
  )
}

/** The wallet is not in this browser and cannot be reached from here. */
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
      <PickAnother />
    </>
  )
}
