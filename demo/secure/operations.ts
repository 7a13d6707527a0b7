import { type Hex, hexToBigInt } from 'viem'
import type { EvmAccount } from './accounts'
import type { Call } from './calls'
import type { SiteChain } from './chains'
import { post, Unanswered } from './server'
import { signCalls, smartAccount } from './smart-account'

/** A sent operation; `ok`: whether its calls succeeded. */
type Sent = { readonly id: Hex; readonly hash: Hex; readonly ok: boolean }

/** Sends calls of the contract account through the site's own server, which pays for them. */
export async function sendAsOne(chain: SiteChain, { owner }: EvmAccount, calls: readonly Call[]): Promise<Sent> {
  const smart = await smartAccount(chain, owner)
  const whole = calls.map(({ to, value, data }) => {
    if (!to) throw new Error('This account cannot deploy a contract')
    return { to, value: value ? hexToBigInt(value) : 0n, data: data ?? '0x' }
  })
  const { operation } = await signCalls(chain, smart, whole)
  return post<Sent>('operation', { chainId: chain.chainId, operation }).catch((error: unknown) => {
    // Advice to try again could make people pay twice.
    throw error instanceof Unanswered
      ? new Unanswered('No answer came. It may be sent all the same: look at the account.')
      : error
  })
}
