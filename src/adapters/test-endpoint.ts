import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Call = { readonly id: number; readonly method: string; readonly params?: readonly unknown[] }

export type Request = { readonly body: Call | Call[]; readonly headers: IncomingHttpHeaders }

type Reply = { readonly status?: number; readonly headers?: Record<string, string>; readonly body: string }

/** Stops the endpoints of a test. */
export const stops: (() => unknown)[] = []

/** A local endpoint that answers with `reply`, and records its requests. */
export async function endpoint(reply: (calls: Call[]) => Reply | unknown): Promise<{ url: string; seen: Request[] }> {
  const seen: Request[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const body: Call | Call[] = JSON.parse(text)
    seen.push({ body, headers: request.headers })
    const answer = reply([body].flat())
    const {
      status = 200,
      headers,
      body: sent,
    } = isReply(answer) ? answer : { body: JSON.stringify(answer), status: 200, headers: {} }
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(sent)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, seen }
}

const isReply = (answer: unknown): answer is Reply => typeof answer === 'object' && answer !== null && 'body' in answer

/** The right chain id, and `result` for everything else. */
export const answering = (result: unknown) => (calls: Call[]) => {
  const answers = calls.map(({ id, method }) => ({ jsonrpc: '2.0', id, result: method === 'eth_chainId' ? '0x7a69' : result }))
  return answers.length === 1 ? answers[0] : answers
}

/** The methods requested, in order. */
export const calls = (seen: readonly Request[]) => seen.flatMap(({ body }) => [body].flat().map(({ method }) => method))
