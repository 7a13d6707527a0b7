import type { AssistOptions } from '../src/controllers/assist'
import type { Diagnosis } from '../src/controllers/diagnose'
import { part } from '../src/controllers/load-part'
import { sessionsKnown } from '../src/controllers/restore'
import { wake } from '../src/controllers/wake'
import { type ChainNamespace, isCaipNetworkId } from '../src/lib/caip'
import { WalletError } from '../src/lib/errors'
import { WATCH } from '../src/lib/wallet'
import { chains } from '../src/state/chains'
import { auth } from '../src/state/login'
import type { ConnectOptions } from './connect'
import { toHost, told } from './host-errors'
import type { ShowingElement } from './login'
import { frozen } from './public-state'

/** Disconnects; failures on the way are reported. Throws DISCONNECT_FAILED if a chunk does not load. */
export async function disconnectWallet(namespace?: ChainNamespace): Promise<void> {
  const live = await part(wake(), 'DISCONNECT_FAILED').catch(() => undefined)
  // A session that is just being restored would otherwise connect afterwards.
  await sessionsKnown()
  await live?.disconnect(namespace)
  // Ends the login, also that of a support view, which has no wallet.
  if (auth.user && !chains.active.address) await (await part(import('../src/controllers/login'), 'DISCONNECT_FAILED')).logout()
}

/** Switches to a network. Throws SWITCH_NETWORK_NOT_FOUND and whatever `switchNetwork` throws. */
export async function moveToNetwork(networkId: string): Promise<void> {
  if (!isCaipNetworkId(networkId))
    throw told(new WalletError('SWITCH_NETWORK_NOT_FOUND', { help: 'A network is named by its CAIP-2 id, e.g. "eip155:56".' }))
  const [{ switchNetwork }] = await part(Promise.all([import('../src/controllers/network'), wake(), sessionsKnown()]))
  await switchNetwork.run(networkId).catch(toHost)
}

/** Signs a text with the active account; null for an empty text or without a wallet. */
export async function sign(message: string): Promise<string | null> {
  await sessionsKnown()
  const { status, connectorId } = chains.active
  if (!message || status !== 'connected' || connectorId === WATCH) return null
  const [{ signMessage }] = await part(Promise.all([import('../src/controllers/sign'), wake()]))
  return signMessage.run(message).catch(toHost)
}

/** Checks what connecting needs, including the element's attributes and the wallets. Throws CONNECT_FAILED if its code does not load. */
export async function diagnose(element: Element): Promise<Diagnosis> {
  const loads = part(Promise.all([import('../src/controllers/diagnose'), import('./misspelt')]))
  const [[checks, { misspelt }]] = await Promise.all([loads, wake().catch(() => undefined)])
  const wrong = misspelt(element).map((each) => each.join(': '))
  return checks.diagnose(wrong.length ? [{ name: 'Attributes', ok: false, text: wrong.join(', ') }] : [])
}

// Connecting, sign-in and login are each loaded when first called.
/** Connects. A wallet that is null, for example from an empty storage, or empty counts as none; an empty address is an invalid one. */
export const connectWallet = async (element: ShowingElement, options?: ConnectOptions) =>
  (await part(import('./connect'))).connectWallet(
    element,
    Object.fromEntries(Object.entries(options ?? {}).filter(([name, each]) => each || (each === '' && name === 'address'))),
  )
/** Signs in; resolves to a frozen picture of the session. */
export const signInWith = async (element: ShowingElement) => frozen(await (await part(import('./sign-in'))).signInWith(element))
/** Ends the session. Throws DISCONNECT_FAILED if a chunk does not load. */
export const signOutWith = async () => (await part(import('./sign-in'), 'DISCONNECT_FAILED')).signOutWith()
/** `fetch` with the login's access token. */
export const fetchWith = async (input: RequestInfo | URL, init?: RequestInit) =>
  (await part(import('./login'))).fetchWith(input, init)
/** Starts an operator's read-only login; resolves to the viewed user. */
export const assistWith = async (element: ShowingElement, options: AssistOptions) =>
  (await part(import('./login'))).assistWith(element, options)
