import { ref } from 'valtio/vanilla'
import { adapters } from '../adapters'
import { getBalances } from '../api/account'
import { getSessions, postRevoked } from '../api/smart-sessions'
import { type CaipAddress, parseCaipAddress, shortAddress } from '../lib/caip'
import '../lib/embedded-errors'
import { WalletError } from '../lib/errors'
import { isOffline } from '../lib/is-offline'
import { NEVER_MS, type SmartSession } from '../lib/smart-session'
import { untilAborted } from '../lib/until-aborted'
import { chains } from '../state/chains'
import { type SpendToken, smartSessions } from '../state/smart-sessions'
import { action } from './action'
import { walletOf } from './connection'
import { nameError } from './name-error'
import { loadNetworks, networkOf } from './network-list'
import { rpcContext } from './rpc'

/** How long the wallet may take to answer, as for any other request. */
export const ANSWER_LIMIT_MS = 300_000

let reading: AbortController | undefined

/** Whether the active account is a smart account; only those have sessions. */
export function isSmart(): boolean {
  const { address, accountTypes } = chains.active
  return address !== undefined && accountTypes?.[address] === 'smartAccount'
}

/** Keeps the list current while something shows it: another app or tab may act while the page is hidden. Returns its stop. */
export function followSessions(): () => void {
  void loadSessions()
  const look = () => document.hidden || isOffline() || void loadSessions(true)
  document.addEventListener('visibilitychange', look)
  return () => document.removeEventListener('visibilitychange', look)
}

/** Reads which sessions apps have with the active account; not while one is being revoked. `quiet`: if that fails, a list on screen stays. Never rejects. */
export async function loadSessions(quiet = false): Promise<void> {
  const owner = isSmart() ? chains.active.caipAddress : undefined
  if (!owner || smartSessions.revoking) return
  reading?.abort()
  const own = new AbortController()
  reading = own
  if (smartSessions.owner !== owner) Object.assign(smartSessions, { owner, list: ref([]), status: 'idle', notRevoked: undefined })
  if (smartSessions.status !== 'ready') smartSessions.status = 'loading'
  try {
    const list = await getSessions(owner, { signal: own.signal })
    const tokens = await tokensOf(owner, list, own.signal)
    if (!own.signal.aborted) Object.assign(smartSessions, { list: ref(list), tokens, status: 'ready' })
  } catch {
    if (!own.signal.aborted && !(quiet && smartSessions.status === 'ready')) smartSessions.status = 'failed'
  }
}

/** Symbols (from the provider, else the contract) and decimals (from the chain) of the tokens that sessions may spend; without decimals a token is shown in base units. */
async function tokensOf(owner: CaipAddress, list: readonly SmartSession[], signal: AbortSignal) {
  const { networkId, address } = parseCaipAddress(owner)
  const spends = list.flatMap(({ permissions }) => permissions.flatMap((each) => (each.kind === 'spend' ? [each.token] : [])))
  const wanted = new Set(spends.flatMap((token) => token?.toLowerCase() ?? []))
  const found: Record<string, SpendToken> = {}
  if (wanted.size === 0) return found
  await loadNetworks()
  const network = networkOf(networkId)
  const known = await getBalances({ networkId, address }, { signal }).catch(() => undefined)
  const [loaded, named] = await Promise.all([adapters.eip155?.transfers?.(), adapters.eip155?.symbol?.()])
  const context = rpcContext(network)
  await Promise.all(
    [...wanted].map(async (token) => {
      const listed = known?.find((each) => each.address && parseCaipAddress(each.address).address.toLowerCase() === token)?.symbol
      const [held, own] = await Promise.all([
        loaded?.transfers.held(network, address, token, context, signal).catch(() => undefined),
        listed || named?.symbolOf(network, token, context, signal).catch(() => ''),
      ])
      if (held) found[token] = { symbol: own || shortAddress(token), decimals: held.decimals }
    }),
  )
  return found
}

/**
 * Revokes a session: asks the wallet, then tells the provider, each once. If that fails the session stays shown as active. Throws
 * OFFLINE, USER_REJECTED, LOGIN_EXPIRED and SESSION_REVOKE_FAILED.
 */
export const revokeSession = action('SESSION_REVOKE_FAILED', async (pci: string): Promise<void> => {
  const { owner, list, revoking } = smartSessions
  const session = list.find((each) => each.pci === pci)
  if (!owner || !session || revoking || chains.active.caipAddress !== owner) return
  // The wallet could revoke it, but the provider could not be told.
  if (isOffline()) throw new WalletError('OFFLINE')
  Object.assign(smartSessions, { revoking: pci, notRevoked: undefined })
  reading?.abort()
  try {
    const expiry = session.expiry === NEVER_MS ? 0 : Math.floor(session.expiry / 1000)
    const params = [{ pci, permissions: session.wire, expiry, address: owner }]
    const asking = walletOf('eip155').request({ method: 'wallet_revokePermissions', params })
    const answer = await untilAborted(asking, undefined, ANSWER_LIMIT_MS)
    await postRevoked(owner, pci, typeof answer === 'string' ? answer : '0x')
  } catch (cause) {
    const error = await nameError(cause, 'SESSION_REVOKE_FAILED')
    Object.assign(smartSessions, { revoking: undefined, notRevoked: pci })
    // The sessions of an account that became active meanwhile were not read yet.
    if (chains.active.caipAddress !== owner) void loadSessions()
    if (error.code === 'LOGIN_EXPIRED') throw error
    throw new WalletError(error.code === 'USER_REJECTED' ? error.code : 'SESSION_REVOKE_FAILED', { cause })
  }
  smartSessions.revoking = undefined
  await loadSessions()
})

/** Asks the wallet what the active account can do (EIP-5792). Never rejects. */
export async function readAbilities(): Promise<void> {
  const { caipAddress } = chains.active
  smartSessions.abilities = undefined
  if (!caipAddress || !isSmart()) return
  const { networkId, address } = parseCaipAddress(caipAddress)
  const ask = async () => {
    await loadNetworks()
    const loaded = await adapters.eip155?.capabilities?.()
    return loaded?.getCapabilities(walletOf('eip155'), networkOf(networkId), address)
  }
  const found = await ask().catch(() => undefined)
  if (!found || chains.active.caipAddress !== caipAddress) return
  const said = (name: string) => JSON.stringify(found[name])
  smartSessions.abilities = {
    batch: /"status":"(supported|ready)"/.test(said('atomic')),
    sessions: /"supported":true/.test(said('permissions')),
  }
}
