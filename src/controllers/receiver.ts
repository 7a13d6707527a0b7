import { parseCaipAddress } from '../lib/caip'
import { lookAlikeOf } from '../lib/look-alike'
import { looksLikeName } from '../lib/looks-like-name'
import { chains } from '../state/chains'
import { send } from '../state/send'
import { tokens } from '../state/tokens'
import { activeTransfers } from './active-transfers'
import { networkOf } from './network-list'
import { payeesOf } from './payees'
import { rpcContext } from './rpc'

/** A name is looked up when typing has paused this long. */
export const NAME_PAUSE_MS = 250
/** Half an address is no mistake: one is told when typing has paused this long. */
export const FAULT_PAUSE_MS = 600

let looking: AbortController | undefined

/** Takes what was typed as a receiver and finds out where it leads; what comes for an older text is dropped. */
export async function lookForReceiver(text: string): Promise<void> {
  looking?.abort()
  const own = new AbortController()
  looking = own
  const { signal } = own
  const receiver = text.trim()
  Object.assign(send, {
    ...{ receiver: text, found: undefined, proper: undefined, warnings: undefined, lookAlike: undefined },
    receiverStatus: receiver === '' ? 'empty' : 'looking',
  })
  const owner = chains.active.caipAddress
  if (receiver === '' || !owner) return
  const transfers = await activeTransfers().catch(() => 'failed' as const)
  if (signal.aborted || !transfers) return
  if (transfers === 'failed') {
    send.receiverStatus = 'failed'
    return
  }
  const reading = transfers.readAddress(receiver)
  if ('address' in reading) return settle(reading.address, undefined, signal)
  const isFault = reading.fault === 'checksum' || !looksLikeName(receiver)
  await new Promise((resolve) => setTimeout(resolve, isFault ? FAULT_PAUSE_MS : NAME_PAUSE_MS))
  if (signal.aborted) return
  if (isFault) {
    send.receiverStatus = reading.fault
    return
  }
  const { networkId } = parseCaipAddress(owner)
  // What asks services loads with the first name.
  const answer = await import('./receiver-name')
    .then(({ resolveReceiver }) => resolveReceiver(receiver, networkId, signal, payeesOf('eip155')))
    .catch(() => undefined)
  if (signal.aborted) return
  if (answer?.status === 'found') {
    // What a service names is read as strictly as what a person types.
    const address = transfers.readAddress(answer.address)
    if ('address' in address) return settle(address.address, answer.name, signal, answer.before)
  }
  send.receiverStatus =
    answer === undefined ? 'failed' : answer.status === 'differs' ? 'differs' : answer.status === 'invalid' ? 'shape' : 'none'
  send.proper = answer?.status === 'differs' ? answer.name : undefined
}

/** `before`: where the name led before. */
async function settle(address: string, name: string | undefined, signal: AbortSignal, before?: string): Promise<void> {
  const owner = chains.active.caipAddress
  if (!owner) return
  const { namespace, networkId, address: from } = parseCaipAddress(owner)
  const mine = chains.active.accounts.map((each) => parseCaipAddress(each).address)
  const known = [...payeesOf(namespace).map((each) => each.address), ...mine]
  Object.assign(send, { found: { address, name }, receiverStatus: 'found', lookAlike: lookAlikeOf(address, known) ?? before })
  const network = networkOf(networkId)
  const transfers = await activeTransfers()
  const own = tokens.list.flatMap((each) => (each.address ? [parseCaipAddress(each.address).address] : []))
  const asked = { from, to: address, tokens: own }
  // What cannot be asked is not warned of; the trial run before the signature still tells where a transfer would fail.
  const warnings = await transfers?.inspect(network, asked, rpcContext(network), signal).catch(() => [])
  if (!signal.aborted) send.warnings = warnings ?? []
}

/** Nobody looks any more. */
export const leaveReceiver = (): void => looking?.abort()
