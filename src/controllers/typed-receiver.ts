import type { CaipNetworkId } from '../lib/caip'
import type { Payee } from '../lib/payees'
import { isCodeFor, readCode } from '../lib/payment-code'
import { send } from '../state/send'
import { activeTransfers } from './active-transfers'
import { resolveReceiver } from './receiver-name'

type TypedReceiver =
  | Awaited<ReturnType<typeof resolveReceiver>>
  | { readonly status: 'found'; readonly name: undefined; readonly address: string; readonly before?: undefined }

/**
 * Resolves a text that is not an address by itself: a name, or an address with its chain, as Safe copies it or as a code of an address
 * has it. One of another chain is refused with the same error as when it is scanned. Throws as `resolveReceiver`.
 */
export async function resolveTyped(
  text: string,
  networkId: CaipNetworkId,
  signal: AbortSignal,
  payees: readonly Payee[],
): Promise<TypedReceiver> {
  if (!text.includes(':')) return resolveReceiver(text, networkId, signal, payees)
  const code = readCode(text)
  const { to, namespace } = code
  const transfers = await activeTransfers()
  if (signal.aborted) return { status: 'invalid' }
  // A code that also asks for a sum is not accepted without it.
  const isBare = namespace !== undefined && !/[/?]/.test(text)
  if (isBare && !isCodeFor(networkId, code)) Object.assign(send, { code: 'CHAIN_MISMATCH', help: undefined })
  else if (isBare && transfers && 'address' in transfers.readAddress(to)) return { status: 'found', name: undefined, address: to }
  return { status: 'invalid' }
}
