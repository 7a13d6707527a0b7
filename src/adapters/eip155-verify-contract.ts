import type { Address, Hex } from 'viem'
import { verifyHash } from 'viem/actions'
import { WalletError } from '../lib/errors'
import type { Network } from '../lib/network'
import { eip155Client } from './eip155-client'
import type { RpcContext } from './types'

type Signed = { readonly account: Address; readonly hash: Hex; readonly signature: Hex }

/**
 * Whether the account's contract takes the signature for its own (ERC-1271), or would once it is deployed (ERC-6492), on this
 * chain alone. Throws RPC_UNAVAILABLE.
 */
export async function verifyContract(
  network: Network,
  { account, hash, signature }: Signed,
  context: RpcContext,
): Promise<boolean> {
  const client = eip155Client(network, context)
  if (await verifyHash(client, { address: account, hash, signature }).catch(() => false)) return true
  // viem says "no" also where the chain said nothing at all.
  await client.request({ method: 'eth_chainId' }).catch((cause) => {
    throw new WalletError('RPC_UNAVAILABLE', { cause })
  })
  return false
}
