import { adapters } from '../adapters'
import { lookUpName, postName, suggestNames } from '../api/names'
import { isSupportedNetwork } from '../api/supported-chains'
import { coinTypeOf, labelOf, labelProblem, MAX_LABEL_LENGTH, nameMessage } from '../lib/account-name'
import { type CaipNetworkId, chainIdOf } from '../lib/caip'
import { type ErrorCode, entryOf, WalletError } from '../lib/errors'
import { isOffline } from '../lib/is-offline'
import { untilAborted } from '../lib/until-aborted'
import { account } from '../state/account'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { modal } from '../state/modal'
import { names, type Suggestion } from '../state/names'
import { action } from './action'
import { walletOf } from './connection'
import { allowed } from './host-consent'
import { resetView } from './modal'
import { nameError } from './name-error'
import { loadNetworks, networkOf } from './network-list'
import { onChange } from './on-change'
import { clockSkew } from './own-headers'
import { profileOf } from './profile'

/** Suggestions are requested when typing has paused this long (facts: state-and-routing §2). */
export const SUGGESTIONS_DEBOUNCE_MS = 500
/** The service accepts a signature within 10 s of the message's time; a time in the future gives the visitor longer to sign. */
const AHEAD_S = 5
/** The clock is compared for at most this long; the service refuses a wrong time. */
const CLOCK_LIMIT_MS = 2_000
/** After a lost answer the name's record is waited for at most this long. */
const RECORD_LIMIT_MS = 5_000

let timer: ReturnType<typeof setTimeout> | undefined
let asking: AbortController | undefined

/** A whole name of the app's zone. */
export const wholeName = (label: string): string => `${label}.${config.nameZone}`

/** Takes what is typed; after a pause its suggestions are requested. Older requests are canceled. */
export function editName(text: string): void {
  const label = labelOf(text, config.nameZone).slice(0, MAX_LABEL_LENGTH + 1)
  // The name that the wallet is asked about stays in the field.
  if (label === names.label || names.registering !== 'idle') return
  abandonSuggestions()
  const usable = labelProblem(label) === undefined
  Object.assign(names, { label, problem: undefined, status: usable ? 'loading' : 'idle' })
  if (usable) timer = setTimeout(() => void suggest(), SUGGESTIONS_DEBOUNCE_MS)
}

/** Asks who has the typed name and what is free instead. Throws NAME_SUGGESTIONS_FAILED. */
export const suggest = action('NAME_SUGGESTIONS_FAILED', async (): Promise<void> => {
  abandonSuggestions()
  const { label } = names
  const networkId = askedNetwork()
  if (labelProblem(label) !== undefined) return
  const own = new AbortController()
  asking = own
  names.status = 'loading'
  const zone = config.nameZone
  try {
    const { suggestions } = await suggestNames({ networkId, name: label, zone }, { signal: own.signal })
    // An empty answer is no answer where the service does not support the network.
    if (suggestions.length === 0) await refuseUnserved(networkId, own.signal)
    const offered = offer(label, suggestions)
    // The list may lack the typed name; then it is looked up.
    const [first] = offered
    const typed =
      first?.name === wholeName(label)
        ? offered
        : [{ name: wholeName(label), registered: await isTaken(label, own.signal) }, ...offered]
    if (own.signal.aborted) return
    Object.assign(names, { suggestions: typed, suggestedFor: label, status: 'ready' })
  } catch (cause) {
    if (own.signal.aborted) return
    names.status = 'failed'
    // With the catalogue's text: what the service said about the typed letters does not help.
    throw new WalletError('NAME_SUGGESTIONS_FAILED', { cause })
  }
})

/** Cancels the request for suggestions. */
export function abandonSuggestions(): void {
  clearTimeout(timer)
  asking?.abort()
  if (names.status === 'loading') names.status = 'idle'
}

/** Empties the form, unless a name is being registered. */
export function startNaming(): void {
  if (names.registering === 'idle') emptyForm()
}

function emptyForm(): void {
  abandonSuggestions()
  Object.assign(names, { label: '', status: 'idle', suggestedFor: '', suggestions: [], problem: undefined })
}

/** The suggestion for the typed name itself, which tells whether it is taken; undefined while that is unknown. */
export const typedSuggestion = (): Suggestion | undefined =>
  names.suggestedFor === names.label ? names.suggestions.find(({ name }) => name === wholeName(names.label)) : undefined

/**
 * Registers the typed name for the active account by its signature, asked for once and sent once. The host hears of it as of a
 * transaction without a hash, and may refuse. Throws OFFLINE, NETWORK_NOT_FOUND, ADDRESS_OR_AUTH_CONNECTOR_NOT_FOUND,
 * COIN_TYPE_INVALID, USER_REJECTED and NAME_REGISTER_FAILED with the service's first reason as its message.
 */
export const registerName = action('NAME_REGISTER_FAILED', async (): Promise<void> => {
  const { label } = names
  if (names.registering !== 'idle' || labelProblem(label) !== undefined || typedSuggestion()?.registered) return
  const name = wholeName(label)
  // Set synchronously, so that a second press while the rest loads does nothing.
  Object.assign(names, { problem: undefined, registering: 'signing' })
  // Another account that becomes active meanwhile starts with an empty form.
  const left = new AbortController()
  const stop = onChange(
    [chains],
    () => chains.active.address,
    () => {
      left.abort()
      emptyForm()
    },
  )
  try {
    await register(name, left.signal)
  } catch (cause) {
    const error = await refused(cause, name)
    // Errors without a snack or alert are shown in the view.
    if (entryOf(error.code).show === 'none' && error.code !== 'ABORTED') names.problem = problemOf(error, name)
    // It was said to be free; somebody may have been faster.
    if (Object(cause).code === 'API_REFUSED' && typedSuggestion()) void suggest()
    throw error
  } finally {
    stop()
    names.registering = 'idle'
  }
})

