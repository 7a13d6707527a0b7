import type { Server } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { accountAt, encodeAccount } from './solana-account'
import type { Landed, Ledger } from './solana-ledger'

type Options = { readonly encoding?: string; readonly commitment?: string; readonly mentions?: readonly string[] }
/** Says what is new at a block; true when that was the last of it. */
type Subscription = (send: (method: string, result: unknown) => void) => boolean
type Call = { readonly id?: unknown; readonly method?: unknown; readonly params?: unknown }

const RANKS = ['processed', 'confirmed', 'finalized']
const MAX_SUBSCRIPTIONS = 1_000

/** The subscriptions of a Solana node on a server's socket (https://solana.com/docs/rpc/websocket). Returns its stop. */
export function serveSubscriptions(ledger: Ledger, servers: readonly Server[]): () => void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 100_000 })
  let last = 0
  for (const server of servers)
    server.on('upgrade', (request, socket, head) =>
      sockets.handleUpgrade(request, socket, head, (opened) => sockets.emit('connection', opened, request)),
    )
  sockets.on('connection', (socket: WebSocket) => {
    const open = new Map<number, Subscription>()
    const say = (message: object) =>
      socket.readyState === socket.OPEN && socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }))
    const stop = ledger.onTick(() => {
      for (const [subscription, look] of open)
        if (look((method, result) => say({ method, params: { result, subscription } }))) open.delete(subscription)
    })
    socket.on('close', stop)
    socket.on('error', () => socket.terminate())
    socket.on('message', (raw) => {
      const { id = null, method, params } = read(String(raw))
      if (method === 'ping') return
      const [first, second]: unknown[] = Array.isArray(params) ? params : []
      if (typeof method === 'string' && /Unsubscribe$/.test(method)) return say({ id, result: open.delete(Number(first)) })
      const start = subscribe(ledger, String(method), first, (second ?? {}) as Options)
      if (!start) return say({ id, error: { code: -32601, message: 'Method not found' } })
      if (open.size >= MAX_SUBSCRIPTIONS) return say({ id, error: { code: -32000, message: 'Too many subscriptions' } })
      open.set(++last, start)
      say({ id, result: last })
    })
  })
  return () => {
    for (const socket of sockets.clients) socket.terminate()
    sockets.close()
  }
}

function subscribe(ledger: Ledger, method: string, first: unknown, options: Options): Subscription | undefined {
  const context = () => ({ slot: Number(ledger.slot()) })
  switch (method) {
    case 'signatureSubscribe':
      return (send) => {
        const landed = ledger.landed.get(String(first))
        const wanted = RANKS.indexOf(options.commitment ?? 'finalized')
        if (!landed || RANKS.indexOf(ledger.confirmationOf(landed)) < wanted) return false
        send('signatureNotification', { context: context(), value: { err: landed.fault } })
        return true
      }
    case 'accountSubscribe': {
      const now = () => {
        const found = accountAt(ledger.svm, String(first))
        return found ? encodeAccount(ledger.svm, found, options) : null
      }
      let before = JSON.stringify(now())
      return (send) => {
        const value = now()
        if (JSON.stringify(value) === before) return false
        before = JSON.stringify(value)
        send('accountNotification', { context: context(), value })
        return false
      }
    }
    case 'logsSubscribe': {
      const mentions = (first as Options | undefined)?.mentions
      let seen: Landed | undefined = [...ledger.landed.values()].at(-1)
      return (send) => {
        const all = [...ledger.landed]
        const fresh = all.slice(all.findIndex(([, landed]) => landed === seen) + 1)
        seen = all.at(-1)?.[1]
        for (const [signature, { fault: err, logs, keys }] of fresh)
          if (!mentions || mentions.some((key) => keys.includes(key)))
            send('logsNotification', { context: context(), value: { signature, err, logs } })
        return false
      }
    }
    case 'slotSubscribe':
      return (send) => {
        const slot = Number(ledger.slot())
        send('slotNotification', { parent: slot - 1, root: slot - 32, slot })
        return false
      }
    default:
      return undefined
  }
}

function read(text: string): Call {
  try {
    return (JSON.parse(text) as Call | null) ?? {}
  } catch {
    return {}
  }
}
