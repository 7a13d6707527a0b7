import { foundIn } from './error-tree'
import { type ErrorCode, WalletError } from './errors'
import './later-errors'

/** Numbers of JSON-RPC 2.0, EIP-1474, EIP-1193, EIP-3085 and EIP-5792, and CAIP-25's 5000 (specification §8). */
export const rpcCodes: Readonly<Record<number, ErrorCode>> = {
  [-32700]: 'RPC_PARSE_ERROR',
  [-32600]: 'RPC_INVALID_REQUEST',
  [-32601]: 'RPC_METHOD_NOT_FOUND',
  [-32602]: 'RPC_INVALID_PARAMS',
  [-32603]: 'RPC_INTERNAL',
  [-32000]: 'RPC_INVALID_INPUT',
  [-32001]: 'RPC_RESOURCE_NOT_FOUND',
  // "Resource unavailable": what wallets answer while another prompt is open.
  [-32002]: 'REQUEST_PENDING',
  [-32003]: 'RPC_TRANSACTION_REJECTED',
  [-32004]: 'RPC_METHOD_NOT_SUPPORTED',
  [-32005]: 'RPC_LIMIT_EXCEEDED',
  [-32006]: 'RPC_VERSION_UNSUPPORTED',
  3: 'EXECUTION_REVERTED',
  4001: 'USER_REJECTED',
  4100: 'WALLET_UNAUTHORIZED',
  4200: 'WALLET_METHOD_UNSUPPORTED',
  4900: 'WALLET_OFFLINE',
  4901: 'WALLET_CHAIN_OFFLINE',
  4902: 'CHAIN_NOT_ADDED',
  5000: 'USER_REJECTED',
  5700: 'CALLS_CAPABILITY_UNSUPPORTED',
  5710: 'CALLS_CHAIN_UNSUPPORTED',
  5720: 'CALLS_DUPLICATE_ID',
  5730: 'CALLS_UNKNOWN_ID',
  5740: 'CALLS_TOO_LARGE',
  5750: 'CALLS_UPGRADE_REJECTED',
  5760: 'CALLS_NOT_ATOMIC',
}

/** WalletConnect's own numbers (facts: wallets §2.7), where they say more than "failed", and a typo of AppKit's that wallets really send. */
const otherCodes: Readonly<Record<number, ErrorCode>> = {
  5001: 'USER_REJECTED',
  5002: 'USER_REJECTED',
  5003: 'USER_REJECTED',
  5100: 'CHAIN_NOT_SUPPORTED',
  5101: 'WALLET_METHOD_UNSUPPORTED',
  6000: 'SESSION_ENDED',
  32603: 'RPC_INTERNAL',
}

/** RPC numbers after which a read, never a write, is asked again (specification §8). */
export const RETRIED_RPC_CODES: readonly number[] = [-1, -32005, -32603]

/** Messages of the relay and the provider, and the code of each (specification §8). */
export const serverMessages: Readonly<Record<string, ErrorCode>> = {
  'Unauthorized: origin not allowed': 'ORIGIN_NOT_ALLOWED',
  'JWT validation error: JWT Token is not yet valid': 'SESSION_NOT_YET_VALID',
  'Unauthorized: invalid key': 'PROJECT_ID_INVALID',
}

// Wallets wrap the number that matters in one of these, or send them for any failure.
const VAGUE: readonly number[] = [-32603, 32603, -32000]

/** Messages of wallets that give no number or a vague one. */
const texts: readonly (readonly [RegExp, ErrorCode])[] = [
  [/unrecogni[sz]ed chain|unknown chain id|try adding the chain/i, 'CHAIN_NOT_ADDED'],
  [/already (?:pending|processing)|request.{0,40} pending|pending authori/i, 'REQUEST_PENDING'],
  // A refusal on a Keystone or Trezor, as MetaMask passes it on. Safari calls a request of the page itself "cancelled".
  [/Tx_canceled|^(?:Error: )?Cancelled$/, 'USER_REJECTED'],
  [/action_rejected|(?:user|wallet|has|approval) (?:rejected|denied|declined|disapproved|refused|cancel+ed)/i, 'USER_REJECTED'],
  [/(?:rejected|denied|declined|cancel+ed) by (?:the )?(?:user|wallet)|reject(?:ed)? (?:the )?request/i, 'USER_REJECTED'],
  [/does not support the requested method|method not (?:found|supported)|unsupported method/i, 'WALLET_METHOD_UNSUPPORTED'],
  [/not connected to the requested chain/i, 'WALLET_CHAIN_OFFLINE'],
]

/** The number that says what happened, however deeply a wallet has wrapped it; the outermost of several. */
export function nestedCode(error: unknown): number | undefined {
  const { codes } = foundIn(error)
  return codes.find((code) => named(code) && !VAGUE.includes(code)) ?? codes.find((code) => named(code)) ?? codes[0]
}

/** Whether the error means that the wallet does not know the chain, so that adding it makes sense; ±32603 or 5000 alone do not. */
export function isUnknownChain(error: unknown): boolean {
  const { codes, messages } = foundIn(error)
  return (
    codes.includes(4902) ||
    (!codes.some((code) => named(code) && !VAGUE.includes(code)) && inWords(messages) === 'CHAIN_NOT_ADDED')
  )
}

/** The code for a message of the relay or the provider, also when it is wrapped; `undefined` for any other. */
export function serverAlert(error: unknown): ErrorCode | undefined {
  const { messages } = foundIn(error)
  return Object.entries(serverMessages).find(([text]) => messages.some((message) => message.includes(text)))?.[1]
}

/**
 * The error as a WalletError: one of ours is returned as it is, that of a wallet, node or server is recognised by its number or
 * text, any other gets `fallback`. The original stays as `cause`. Never throws, whatever `cause` is.
 */
export function toWalletError(cause: unknown, fallback: ErrorCode): WalletError {
  if (isOurs(cause)) return cause
  return new WalletError(codeOf(cause) ?? fallback, { cause })
}

/**
 * The error of an attempt to connect, as `toWalletError` makes it: else CONNECT_FAILED, but PROVIDER_NOT_FOUND for what browsers say of
 * an extension that was updated or switched off under the page. A reload brings it back.
 */
export function toConnectError(cause: unknown): WalletError {
  const isGone = foundIn(cause).messages.some((each) => /context invalidated/i.test(each))
  return toWalletError(isGone ? new WalletError('PROVIDER_NOT_FOUND', { cause }) : cause, 'CONNECT_FAILED')
}

function codeOf(error: unknown): ErrorCode | undefined {
  const { codes, messages, name } = foundIn(error)
  if (name === 'AbortError') return 'ABORTED'
  if (isUnknownChain(error)) return 'CHAIN_NOT_ADDED'
  const clear = codes.find((code) => named(code) && !VAGUE.includes(code))
  const vague = codes.find((code) => named(code))
  return (clear && named(clear)) || serverAlert(error) || inWords(messages) || (vague && named(vague)) || undefined
}

const named = (code: number): ErrorCode | undefined => rpcCodes[code] ?? otherCodes[code]

const inWords = (messages: readonly string[]) => texts.find(([pattern]) => messages.some((message) => pattern.test(message)))?.[1]

function isOurs(error: unknown): error is WalletError {
  try {
    return error instanceof WalletError
  } catch {
    return false // a proxy may throw even here
  }
}
