import { parseCaipAddress } from '../lib/caip'
import { lookAlikeOf } from '../lib/look-alike'
import { looksLikeName, typedName } from '../lib/typed-name'
import { chains } from '../state/chains'
import { send } from '../state/send'
import { tokens } from '../state/tokens'
import { activeTransfers } from './active-transfers'
import { networkOf } from './network-list'
import { payeesOf } from './payees'
import { rpcContext } from './rpc'

/** A name is looked up when typing has paused this long. */
export const NAME_PAUSE_MS = 250
/** A mistake in an address is shown when typing has paused this long, as half an address is a mistake too. */
export const FAULT_PAUSE_MS = 600

let looking: AbortController | undefined

/** Takes what was typed or pasted as a receiver and finds its address; answers for an older text are dropped. */
export async function lookForReceiver(text: string): Promise<void> {
  looking?.abort()
  const own = new AbortController()
  looking = own
  const { signal } = own
  const receiver = typedName(text)
  Object.assign(send, {
    receiver,
    found: undefined,
    proper: undefined,
    warnings: undefined,
    lookAlike: undefined,
    receiverStatus: receiver ? 'looking' : 'empty',
  })
  const owner = chains.active.caipAddress
  if (!receiver || !owner) return
  const transfers = await activeTransfers().catch(() => 'failed' as const)
  if (signal.aborted || !transfers) return
  if (transfers === 'failed') {
    send.receiverStatus = 'failed'
    return
  }
  const reading = transfers.readAddress(receiver)
  if ('address' in reading) return settle(reading.address, undefined, signal)
  // A name, or an address behind its chain (`eth:0x…`): `typed-receiver.ts` tells them apart.
  const isFault = reading.fault === 'checksum' || !(receiver.includes(':') || looksLikeName(receiver))
  await new Promise((resolve) => setTimeout(resolve, isFault ? FAULT_PAUSE_MS : NAME_PAUSE_MS))
  if (signal.aborted) return
  if (isFault) {
    send.receiverStatus = reading.fault
    return
  }
  const { networkId } = parseCaipAddress(owner)
  // The code that resolves names loads with the first name.
  const answer = await import('./typed-receiver')
    .then(({ resolveTyped }) => resolveTyped(receiver, networkId, signal, payeesOf('eip155')))
    .catch(() => undefined)
  if (signal.aborted) return
  if (answer?.status === 'found') {
    // An address from a service is checked as strictly as a typed one.
    const address = transfers.readAddress(answer.address)
    if ('address' in address) return settle(address.address, answer.name, signal, answer.before)
  }
  const status = answer?.status ?? 'failed'
  if (answer?.status === 'differs') send.proper = answer.name
  send.receiverStatus = status === 'invalid' ? 'shape' : status === 'found' ? 'none' : status
}

/** `before`: the address that this name had before. */
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
  // Where the chain does not answer there is no warning; the simulation before signing still shows that a transfer would fail.
  const warnings = await transfers?.inspect(network, asked, rpcContext(network), signal).catch(() => [])
  if (!signal.aborted) send.warnings = warnings ?? []
}

/** Cancels the lookup: the form has left the screen. */
export const leaveReceiver = (): void => looking?.abort()
