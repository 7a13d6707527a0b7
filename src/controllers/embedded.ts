import { sdkVersion } from '../api/settings'
import { auth } from '../connectors'
import { type ChainNamespace, namespacesOf } from '../lib/caip'
import { type ErrorCode, WalletError } from '../lib/errors'
import '../lib/embedded-errors'
import '../lib/later-errors'
import { AUTH_ID, EMAIL_NAME } from '../lib/auth-id'
import { isEmbeddable } from '../lib/embeddable'
import { isOffline } from '../lib/is-offline'
import { socialName } from '../lib/social'
import { publicVersion } from '../lib/version'
import type { AccountType } from '../lib/wallet'
import { attempt } from '../state/attempt'
import { chainOf, chains } from '../state/chains'
import { config } from '../state/config'
import { embedded } from '../state/embedded'
import { modal } from '../state/modal'
import { appInfo } from './app-info'
import { approve, claimFrame, refused, settled, watchApprovals } from './approvals'
import { cancelConnect, connect } from './connection'
import { addConnector, connectorById } from './discovery'
import { fitRoom, framePlace, hasFramePlace } from './frame-place'
import { leaveView } from './modal'
import { nameError } from './name-error'
import { onChange } from './on-change'
import { accountTypeKey, preferredType } from './preferred-type'
import { report } from './report'

type Auth = Awaited<ReturnType<typeof auth>>
let loaded: Auth | undefined
let stop: (() => void) | undefined

/** Loads and configures the embedded wallet and adds it to the wallets that can be connected. Throws EMAIL_LOGIN_UNAVAILABLE. */
export async function embeddedWallet(): Promise<Auth> {
  loaded ??= await auth().catch((cause) => {
    throw new WalletError('EMAIL_LOGIN_UNAVAILABLE', { cause })
  })
  const { secureSiteUrl: url, projectId, debug, networkIds } = config
  const { name, description, url: site, icon } = appInfo()
  const namespaces = namespacesOf(networkIds)
  loaded.configureAuth({
    url,
    projectId,
    debug,
    metadata: { name, description, url: site, icons: icon ? [icon] : [] },
    sdkVersion: sdkVersion(namespaces, publicVersion),
    place: (signal) => {
      // Without an element there never will be a place.
      if (claimFrame() === undefined && !hasFramePlace()) return Promise.reject(new WalletError('FRAME_NOT_SET'))
      return framePlace(signal)
    },
    onHeight: fitRoom,
    accountType: preferredType,
    label: () => ({ name: embedded.via ? socialName(embedded.via) : EMAIL_NAME }),
    via: () => embedded.via,
    onForgotten: forgetPerson,
    // Whatever asked, as a step that ends with the account, or a look at it: nobody else may be left to say so.
    onExpired: report,
    onStart() {
      embedded.mailView = undefined
    },
    approve,
    settled,
    refused,
    read: async (...call) => (await import('./rpc')).readChain(...call),
    onUser({ address, email, userName, smartAccountDeployed, preferredAccountType }) {
      if (email) Object.assign(embedded, { email, written: undefined })
      if (userName) embedded.username = userName
      // Only for an EVM account: the other namespaces have no smart accounts.
      if (address.startsWith('0x')) embedded.deployed = preferredAccountType === 'smartAccount' ? smartAccountDeployed : undefined
    },
  })
  if (!connectorById(AUTH_ID)) {
    stop?.()
    addConnector(loaded.authConnector)
    const stops = [
      watchApprovals(loaded.abortApprovals),
      // Only the end of the embedded wallet's own connection counts.
      onChange([chains], isConnected, (connected) => connected || leave()),
      onChange([chains], shownType, noteType),
    ]
    stop = () => {
      for (const each of stops) each()
    }
  }
  return loaded
}

const isConnected = () => Object.values(chains.byNamespace).some(({ connectorId }) => connectorId === AUTH_ID)

/** The type of the active embedded account, by its address. */
function shownType(): AccountType | undefined {
  const { connectorId, address, accountTypes } = chainOf('eip155')
  return accountTypeKey.parse(connectorId === AUTH_ID && accountTypes?.[address ?? ''])
}

const noteType = (type: AccountType | undefined) => {
  chainOf('eip155').accountType = type
}

/** Forgets the secure frame: the element that holds it has left the page. */
export function closeFrame(): void {
  loaded?.closeFrame()
  embedded.mailView = undefined
}

/** The connection has ended, here or in another tab. */
function leave(): void {
  loaded?.letGo()
  forgetPerson()
}

/** Nobody is signed in any more: forgets everything about the last person. */
function forgetPerson(): void {
  for (const known of [
    'email',
    'written',
    'newEmail',
    'mailedTo',
    'mailView',
    'username',
    'social',
    'via',
    'stage',
    'farcasterUrl',
    'deployed',
  ] as const)
    embedded[known] = undefined
  Object.assign(embedded, { smartNetworks: [], updating: 'form' })
}

/** Shows an error in the view, and tells the host. */
export async function tellProblem(cause: unknown, fallback: ErrorCode): Promise<void> {
  const error = await nameError(cause, fallback)
  if (error.code === 'ABORTED') return
  // The frame's words may name the person: they are for the screen, not for the host's events and logs.
  const told = error.code === 'FRAME_ERROR' ? new WalletError(fallback) : error
  Object.assign(embedded, { code: told.code, words: error.message, wrongIn: modal.view })
  report(told)
}

/** The present view and the element that shows it, as text to compare. */
export const where = () => `${modal.view} ${modal.elementId}`

/** Throws OFFLINE where the browser is, instead of waiting for the frame in vain. */
export function assertOnline(): void {
  if (isOffline()) throw new WalletError('OFFLINE')
}

type Busy = NonNullable<typeof embedded.busy>

/** Runs one step of a sign-in, one at a time; resolves to whether it worked. The error is in the store, unless the visitor has left the view. Never rejects. */
export async function step(busy: Busy, fallback: ErrorCode, work: () => Promise<void>): Promise<boolean> {
  if (embedded.busy) return false
  const before = where()
  Object.assign(embedded, { busy, code: undefined, words: undefined })
  try {
    assertOnline()
    await work()
    return true
  } catch (cause) {
    // In another view the error would seem to be about what is asked there.
    if (where() === before) await tellProblem(cause, fallback)
    return false
  } finally {
    embedded.busy = undefined
  }
}

/** The namespace that the modal was opened for, if any: wallets of other namespaces stay connected. */
function wantedNamespace(): ChainNamespace | undefined {
  const namespace = modal.stack[0]?.data?.namespace
  return isEmbeddable(namespace) ? namespace : undefined
}

/** Connects the embedded wallet once the frame has signed somebody in; canceled if the visitor leaves. Throws what connecting throws. */
export async function finishLogin(): Promise<void> {
  await embeddedWallet()
  const stop = onChange([modal], where, () => {
    stop()
    if (attempt.status === 'waiting') cancelConnect()
  })
  // False: the host has refused to connect.
  // Not awaited: the step has ended, and the next one could not begin.
  if (await connect.run({ wallet: AUTH_ID, namespace: wantedNamespace() }).finally(stop)) void readSmartNetworks()
  else leaveView('Connect')
}

/** Reads on which networks there are smart accounts; keeps what is known where the frame does not answer. */
export async function readSmartNetworks(): Promise<void> {
  const { askFrame } = await embeddedWallet()
  const found = await askFrame('GET_SMART_ACCOUNT_ENABLED_NETWORKS').catch(() => undefined)
  if (found) embedded.smartNetworks = found.smartAccountEnabledNetworks
}
