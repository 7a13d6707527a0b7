import { type Hex, hexToString, size, slice } from 'viem'
import type { Network } from '../lib/network'
import { safeParse, z } from '../lib/schema'
import { plainText } from '../lib/text'
import { ask } from './eip155-call'
import { eip155Client } from './eip155-client'
import type { RpcContext } from './types'

/** `symbol()` of ERC-20. */
const SYMBOL = '0x95d89b41'
const WORD = 32
const MAX_LENGTH = 20
const Answer = z.string().check(z.maxLength(2_000), z.regex(/^0x([0-9a-f]{64})+$/i))

/** A token's symbol by its contract, cleaned for display; empty if it has none. Throws the node's error. */
export async function symbolOf(network: Network, token: string, context: RpcContext, signal?: AbortSignal): Promise<string> {
  const answer = await ask(eip155Client(network, context), 'eth_call', [{ to: token, data: SYMBOL }, 'latest'], signal)
  const data = safeParse(Answer, answer).data as Hex | undefined
  if (!data) return ''
  // Tokens older than the standard answer with one word, padded with zeros.
  if (size(data) <= WORD) return plainText(hexToString(data, { size: WORD }), MAX_LENGTH)
  const length = Number(slice(data, WORD, 2 * WORD))
  return length > 0 && 2 * WORD + length <= size(data)
    ? plainText(hexToString(slice(data, 2 * WORD, 2 * WORD + length)), MAX_LENGTH)
    : ''
}