async function register(name: string, signal: AbortSignal): Promise<void> {
  // The visitor would sign for nothing.
  if (isOffline()) throw new WalletError('OFFLINE')
  const { networkId, caipAddress, address, status, connectorId } = chains.active
  const [skewMs] = await Promise.all([clockSkew(CLOCK_LIMIT_MS), loadNetworks()])
  const network = networkId && networkOf(networkId)
  if (!networkId || network?.chainNamespace !== 'eip155') throw new WalletError('NETWORK_NOT_FOUND')
  if (!address || !caipAddress || status !== 'connected' || !connectorId)
    throw new WalletError('ADDRESS_OR_AUTH_CONNECTOR_NOT_FOUND')
  const coinType = coinTypeOf(Number(chainIdOf(networkId)))
  const loaded = await adapters.eip155?.load?.()
  if (!loaded) throw new WalletError('ADAPTER_NOT_FOUND')
  await refuseUnserved(networkId)
  const message = nameMessage(name, Math.floor((Date.now() - skewMs) / 1000) + AHEAD_S)
  if (!allowed({ type: 'before-transaction', kind: 'name', networkId, request: { name, message } })) return
  const signature = await loaded.adapter.signMessage(walletOf('eip155'), address, message, signal)
  names.registering = 'sending'
  tell(networkId, 'submitted')
  try {
    const done = await postName({ networkId, coinType, address, message, signature })
    if (done !== true && done !== name) throw new WalletError('API_RESPONSE_INVALID')
  } catch (cause) {
    const isUnclear = ['API_UNAVAILABLE', 'API_RESPONSE_INVALID'].includes(Object(cause).code)
    if (!isUnclear || !(await isOnRecord(networkId, name, address))) {
      tell(networkId, 'failed')
      throw cause
    }
  }
  tell(networkId, 'confirmed')
  names.registered = { name, address }
  // The wallet may have switched accounts meanwhile; the name belongs to the one that signed.
  if (chains.active.caipAddress === caipAddress && account.owner === caipAddress) account.profileName = name
  // The cached profile has the old name.
  await profileOf(networkId, address, { refresh: true }).catch(() => undefined)
  if (modal.view !== 'RegisterAccountName') return
  if (chains.active.address === address) resetView('RegisterAccountNameSuccess')
  // The active account is another one now.
  else emptyForm()
}

/** A lost answer may have been a yes: the name is the account's then, and nobody can register it again. */
async function isOnRecord(networkId: CaipNetworkId, name: string, address: string): Promise<boolean> {
  const asking = lookUpName({ networkId, name }, { refresh: true })
  const record = await untilAborted(asking, undefined, RECORD_LIMIT_MS).catch(() => undefined)
  const owner = record?.addresses[coinTypeOf(Number(chainIdOf(networkId)))]
  return record?.name === name && owner?.toLowerCase() === address.toLowerCase()
}

async function refuseUnserved(networkId: CaipNetworkId, signal?: AbortSignal): Promise<void> {
  if (!(await isSupportedNetwork(networkId, signal))) throw new WalletError('NAME_REGISTER_FAILED')
}

const tell = (networkId: CaipNetworkId, status: 'submitted' | 'confirmed' | 'failed') =>
  allowed({ type: 'transaction', kind: 'name', networkId, status })

/** Turns errors of the service into NAME_REGISTER_FAILED, with its reason or else the name in the message; others stay as they are. */
async function refused(cause: unknown, name: string): Promise<WalletError> {
  const error = await nameError(cause, 'NAME_REGISTER_FAILED')
  if (!SERVICE_CODES.includes(error.code)) return error
  const reason = error.message === entryOf(error.code).text ? undefined : error.message
  return new WalletError('NAME_REGISTER_FAILED', {
    cause: error,
    message: reason ?? entryOf('NAME_REGISTER_FAILED').text.replace('{name}', name),
  })
}

function problemOf({ code, message, help }: WalletError, name: string) {
  const title = code === 'NAME_REGISTER_FAILED' ? entryOf(code).text : message
  return { title, name, reason: message === title.replace('{name}', name) ? help : message }
}

const SERVICE_CODES: readonly ErrorCode[] = ['API_REFUSED', 'API_UNAVAILABLE', 'API_RESPONSE_INVALID', 'NAME_REGISTER_FAILED']

/** The service's suggestions that are valid names of the zone, each once; the typed name first. */
function offer(label: string, suggestions: readonly Suggestion[]): readonly Suggestion[] {
  const zone = config.nameZone
  const seen = new Set<string>()
  return suggestions
    .slice(0, MAX_SUGGESTIONS)
    .flatMap(({ name, registered }) => {
      const each = labelOf(name, zone)
      if (labelProblem(each) !== undefined || seen.has(each)) return []
      seen.add(each)
      return [{ name: wholeName(each), registered }]
    })
    .sort((a, b) => Number(b.name === wholeName(label)) - Number(a.name === wholeName(label)))
}

const MAX_SUGGESTIONS = 10

async function isTaken(label: string, signal: AbortSignal): Promise<boolean> {
  return (await lookUpName({ networkId: askedNetwork(), name: wholeName(label) }, { signal, refresh: true })) !== undefined
}

/** Names can be looked up without an account too. */
const askedNetwork = () => chains.active.networkId ?? config.startNetwork
