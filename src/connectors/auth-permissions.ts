import { WalletError } from '../lib/errors'
import { safeParse, z } from '../lib/schema'

const REQUEST = 'wallet_requestExecutionPermissions'
const REVOKE = 'wallet_revokeExecutionPermission'

const Later = z.looseObject({
  chainId: z.string(),
  from: z.optional(z.nullable(z.string())),
  address: z.optional(z.nullable(z.string())),
  to: z.optional(z.string()),
  signer: z.optional(z.unknown()),
  permission: z.looseObject({ type: z.string() }),
  rules: z.optional(
    z.nullable(
      z.array(z.looseObject({ type: z.literal('expiry'), data: z.looseObject({ timestamp: z.int() }) })).check(z.maxLength(1)),
    ),
  ),
})
const Granted = z.looseObject({ context: z.string(), address: z.optional(z.string()) })
const isLater = z.looseObject({ permission: z.unknown() })

/** The request in the frame's form, and the conversion of its answer. */
type Reshaped = { readonly params: unknown; answer(given: unknown): unknown }

/**
 * ERC-7715 has changed its requests along with their names: one permission each, the expiry among rules, the account that may act
 * (`to`) beside it. Converts such a request to the first form, which the frame knows; undefined if it is in that form already.
 * Throws RPC_INVALID_PARAMS for a rule that the first form cannot express, and for more than one request; `answer` throws
 * WALLET_ANSWER_INVALID.
 */
export function reshapePermissions(method: string, params: unknown): Reshaped | undefined {
  if (method === REVOKE) return { params, answer: () => ({}) }
  if (method !== REQUEST || !Array.isArray(params) || !safeParse(isLater, params[0]).success) return undefined
  const read = safeParse(Later, params[0])
  if (!read.success || params.length !== 1) throw new WalletError('RPC_INVALID_PARAMS')
  const { chainId, from, address, to, permission, rules } = read.data
  const signer = read.data.signer ?? { type: 'account', data: { address: to } }
  const account = from ?? address
  const [rule] = rules ?? []
  return {
    params: [
      {
        chainId,
        signer,
        permissions: [permission],
        policies: [],
        ...(account && { address: account }),
        ...(rule && { expiry: rule.data.timestamp }),
      },
    ],
    answer: (given) => {
      const granted = safeParse(Granted, given)
      if (!granted.success) throw new WalletError('WALLET_ANSWER_INVALID')
      return [{ ...read.data, from: granted.data.address, context: granted.data.context, dependencies: [] }]
    },
  }
}
