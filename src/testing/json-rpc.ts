import { WalletRefusal } from './manner'

/** Calls a node. Rejects with the node's error code, or -32603 if it does not answer. */
export async function askNode(url: string, method: string, params: unknown): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] })
  const answer: { result?: unknown; error?: { code: number; message: string } } = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  }).then(
    (response) => response.json(),
    () => ({ error: { code: -32603, message: `${url} did not answer.` } }),
  )
  if (answer.error) throw new WalletRefusal(answer.error.code, answer.error.message)
  return answer.result
}
