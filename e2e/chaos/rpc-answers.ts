import type { Route } from '@playwright/test'

export const rpcTroubles = ['html', 'down', 'refuses', 'silent', 'short', 'another chain'] as const
export type RpcTrouble = (typeof rpcTroubles)[number]
type Call = { readonly id: unknown }

const cors = { 'access-control-allow-origin': '*' }

/** Answers an RPC request wrongly, or never for `silent`. `elsewhere`: the URL of another chain's endpoint. */
export async function answerWrongly(route: Route, trouble: RpcTrouble, elsewhere: string): Promise<void> {
  const asked = route.request().postDataJSON() as Call | readonly Call[]
  const isBatch = Array.isArray(asked)
  const calls: readonly Call[] = [asked].flat()
  const answer = (answers: readonly object[]) => route.fulfill({ json: isBatch ? answers : (answers[0] ?? {}), headers: cors })
  switch (trouble) {
    case 'html':
      return route.fulfill({ contentType: 'text/html', body: '<h1>Sign in to Wi-Fi</h1>', headers: cors })
    case 'down':
      return route.abort()
    case 'refuses':
      return answer(calls.map(({ id }) => ({ jsonrpc: '2.0', id, error: { code: -32005, message: 'Limit' } })))
    case 'short': {
      // A batch lacks its last answer, a single call its result.
      const response = await route.fetch()
      const whole = [(await response.json()) as object].flat()
      return answer(isBatch ? whole.slice(0, -1) : calls.map(({ id }) => ({ jsonrpc: '2.0', id })))
    }
    case 'another chain': {
      const response = await route.fetch({ url: elsewhere })
      return route.fulfill({ json: await response.json(), headers: cors })
    }
    case 'silent':
      return
  }
}
