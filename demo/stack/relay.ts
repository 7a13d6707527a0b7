import type { IncomingMessage, ServerResponse } from 'node:http'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import * as z from 'zod/mini'
import { type Piece, startHttp } from './listen'
import { createMailboxes, type Letter, subscriptionId } from './relay-mailbox'
import { relayMethods, wire } from './relay-methods'
import { clientIdOf } from './relay-token'

const MAX_MESSAGE_BYTES = 1024 * 1024
// Clients in Node close their socket after 35 s of silence.
const PING_MS = 20_000
const SWEEP_MS = 60_000
// The close code with which WalletConnect's relay gives its reason for refusing a client.
const REFUSED = 3000

const control = z.object({ mode: z.enum(['ok', 'down', 'refuse']), message: z.optional(z.string().check(z.maxLength(120))) })
const frame = z.object({
  id: z.union([z.number(), z.string()]),
  method: z.optional(z.string()),
  params: z.optional(z.unknown()),
  result: z.optional(z.unknown()),
})

type Control = z.infer<typeof control>

/**
 * A WalletConnect relay ("irn"): publish and subscribe with mailboxes, for clients whose token verifies. `url` is `ws://…`.
 * `POST /control` of the same port, `{ mode, message? }`, makes it fail: `down` drops every socket and accepts no new one,
 * `refuse` closes new ones at once with the message, `ok` ends either.
 */
export async function startRelay(port: number): Promise<Piece> {
  let control: Control = { mode: 'ok' }
  const sockets = new Map<string, Set<WebSocket>>()
  const unacked = new WeakMap<WebSocket, Map<string, Letter>>()
  const mailboxes = createMailboxes((client, letter) => {
    for (const socket of sockets.get(client) ?? []) push(socket, client, letter)
  })
  const methods = relayMethods(mailboxes)

  let lastPush = 0
  function push(socket: WebSocket, client: string, letter: Letter) {
    if (socket.readyState !== WebSocket.OPEN) return
    lastPush = Math.max(lastPush + 1, Date.now() * 1000)
    unacked.get(socket)?.set(String(lastPush), letter)
    const params = { id: subscriptionId(client, letter.topic), data: wire(letter) }
    socket.send(JSON.stringify({ id: lastPush, jsonrpc: '2.0', method: 'irn_subscription', params }))
  }

  function join(socket: WebSocket, client: string) {
    const own = sockets.get(client) ?? new Set()
    sockets.set(client, own.add(socket))
    unacked.set(socket, new Map())
    const ping = setInterval(() => socket.ping(), PING_MS)
    socket.on('error', () => socket.terminate())
    socket.on('message', (data) => receive(socket, client, data))
    socket.on('close', () => {
      clearInterval(ping)
      own.delete(socket)
      if (own.size) return
      sockets.delete(client)
      mailboxes.leave(client)
    })
  }

  function receive(socket: WebSocket, client: string, data: RawData) {
    const read = frame.safeParse(json(String(data)))
    if (!read.success) return socket.close(1003, 'Not JSON-RPC')
    const { id, method, params, result } = read.data
    if (method === undefined) {
      // An answer to a push. Only a positive one means that the client has the message.
      const letter = unacked.get(socket)?.get(String(id))
      if (letter && result) letter.acked.add(client)
      unacked.get(socket)?.delete(String(id))
      return
    }
    socket.send(JSON.stringify({ id, jsonrpc: '2.0', ...answer(client, method, params) }))
  }

  function answer(client: string, method: string, params: unknown) {
    const call = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (!call) return { error: { code: -32601, message: 'Method not found' } }
    try {
      return { result: call(client, params) }
    } catch {
      return { error: { code: -32602, message: 'Invalid params' } }
    }
  }

  function drop() {
    for (const own of sockets.values()) for (const socket of own) socket.terminate()
  }

  const http = await startHttp(
    controlPanel((next) => {
      control = next
      if (next.mode === 'down') drop()
    }),
    port,
  )
  const upgrades = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES })
  http.server.on('upgrade', (request, tcp, head) => {
    tcp.on('error', () => tcp.destroy())
    if (control.mode === 'down') return tcp.destroy()
    upgrades.handleUpgrade(request, tcp, head, (socket) => {
      if (control.mode === 'refuse') return socket.close(REFUSED, control.message ?? 'Unauthorized')
      try {
        join(socket, clientIdOf(tokenOf(request)))
      } catch (error) {
        socket.close(REFUSED, error instanceof Error ? error.message : 'Unauthorized')
      }
    })
  })
  const sweep = setInterval(() => mailboxes.sweep(), SWEEP_MS)

  return {
    url: http.url.replace('http', 'ws'),
    async stop() {
      clearInterval(sweep)
      drop()
      for (const socket of upgrades.clients) socket.terminate()
      await http.stop()
    },
  }
}

function tokenOf(request: IncomingMessage): string {
  const query = new URL(request.url ?? '/', 'http://relay').searchParams.get('auth')
  return query ?? request.headers.authorization?.replace(/^Bearer /, '') ?? ''
}

// The relay's HTTP side. Every answer has a Date header, by which a page can notice that its own clock is wrong.
function controlPanel(set: (next: Control) => void) {
  return (request: IncomingMessage, response: ServerResponse) => {
    const cors = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'content-type',
      'access-control-expose-headers': 'date',
    }
    const say = (status: number, body: unknown) => {
      response.writeHead(status, { ...cors, 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    if (request.method !== 'POST') return say(200, { ok: true })
    if (request.url !== '/control') return say(404, { error: 'Not found' })
    let text = ''
    request.on('data', (chunk) => {
      text = `${text}${chunk}`.slice(0, 10_000)
    })
    request.on('end', () => {
      const wanted = control.safeParse(json(text))
      if (!wanted.success) return say(400, { error: 'Expected { "mode": "ok" | "down" | "refuse", "message"?: "…" }' })
      set(wanted.data)
      say(200, wanted.data)
    })
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
