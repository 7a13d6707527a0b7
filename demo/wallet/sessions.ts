import { type IWalletKit, WalletKit, type WalletKitTypes } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import type { ICore, ProposalTypes, SessionTypes } from '@walletconnect/types'
import { buildApprovedNamespaces, buildAuthObject, getSdkError, populateAuthPayload } from '@walletconnect/utils'
import { BITCOIN_NETWORK_ID, POLKADOT_NETWORK_ID, SOLANA_NETWORK_ID } from '../stack/networks'
import { BITCOIN_METHODS, type BitcoinWallet } from './bitcoin'
import type { WalletConfig } from './config'
import { POLKADOT_METHODS, type PolkadotWallet } from './polkadot'
import { RequestError } from './request'
import { SOLANA_METHODS, type SolanaWallet } from './solana'
import { METHODS, type Wallet } from './wallet'

const EVENTS = ['accountsChanged', 'chainChanged']
const BITCOIN_EVENTS = [...EVENTS, 'bip122_addressesChanged']
const ACKNOWLEDGE_LIMIT_MS = 2_000

/** What waits for the person: an application that wants to connect, or something that a connected one asks for. */
export type Pending =
  | { readonly kind: 'proposal'; readonly proposal: ProposalTypes.Struct }
  | { readonly kind: 'sign-in'; readonly request: WalletKitTypes.SessionAuthenticate; readonly text: string }
  | { readonly kind: 'request'; readonly request: WalletKitTypes.SessionRequest; readonly peer: string }

export type Sessions = Awaited<ReturnType<typeof startSessions>>

