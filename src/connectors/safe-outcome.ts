import { WalletError } from '../lib/errors'
import { safeParse, z } from '../lib/schema'
import { ANSWER_LIMIT_MS } from './limits'
import { askSafe, rpcError } from './safe-frame'
import { waitFor } from './wait'

const PAUSE_MS = 1_000
/** Each pause is longer than the one before, up to a limit: the owners of a Safe may take hours. */
const PAUSES_GROW = 1.05
const LONGEST_PAUSE_MS = 15_000
/** So many looks in a row may go unanswered. */
const SILENT_LOOKS = 45

/** A transaction's or a message's hash, by its shape. */
export const Hash = z.string().check(z.regex(/^0x[\da-f]{64}$/i))
/** Empty: not signed yet. */
const Signature = z.string().check(z.maxLength(65_538), z.regex(/^0x([\da-f]{2})+$/i))
const Signed = z.object({
  signature: z.catch(z.optional(Signature), undefined),
  messageHash: z.optional(Hash),
  safeTxHash: z.optional(Hash),
})
const Details = z.object({ txStatus: z.string(), txHash: z.optional(z.nullable(Hash)) })

/** Safe's status of a transaction, and its hash on the chain if there is one. */
export async function transactionOf(safeTxHash: string): Promise<{ status: string; hash?: string }> {
  const told = await ask('getTxBySafeTxHash', { safeTxHash })
  const details = safeParse(Details, told)
  if (!details.success) throw rpcError(-32603, 'Safe does not say what became of it')
  const { txStatus, txHash } = details.data
  return { status: txStatus, ...(txHash && { hash: txHash }) }
}

/**
 * Waits until the owners have executed a transaction; resolves to its hash on the chain. Rejects with 4001 if they cancelled it,
 * TRANSACTION_FAILED if the Safe's part failed, whatever the receipt says, TRANSACTION_UNCONFIRMED if Safe does not answer.
 */
export async function executed(safeTxHash: string): Promise<string> {
  const { status, hash } = await until(async () => {
    const told = await transactionOf(safeTxHash)
    const isOver = told.status === 'CANCELLED' || (told.hash && /^(SUCCESS|FAILED)$/.test(told.status))
    return isOver ? told : undefined
  })
  if (status === 'CANCELLED' || !hash) throw rpcError(4001, 'The owners of the Safe took it back')
  if (status === 'FAILED') throw new WalletError('TRANSACTION_FAILED', { cause: { hashes: [hash] } })
  return hash
}

/** Safe's signature, at once or when enough owners have signed; `0x` if the Safe has signed on its chain. */
export async function signatureOf(answer: unknown): Promise<string> {
  const { signature, messageHash, safeTxHash } = safeParse(Signed, answer).data ?? {}
  if (signature) return signature
  if (messageHash) return until(async () => safeParse(Signature, await ask('getOffChainSignature', messageHash)).data)
  if (!safeTxHash) throw rpcError(-32603, 'Safe gave no signature')
  await executed(safeTxHash)
  return '0x'
}

const ask = (method: string, params: unknown) => waitFor(askSafe(method, params), { limitMs: ANSWER_LIMIT_MS })

/** Polls until something is found. Throws TRANSACTION_UNCONFIRMED. */
async function until<Found>(look: () => Promise<Found | undefined>): Promise<Found> {
  let pause = PAUSE_MS
  for (let silent = 0; silent < SILENT_LOOKS; ) {
    try {
      const found = await look()
      if (found !== undefined) return found
      silent = 0
    } catch {
      // Safe to repeat: this only reads the outcome.
      silent += 1
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
    pause = Math.min(pause * PAUSES_GROW, LONGEST_PAUSE_MS)
  }
  throw new WalletError('TRANSACTION_UNCONFIRMED')
}
