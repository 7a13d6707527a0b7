import { readText } from './read-text'

/** A JSON-RPC endpoint of one chain: resolves to the call's result. */
export type Rpc = (method: string, params: readonly unknown[], signal: AbortSignal) => Promise<unknown>

const MAX_ANSWER_BYTES = 1_000_000

/** Calls a chain over HTTP. Rejects for no answer, an HTTP error, anything but JSON-RPC, and the chain's own errors. */
export function httpRpc(url: string): Rpc {
  return async (method, params, signal) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      redirect: 'error',
      signal,
    })
    if (!response.ok) throw new Error(`RPC answered ${response.status}`)
    const text = await readText(response.body, MAX_ANSWER_BYTES)
    if (text === undefined) throw new Error('RPC answered too much')
    const answer: unknown = JSON.parse(text)
    if (typeof answer !== 'object' || answer === null || !('id' in answer) || answer.id !== 1) throw new Error('Not JSON-RPC')
    if ('error' in answer && answer.error) throw new RpcError(codeOf(answer.error), wordsOf(answer.error))
    if (!('result' in answer)) throw new Error('Not JSON-RPC')
    return answer.result
  }
}

/** An error that the chain answered with. */
export class RpcError extends Error {
  override name = 'RpcError'
  /** With the chain's message: one code stands for many errors, and some are recognised only by their message. */
  constructor(
    readonly code: number,
    readonly words = '',
  ) {
    super(`RPC error ${code}`)
  }
}

const codeOf = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'number' ? error.code : 0

const wordsOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string' ? error.message : ''
