import type { ErrorCode } from '../lib/errors'
import { untilAborted, untilAwake } from '../lib/until-aborted'
import type { WalletProvider } from './types'

/** A person has as long to answer in the wallet as a WalletConnect request lives. */
export const APPROVAL_LIMIT_MS = 300_000
/** What a wallet can answer without asking the person. */
export const READ_LIMIT_MS = 10_000
/** Errors that are not the wallet's answer to the request, e.g. of a network, and keep their own code. */
export const ownEnds: readonly ErrorCode[] = ['ABORTED', 'REQUEST_ABORTED', 'REQUEST_PENDING', 'LOGIN_EXPIRED']

/**
 * Sends one request to a wallet, without retries; settles whatever the wallet does (throw at once, return no promise, hang). Rejects with
 * the wallet's error, ABORTED by the signal, REQUEST_ABORTED after the limit; `null`: no limit, since a late answer may still have sent
 * what was asked for, and the caller sets one.
 */
export function askWallet(
  provider: WalletProvider,
  request: { method: string; params?: unknown },
  signal?: AbortSignal,
  limitMs: number | null = APPROVAL_LIMIT_MS,
): Promise<unknown> {
  const answer = send(provider, request, signal)
  return limitMs === null ? untilAborted(answer, signal) : untilAwake(answer, signal, limitMs)
}

async function send(
  provider: WalletProvider,
  request: { method: string; params?: unknown },
  signal?: AbortSignal,
): Promise<unknown> {
  return signal?.aborted ? undefined : await provider.request(request)
}
