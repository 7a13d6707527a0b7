import { part } from '../src/controllers/load-part'
import { onClosed } from '../src/controllers/modal'
import { isConfigured } from '../src/controllers/network-list'
import { onChange } from '../src/controllers/on-change'
import { wake } from '../src/controllers/wake'
import { type ErrorCode, WalletError } from '../src/lib/errors'
import type { SiwxSession } from '../src/lib/siwx'
import { WATCH } from '../src/lib/wallet'
import { chains } from '../src/state/chains'
import { config } from '../src/state/config'
import { siwx } from '../src/state/siwx'
import type { ViewName } from '../src/views'
import { connectWallet } from './connect'
import { told } from './host-errors'
import { show } from './show'

/** Signs in for the host page: connects first if needed, then asks; resolves to the session. */
export async function signInWith(element: Parameters<typeof show>[0]): Promise<SiwxSession> {
  if (config.signInMode === 'off') {
    const help = 'Set the sign-in attribute to optional or required.'
    throw told(new WalletError('SIGN_IN_UNSUPPORTED', { message: 'Sign-in is off', help }))
  }
  if (siwx.session) return siwx.session
  const { canSignIn, sessionKnown } = await loaded()
  if (!chains.active.caipAddress || chains.active.connectorId === WATCH) await connectWallet(element, {})
  if (chains.active.caipAddress && !isOnNetwork() && config.wrongNetwork !== 'ignore')
    await shown(element, 'UnsupportedChain', untilOnNetwork())
  const { caipAddress } = chains.active
  if (!caipAddress) throw told(new WalletError('ABORTED'))
  if (!canSignIn(caipAddress)) throw told(new WalletError('SIGN_IN_UNSUPPORTED'))
  await sessionKnown()
  if (siwx.session) return siwx.session
  return shown(element, 'SIWXSignMessage', untilSignedIn())
}

type Wait<T> = { readonly end: Promise<T>; readonly stop: () => void }

/** Shows a view and resolves to its outcome. */
async function shown<T>(element: Parameters<typeof show>[0], view: ViewName, { end, stop }: Wait<T>): Promise<T> {
  try {
    await show(element, { view })
  } catch (error) {
    stop()
    throw error
  }
  return end
}

/** Ends the session; if sign-in is required, also disconnects the wallet. Throws DISCONNECT_FAILED if a chunk does not load. */
export async function signOutWith(): Promise<void> {
  await (await loaded('DISCONNECT_FAILED')).signOut()
}

const loaded = async (code?: ErrorCode) => (await part(Promise.all([import('../src/controllers/siwx'), wake()]), code))[0]

/** `end` resolves to the session, and rejects if the view is closed without one. */
export const untilSignedIn = (): Wait<SiwxSession> => until([siwx], () => siwx.session)

const isOnNetwork = (): boolean => isConfigured(chains.active.networkId)

/** `end` resolves when the active account is on a network of the app, and rejects if the view that offers them is closed before that. */
export const untilOnNetwork = (): Wait<unknown> => until([chains, config], () => isOnNetwork() || undefined)

/** `end` resolves to the value of `read` once it is defined, and rejects if the modal is closed or the wallet disconnected before. */
function until<T>(stores: object[], read: () => T | undefined): Wait<T> {
  const stops: (() => void)[] = []
  const stop = () => {
    for (const each of stops) each()
  }
  const end = new Promise<T>((resolve, reject) => {
    const finish = () => {
      stop()
      const found = read()
      if (found) resolve(found)
      else reject(told(new WalletError('ABORTED')))
    }
    stops.push(
      onChange(stores, read, (found) => found && finish()),
      onChange(
        [chains],
        () => chains.active.address,
        // A change to another account is no end: that account is asked next.
        (address) => address ?? finish(),
      ),
      onClosed(finish),
    )
  })
  // It may reject before anybody awaits it.
  end.catch(() => {})
  return { end, stop }
}
