import {
  type Address,
  encodeFunctionData,
  type Hex,
  hashMessage,
  hashTypedData,
  hexToBigInt,
  type LocalAccount,
  serializeErc6492Signature,
  type TypedDataDefinition,
  toHex,
} from 'viem'
import {
  entryPoint08Abi,
  entryPoint08Address,
  getUserOperationHash,
  type PackedUserOperation,
  toPackedUserOperation,
  type UserOperation,
} from 'viem/account-abstraction'
import { accountAbi, factoryAbi } from './account-abi'
import { callChain, type SiteChain } from './chains'

export type SmartCall = { readonly to: Address; readonly value: bigint; readonly data: Hex }
/** An owner's contract account on one chain, perhaps not deployed yet. */
export type SmartAccount = {
  readonly address: Address
  readonly deployed: boolean
  readonly factory: Address
  readonly owner: LocalAccount
}
/** A signed operation as sent to the site's server; numbers in hex. */
export type SignedOperation = { readonly hash: Hex; readonly operation: Readonly<Record<keyof PackedUserOperation, Hex>> }

// Generous: unused gas costs nothing, and the site pays for the rest.
const CALL_GAS = 4_000_000n
const VERIFICATION_GAS = 4_000_000n

const read = (chain: SiteChain, to: Address, data: Hex) => callChain<Hex>(chain.rpc, 'eth_call', [{ to, data }, 'latest'])

/** The owner's account on a chain. Throws if the chain has no smart accounts. */
export async function smartAccount(chain: SiteChain, owner: LocalAccount): Promise<SmartAccount> {
  const { factory } = chain
  if (!factory) throw new Error('There are no smart accounts on this network')
  const data = encodeFunctionData({ abi: factoryAbi, functionName: 'addressOf', args: [owner.address] })
  const address: Address = `0x${(await read(chain, factory, data)).slice(-40)}`
  const code = await callChain<Hex>(chain.rpc, 'eth_getCode', [address, 'latest'])
  return { address, deployed: code !== '0x', factory, owner }
}

/** The call that deploys the account. */
export const deployment = ({ factory, owner }: SmartAccount) => ({
  factory,
  factoryData: encodeFunctionData({ abi: factoryAbi, functionName: 'createAccount', args: [owner.address] }),
})

/** Signs calls of the account as one operation: all succeed or none; the first operation deploys the account. */
export async function signCalls(chain: SiteChain, account: SmartAccount, calls: readonly SmartCall[]): Promise<SignedOperation> {
  const batch = calls.map(({ to, value, data }) => ({ target: to, value, data }))
  const callData = encodeFunctionData({ abi: accountAbi, functionName: 'executeBatch', args: [batch] })
  const operation = await draftOperation(chain, account.address, callData)
  return signOperation(chain, account.deployed ? operation : { ...operation, ...deployment(account) }, (hash) =>
    signHash(account.owner, hash),
  )
}

/** An operation without a signature, for which the account pays nothing. */
export async function draftOperation(chain: SiteChain, sender: Address, callData: Hex): Promise<UserOperation<'0.8'>> {
  const data = encodeFunctionData({ abi: entryPoint08Abi, functionName: 'getNonce', args: [sender, 0n] })
  return {
    sender,
    callData,
    nonce: hexToBigInt(await read(chain, entryPoint08Address, data)),
    callGasLimit: CALL_GAS,
    verificationGasLimit: VERIFICATION_GAS,
    preVerificationGas: 0n,
    maxFeePerGas: 0n,
    maxPriorityFeePerGas: 0n,
    signature: '0x',
  }
}

/** Signs the operation's hash, which is computed here and not requested from a node. */
export async function signOperation(
  { chainId }: SiteChain,
  userOperation: UserOperation<'0.8'>,
  sign: (hash: Hex) => Promise<Hex>,
): Promise<SignedOperation> {
  const hash = getUserOperationHash({
    chainId,
    entryPointAddress: entryPoint08Address,
    entryPointVersion: '0.8',
    userOperation,
  })
  const packed = toPackedUserOperation({ ...userOperation, signature: await sign(hash) })
  return {
    hash,
    operation: { ...packed, nonce: toHex(packed.nonce), preVerificationGas: toHex(packed.preVerificationGas) },
  }
}

/** The signature of a hash by the key itself. */
export async function signHash(owner: LocalAccount, hash: Hex): Promise<Hex> {
  if (!owner.sign) throw new Error('This key cannot sign')
  return owner.sign({ hash })
}

/** The account's signature of a text (ERC-1271, and ERC-6492 while it is not deployed). */
export const signTextAs = (chain: SiteChain, account: SmartAccount, raw: Hex): Promise<Hex> =>
  signAs(chain, account, hashMessage({ raw }))

/** The account's signature of typed data. */
export const signTypedAs = (chain: SiteChain, account: SmartAccount, data: TypedDataDefinition): Promise<Hex> =>
  signAs(chain, account, hashTypedData(data))

async function signAs({ chainId }: SiteChain, account: SmartAccount, hash: Hex): Promise<Hex> {
  const signature = await account.owner.signTypedData({
    domain: { name: 'Smart account', version: '1', chainId, verifyingContract: account.address },
    types: { AccountMessage: [{ name: 'hash', type: 'bytes32' }] },
    primaryType: 'AccountMessage',
    message: { hash },
  })
  if (account.deployed) return signature
  const { factory, factoryData } = deployment(account)
  return serializeErc6492Signature({ address: factory, data: factoryData, signature })
}
