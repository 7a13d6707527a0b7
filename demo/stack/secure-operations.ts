import { type Context, Hono } from 'hono'
import { type Hex, isHex } from 'viem'
import type { PackedUserOperation } from 'viem/account-abstraction'
import { Refusal } from './secure-people'
import type { SmartAccounts, Submitted } from './smart-accounts'

const MEMBERS = ['sender', 'nonce', 'initCode', 'callData', 'accountGasLimits', 'preVerificationGas', 'gasFees'] as const
const MAX_BYTES = 200_000

/** The site's own way for operations onto the chains: for people who are signed in, paid for by the site. */
export function operationRoutes(
  accounts: ReadonlyMap<number, SmartAccounts>,
  bodyOf: (c: Context) => Promise<Record<string, unknown>>,
  /** Throws for who is not signed in. */
  personOf: (c: Context) => unknown,
): Hono {
  const app = new Hono()
  const sent = new Map<string, Submitted & { readonly chainId: number }>()

  app.post('/api/operation', async (c) => {
    personOf(c)
    const { chainId, operation } = await bodyOf(c)
    const chain = accounts.get(Number(chainId))
    if (!chain) throw new Refusal('There are no smart accounts on this network')
    const read = readOperation(operation)
    const submitted = await chain.submit(read).catch((cause: unknown) => {
      throw new Refusal(cause instanceof Error ? cause.message : 'The network refused the operation')
    })
    sent.set(submitted.id, { ...submitted, chainId: Number(chainId) })
    return c.json(submitted)
  })
  app.post('/api/operation-status', async (c) => {
    personOf(c)
    const { id } = await bodyOf(c)
    const found = sent.get(String(id))
    return c.json(found ? { known: true, ...found } : { known: false })
  })
  return app
}

function readOperation(given: unknown): PackedUserOperation {
  const all = (given ?? {}) as Record<string, unknown>
  const hex = (name: string): Hex => {
    const value = all[name]
    if (typeof value !== 'string' || !isHex(value) || value.length > MAX_BYTES) throw new Refusal('That is no operation')
    return value
  }
  const [sender, nonce, initCode, callData, accountGasLimits, preVerificationGas, gasFees] = MEMBERS.map(hex)
  // The site pays: nobody else's terms.
  if (
    !sender ||
    !nonce ||
    !initCode ||
    !callData ||
    !accountGasLimits ||
    !preVerificationGas ||
    !gasFees ||
    BigInt(gasFees) !== 0n
  )
    throw new Refusal('That is no operation')
  return {
    ...{ sender, initCode, callData, accountGasLimits, gasFees },
    ...{ nonce: BigInt(nonce), preVerificationGas: BigInt(preVerificationGas) },
    ...{ paymasterAndData: '0x', signature: hex('signature') },
  }
}
