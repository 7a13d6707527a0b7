import { type Address, getAddress, type Hex } from 'viem'
import { WalletError } from '../lib/errors'
import { EVM_ADDRESS } from '../lib/evm-address'
import { MAX_UINT256 } from '../lib/format'
import type { ReceiverWarning } from '../lib/receiver-warning'
import { safeParse, z } from '../lib/schema'
import { batchOf, capableOfBatch, isBatching, sendBatch } from './eip155-batch'
import { ask, estimateCall, prepareCall, Quantity, submitCall, toldOf, word } from './eip155-call'
import { eip155Client } from './eip155-client'
import { type Call, simulate } from './eip155-simulate'
import type { AddressReading, TransferOrder, Transfers } from './transfers'

const ZERO = /^0x0{40}$/
/** `transfer(address,uint256)`, `balanceOf(address)` and `decimals()` of ERC-20. */
const TRANSFER = '0xa9059cbb'
const BALANCE_OF = '0x70a08231'
const DECIMALS = '0x313ce567'
/** Start of the code of an ordinary account that delegates to a contract (EIP-7702). */
const DELEGATION = /^0xef0100/i

const Code = z.string().check(z.regex(/^0x[0-9a-f]*$/i))

/** Reads a typed address: mixed case must be the right checksum (EIP-55), a single case is converted to it. */
export function readAddress(text: string): AddressReading {
  if (!EVM_ADDRESS.test(text)) return { fault: 'shape' }
  const body = text.slice(2)
  const address = getAddress(`0x${body.toLowerCase()}`)
  const isOneCase = body === body.toLowerCase() || body === body.toUpperCase()
  return isOneCase || address === text ? { address } : { fault: 'checksum' }
}

/** The call that a transfer is: the coin itself, or `transfer` of an ERC-20. Throws SEND_INCOMPLETE. */
export function transferCall({ from, to, amount, token }: TransferOrder): Call {
  const [sender, receiver] = [readAddress(from), readAddress(to)]
  const contract = token === undefined ? undefined : readAddress(token.toLowerCase())
  const isWhole = 'address' in sender && 'address' in receiver && (!contract || 'address' in contract)
  if (!isWhole || amount <= 0n || amount > MAX_UINT256) throw new WalletError('SEND_INCOMPLETE')
  const own = sender.address as Address
  if (!contract) return { from: own, to: receiver.address as Address, value: amount, data: '0x' }
  const data: Hex = `${TRANSFER}${word(BigInt(receiver.address))}${word(amount)}`
  return { from: own, to: ('address' in contract ? contract.address : '') as Address, value: 0n, data }
}

const inspect: Transfers['inspect'] = async (network, { from, to, tokens }, context, signal) => {
  if (ZERO.test(to)) return ['zero']
  const own: ReceiverWarning[] = from.toLowerCase() === to.toLowerCase() ? ['self'] : []
  if (tokens.some((each) => each.toLowerCase() === to.toLowerCase())) return ['token']
  const client = eip155Client(network, context)
  const found = await codeOf(client, to, signal).then(isContract, (cause: unknown) => {
    if (signal?.aborted) throw cause
    // Warnings that need no node are given without one.
    return false
  })
  if (!found) return own
  // Only a token has decimals.
  const answer = await ask(client, 'eth_call', [{ to, data: DECIMALS }, 'latest'], signal).catch(() => '0x')
  return [typeof answer === 'string' && /^0x0{62}[0-9a-f]{2}$/i.test(answer) ? 'token' : 'contract', ...own]
}

async function codeOf(client: ReturnType<typeof eip155Client>, address: string, signal?: AbortSignal): Promise<string> {
  const code = safeParse(Code, await ask(client, 'eth_getCode', [address, 'latest'], signal).catch(unreachable(signal)))
  if (!code.success) throw new WalletError('RPC_UNAVAILABLE', { cause: code.error })
  return code.data
}

const isContract = (code: string) => code !== '0x' && !DELEGATION.test(code)

const smart: Transfers['smart'] = {
  isSmart: async (network, address, context, signal, wallet) => {
    const client = eip155Client(network, context)
    const [code, coins] = await Promise.all([
      codeOf(client, address, signal),
      wallet && ask(client, 'eth_getBalance', [address, 'latest'], signal).catch(() => undefined),
    ])
    if (code !== '0x' || !wallet || typeof coins !== 'string' || !/^0x0+$/.test(coins)) return isContract(code)
    // Its fee may be paid by others, so that the form must not want coins for it. `wallet` throws where there is none.
    const asked = async () => isBatching(wallet(), network, address)
    return asked().catch(() => false)
  },
  prepare: async (network, provider, order, context, signal) => {
    if (!(await capableOfBatch(provider, network, order.from))) return undefined
    const call = transferCall(order)
    const trial = await simulate(eip155Client(network, context), [call], signal)
    return Object.freeze({ request: batchOf(network, [call]), ...toldOf(trial, order) })
  },
  submit: (provider, request, taken) => sendBatch(provider, request, 'SEND_FAILED', taken),
}

const held: Transfers['held'] = async (network, owner, token, context, signal) => {
  const client = eip155Client(network, context)
  const read = async (method: string, params: readonly unknown[]) =>
    BigInt(z.parse(Quantity, await ask(client, method, params, signal)))
  try {
    if (token === undefined)
      return { units: await read('eth_getBalance', [owner, 'latest']), decimals: network.nativeCurrency.decimals }
    const call = (data: string) => read('eth_call', [{ to: token, data }, 'latest'])
    const [units, decimals] = await Promise.all([call(`${BALANCE_OF}${word(BigInt(owner))}`), call(DECIMALS)])
    if (decimals > 255n) throw new RangeError('decimals')
    return { units, decimals: Number(decimals) }
  } catch (cause) {
    throw new WalletError(signal?.aborted ? 'ABORTED' : 'RPC_UNAVAILABLE', { cause })
  }
}

const unreachable = (signal: AbortSignal | undefined) => (cause: unknown) => {
  throw new WalletError(signal?.aborted ? 'ABORTED' : 'RPC_UNAVAILABLE', { cause })
}

/** Sending on EVM chains. */
export const transfers: Transfers = {
  readAddress,
  held,
  inspect,
  estimate: async (network, order, context, signal) => estimateCall(network, transferCall(order), context, signal),
  prepare: async (network, order, context, signal) => prepareCall(network, transferCall(order), context, signal, order),
  submit: (_, provider, request) => submitCall(provider, request),
  smart,
}
