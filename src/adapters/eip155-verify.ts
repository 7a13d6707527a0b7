import type { Hex } from 'viem'
import { getAddress, hashMessage, isHex, recoverAddress } from 'viem/utils'
import { EVM_ADDRESS } from '../lib/evm-address'
import type { VerifySignature } from './types'

/**
 * Whether the account signed the text (EIP-191): by its key, else as the account's contract says on this chain.
 * Throws RPC_UNAVAILABLE.
 */
export const verifySignature: VerifySignature = async (network, { address, message, signature }, context) => {
  if (!isHex(signature) || signature.length % 2 || !EVM_ADDRESS.test(address)) return false
  const account = getAddress(address)
  const hash = hashMessage(message)
  if (await isOwnKey(account, hash, signature)) return true
  const { verifyContract } = await import('./eip155-verify-contract')
  return verifyContract(network, { account, hash, signature }, context)
}

/** A signature of 65 bytes needs no chain: the key itself speaks. */
async function isOwnKey(account: string, hash: Hex, signature: Hex): Promise<boolean> {
  if (signature.length !== 132) return false
  return recoverAddress({ hash, signature }).then(
    (signer) => signer === account,
    () => false,
  )
}
