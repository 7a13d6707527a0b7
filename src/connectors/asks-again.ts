import { toConnectError } from '../lib/rpc-errors'

/**
 * Prompts the visitor on each call. If the wallet says that it still has the previous prompt open (REQUEST_PENDING), e.g. after an
 * aborted attempt, the answer to that prompt counts.
 */
export function asksAgain(ask: () => Promise<unknown>): () => Promise<unknown> {
  let open: Promise<unknown> | undefined
  return () => {
    const before = open
    const asked = ask().catch((cause) => {
      if (before && toConnectError(cause).code === 'REQUEST_PENDING') return before
      throw cause
    })
    const end = () => {
      if (open === asked) open = undefined
    }
    open = asked
    asked.then(end, end)
    return asked
  }
}
