import { erc6492SignatureValidatorAbi, erc6492SignatureValidatorByteCode, type Hex } from 'viem'
import {
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  hashMessage,
  isHex,
  parseErc6492Signature,
  recoverMessageAddress,
} from 'viem/utils'
import { type CaipNetworkId, chainIdOf } from '../lib/caip'
import { LoginRefusal } from './refusal'
import { type Rpc, RpcError } from './rpc'
import type { AccountType } from './types'

/** Time limit of all requests of one verification. */
const RPC_BUDGET_MS = 10_000
const MAX_SIGNATURE_CHARACTERS = 12_000
const MAGIC_VALUE = '0x1626ba7e'
/** How a chain reports that the call itself failed, not that it could not be made: mostly by a code, sometimes only by its message. */
const REVERT_CODES: readonly number[] = [3, -32015]
const REVERT_WORDS = /revert|out of gas|invalid (opcode|jump)|stack (under|over)flow/i

const isValidSignature = [
  {
    type: 'function',
    name: 'isValidSignature',
    stateMutability: 'view',
    inputs: [{ type: 'bytes32' }, { type: 'bytes' }],
    outputs: [{ type: 'bytes4' }],
  },
] as const

type Signed = {
  readonly message: string
  readonly address: string
  readonly chain: CaipNetworkId
  readonly signature: string
}

/**
 * The type of account that made the signature, `undefined` if it is not the address's: the key's own, else what the contract answers on
 * the given chain (ERC-1271), else what it would answer once deployed (ERC-6492). Contracts are asked through every endpoint, at least
 * two; unless all agree it throws `verifier_unavailable`.
 */
export async function verifyEip155(signed: Signed, rpcs: readonly Rpc[]): Promise<AccountType | undefined> {
  const { signature } = signed
  if (!isHex(signature) || signature.length % 2 || signature.length > MAX_SIGNATURE_CHARACTERS) return undefined
  if (await isOfKey(signed, signature)) return 'eoa'
  return (await isOfContract(signed, rpcs)) ? 'smartAccount' : undefined
}

/** Whether the contract at the address accepts the signature; for a session started by a contract. Throws `verifier_unavailable`. */
export async function isOfContract({ message, address, chain, signature }: Signed, rpcs: readonly Rpc[]): Promise<boolean> {
  if (rpcs.length < 2) throw unavailable(new Error(`${chain} has fewer than two endpoints`))
  const signal = AbortSignal.timeout(RPC_BUDGET_MS)
  const question = { chain, signal, address: getAddress(address), hash: hashMessage(message), signature: signature as Hex }
  const limit = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
  // By its place in the options: its URL may have a secret key in it.
  const ask = (rpc: Rpc, at: number) =>
    Promise.race([askContract(rpc, question), limit]).catch((cause) => {
      throw unavailable(new Error(`Endpoint ${at + 1} of ${chain} gave no answer`, { cause }))
    })
  const verdicts = await Promise.all(rpcs.map(ask))
  if (new Set(verdicts).size > 1) throw unavailable(new Error(`The endpoints of ${chain} disagree`))
  return verdicts[0] === true
}

const unavailable = (cause: Error) => new LoginRefusal('verifier_unavailable', undefined, { cause })

// Only one form of a signature, that of personal_sign: 65 bytes, the last 27 or 28.
async function isOfKey({ message, address }: Signed, signature: Hex): Promise<boolean> {
  if (!/^0x[0-9a-f]{128}1[bc]$/i.test(signature)) return false
  try {
    return (await recoverMessageAddress({ message, signature })) === getAddress(address)
  } catch {
    return false
  }
}

type Question = {
  readonly chain: CaipNetworkId
  readonly signal: AbortSignal
  readonly address: Hex
  readonly hash: Hex
  readonly signature: Hex
}

async function askContract(rpc: Rpc, { chain, signal, address, hash, signature }: Question): Promise<boolean> {
  const [chainId, code] = await Promise.all([rpc('eth_chainId', [], signal), rpc('eth_getCode', [address, 'latest'], signal)])
  if (typeof chainId !== 'string' || Number(chainId) !== chainIdOf(chain) || !isHex(code)) throw new Error('Not this chain')
  const { address: factory, data, signature: inner } = unwrap(signature)
  if (code.length > 2) {
    // A deployed contract answers for itself: the factory's call could change its answer.
    const call = encodeFunctionData({ abi: isValidSignature, args: [hash, inner] })
    const answer = await callOrNothing(rpc, { to: address, data: call }, signal)
    return answer?.length === 66 && answer.toLowerCase().startsWith(MAGIC_VALUE) && /^0+$/.test(answer.slice(10))
  }
  if (!factory || !data) return false
  const deployment = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    args: [address, hash, signature],
    bytecode: erc6492SignatureValidatorByteCode,
  })
  return (await callOrNothing(rpc, { data: deployment }, signal)) === '0x01'
}

function unwrap(signature: Hex): { address?: Hex | undefined; data?: Hex | undefined; signature: Hex } {
  try {
    return parseErc6492Signature(signature)
  } catch {
    return { signature }
  }
}

async function callOrNothing(rpc: Rpc, call: Readonly<Record<string, Hex>>, signal: AbortSignal): Promise<Hex | undefined> {
  try {
    const answer = await rpc('eth_call', [call, 'latest'], signal)
    if (!isHex(answer)) throw new Error('Not an answer to eth_call')
    return answer
  } catch (error) {
    if (error instanceof RpcError && (REVERT_CODES.includes(error.code) || REVERT_WORDS.test(error.words))) return undefined
    throw error
  }
}