/** The wallet's side of WalletConnect, kept across reloads; `changed` is called when there is something new to show. */
export async function startSessions(
  config: WalletConfig,
  {
    wallet,
    solana,
    bitcoin,
    polkadot,
  }: { wallet: Wallet; solana: SolanaWallet; bitcoin: BitcoinWallet; polkadot: PolkadotWallet },
  changed: () => void,
) {
  const kit = await startKit(config)
  for (const event of [
    'session_proposal',
    'session_request',
    'session_delete',
    'proposal_expire',
    'session_request_expire',
  ] as const) {
    kit.on(event, changed)
  }
  const signInRequests = new Map<number, WalletKitTypes.SessionAuthenticate>()
  kit.on('session_authenticate', (request) => {
    signInRequests.set(request.id, request)
    changed()
  })
  const sessions = () => Object.values(kit.getActiveSessions())

  const accountsOn = (chains: readonly string[]) => chains.map((chain) => `${chain}:${wallet.account.address}`)
  const networkId = () => `eip155:${wallet.chainId}`
  const solanaAccounts = () => [`${SOLANA_NETWORK_ID}:${solana.address}`]
  const bitcoinAccounts = () => bitcoin.addresses.map(({ address }) => `${BITCOIN_NETWORK_ID}:${address}`)
  const polkadotAccounts = () => [`${POLKADOT_NETWORK_ID}:${polkadot.address}`]

  // The chain in use goes first: an application starts with the first chain that it is given.
  const supported = () => {
    const known = wallet.chains().map(({ chainId }) => `eip155:${chainId}`)
    const chains = [networkId(), ...known.filter((chain) => chain !== networkId())]
    return {
      eip155: { chains, methods: METHODS, events: EVENTS, accounts: accountsOn(chains) },
      solana: { chains: [SOLANA_NETWORK_ID], methods: SOLANA_METHODS, events: EVENTS, accounts: solanaAccounts() },
      bip122: { chains: [BITCOIN_NETWORK_ID], methods: BITCOIN_METHODS, events: BITCOIN_EVENTS, accounts: bitcoinAccounts() },
      polkadot: { chains: [POLKADOT_NETWORK_ID], methods: POLKADOT_METHODS, events: EVENTS, accounts: polkadotAccounts() },
    }
  }

  // One message, on the chain in use; what it grants (ReCap) names the other chains.
  const signInFor = ({ params }: WalletKitTypes.SessionAuthenticate) => {
    const { chains, methods } = supported().eip155
    const payload = populateAuthPayload({ authPayload: params.authPayload, chains, methods })
    const known = payload.chains.filter((chain) => chains.includes(chain))
    const iss = `${known.includes(networkId()) ? networkId() : known[0]}:${wallet.account.address}`
    return { payload, iss, text: kit.formatAuthMessage({ request: payload, iss }) }
  }

  // Tells every application which account is in use now, on all of its chains and the one in use.
  async function update(session: SessionTypes.Struct) {
    const { eip155: own, solana: onSolana, bip122: onBitcoin, polkadot: onPolkadot } = session.namespaces
    const chainsOf = ({ chains, accounts }: SessionTypes.Namespace) =>
      chains ?? accounts.map((account) => account.split(':', 2).join(':'))
    const chains = own && [...new Set([...chainsOf(own), networkId()])]
    const namespaces = {
      ...session.namespaces,
      ...(own && chains && { eip155: { ...own, chains, accounts: accountsOn(chains) } }),
      ...(onSolana && { solana: { ...onSolana, accounts: solanaAccounts() } }),
      ...(onBitcoin && { bip122: { ...onBitcoin, accounts: bitcoinAccounts() } }),
      ...(onPolkadot && { polkadot: { ...onPolkadot, accounts: polkadotAccounts() } }),
    }
    const { acknowledged } = await kit.updateSession({ topic: session.topic, namespaces })
    // An event about a chain that the application does not know yet is lost; an application that is offline gets both later.
    await Promise.race([acknowledged().catch(() => {}), new Promise((resolve) => setTimeout(resolve, ACKNOWLEDGE_LIMIT_MS))])
  }

  const emit = (topic: string, name: string, data: unknown) =>
    kit.emitSessionEvent({ topic, event: { name, data }, chainId: networkId() })

  const toAll = async (tell: (session: SessionTypes.Struct) => Promise<void>) => {
    await Promise.all(sessions().map(tell))
  }
  const announceChain = () =>
    toAll(async (session) => {
      if (!session.namespaces.eip155) return
      if (!session.namespaces.eip155?.accounts.some((account) => account.startsWith(`${networkId()}:`))) await update(session)
      await emit(session.topic, 'chainChanged', wallet.chainId)
    })

  return {
    sessions,
    pair: (uri: string) => kit.pair({ uri }),

    pending(): Pending | undefined {
      // The application sends a plain proposal along, for wallets that cannot do this.
      const [signIn] = kit.engine.signClient.auth.requests.getAll()
      if (signIn) {
        const request = signInRequests.get(signIn.id)
        if (request) return { kind: 'sign-in', request, text: signInFor(request).text }
      }
      const [proposal] = Object.values(kit.getPendingSessionProposals())
      if (proposal) return { kind: 'proposal', proposal }
      const [request] = kit.getPendingSessionRequests()
      const peer = sessions().find(({ topic }) => topic === request?.topic)?.peer.metadata
      return request && { kind: 'request', request, peer: peer ? `${peer.name} (${peer.url})` : 'An application' }
    },

    async approve(pending: Pending) {
      if (pending.kind === 'proposal') {
        const { id } = pending.proposal
        try {
          await kit.approveSession({
            id,
            namespaces: buildApprovedNamespaces({ proposal: pending.proposal, supportedNamespaces: supported() }),
          })
        } catch (error) {
          await kit.rejectSession({ id, reason: getSdkError('UNSUPPORTED_CHAINS') })
          throw error
        }
        return
      }
      if (pending.kind === 'sign-in') {
        const { payload, iss, text } = signInFor(pending.request)
        const signature = { t: 'eip191' as const, s: await wallet.account.signMessage({ message: text }) }
        await kit.approveSessionAuthenticate({ id: pending.request.id, auths: [buildAuthObject(payload, signature, iss)] })
        return
      }
      const { topic, id, params } = pending.request
      const before = wallet.chainId
      const [namespace, reference] = params.chainId.split(':')
      const other = { solana, bip122: bitcoin, polkadot }[String(namespace)]
      const work = other ? other.perform(params.request) : wallet.perform(params.request, Number(reference))
      const answer = await work.then(
        (result) => ({ result }),
        (error: unknown) => ({ error: { code: error instanceof RequestError ? error.code : -32603, message: messageOf(error) } }),
      )
      await kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', ...answer } })
      if (wallet.chainId !== before) await announceChain()
      if ('error' in answer) throw new Error(answer.error.message)
    },

    async reject(pending: Pending) {
      if (pending.kind === 'proposal') return kit.rejectSession({ id: pending.proposal.id, reason: getSdkError('USER_REJECTED') })
      if (pending.kind === 'sign-in')
        return kit.rejectSessionAuthenticate({ id: pending.request.id, reason: getSdkError('USER_REJECTED') })
      const { topic, id } = pending.request
      // The number of EIP-1193; WalletConnect's own list has 5000 for it.
      return kit.respondSessionRequest({
        topic,
        response: { id, jsonrpc: '2.0', error: { code: 4001, message: 'User rejected the request.' } },
      })
    },

    announceAccount: () =>
      toAll(async (session) => {
        await update(session)
        if (session.namespaces.eip155) await emit(session.topic, 'accountsChanged', [wallet.account.address])
      }),

    announceChain,

    async disconnect(topic: string) {
      await kit.disconnectSession({ topic, reason: getSdkError('USER_DISCONNECTED') })
      changed()
    },
  }
}

/** Message of anything thrown. */
export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

async function startKit({ relay, projectId }: WalletConfig): Promise<IWalletKit> {
  const core = new Core({
    projectId,
    relayUrl: relay,
    customStoragePrefix: 'demo-wallet',
    logger: 'silent',
    telemetryEnabled: false,
  })
  // Two services of the vendor with fixed addresses: proof of origin, and telemetry that its own switch leaves on.
  Object.assign(core.verify, { init: async () => {}, register: async () => '', resolve: async () => undefined })
  Object.assign(core.eventClient ?? {}, { init: async () => {} })
  await core.start()
  const metadata = { name: 'Demo Wallet', description: 'The wallet of the local world', url: location.origin, icons: [] }
  return WalletKit.init({ core: core as ICore, metadata })
}
