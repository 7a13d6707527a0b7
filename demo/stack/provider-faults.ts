import type { MiddlewareHandler } from 'hono'
import * as z from 'zod/mini'

const MAX_LOG = 5000

const fault = z.object({
  path: z.string().check(z.startsWith('/')),
  status: z.optional(z.int().check(z.minimum(200), z.maximum(599))),
  body: z.optional(z.unknown()),
  contentType: z.optional(z.string()),
  delayMs: z.optional(z.int().check(z.nonnegative(), z.maximum(120_000))),
  headers: z.optional(z.record(z.string(), z.string())),
  times: z.optional(z.int().check(z.positive())),
})
const order = z.union([z.object({ reset: z.literal(true) }), fault])

type Fault = z.infer<typeof fault>

/** One request as the provider saw it; `path` without the query. */
export type SeenRequest = {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly origin: string | null
  readonly contentType: string | null
  readonly body: string
  readonly at: number
}

/**
 * Faults on demand, and the request log. `order` takes `{ reset: true }`, which also clears the log, or a fault for all
 * paths with a prefix: wait `delayMs`, then answer with `status`, `headers` and `body` (unchanged if a string, else as
 * JSON), `times` times. A fault with only `delayMs` and `headers` leaves the true answer unchanged. The latest matching
 * fault applies. Throws on an invalid order.
 */
export function createFaults() {
  let faults: (Fault & { left: number })[] = []
  let log: SeenRequest[] = []

  const middleware: MiddlewareHandler = async (c, next) => {
    const { method, path } = c.req
    if (path.startsWith('/control') || method === 'OPTIONS') return next()
    const body = method === 'POST' ? await c.req.raw.clone().text() : ''
    const contentType = c.req.header('content-type') ?? null
    log = [
      ...log.slice(1 - MAX_LOG),
      { method, path, query: c.req.query(), origin: c.req.header('origin') ?? null, contentType, body, at: Date.now() },
    ]

    const found = faults.findLast((one) => path.startsWith(one.path) && one.left > 0)
    if (!found) return next()
    found.left -= 1
    if (found.delayMs) await new Promise((resolve) => setTimeout(resolve, found.delayMs))
    if (found.status === undefined && found.body === undefined) await next()
    else c.res = misanswer(found)
    for (const [name, value] of Object.entries(found.headers ?? {})) c.res.headers.set(name, value)
  }

  return {
    middleware,
    log: () => log,
    order(wanted: unknown) {
      const read = order.parse(wanted)
      if ('reset' in read) {
        faults = []
        log = []
      } else faults.push({ ...read, left: read.times ?? Number.POSITIVE_INFINITY })
    },
  }
}

function misanswer({ status = 200, body, contentType }: Fault): Response {
  const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body)
  const type = contentType ?? (typeof body === 'string' ? 'text/plain' : 'application/json')
  return new Response(status === 204 || status === 304 ? null : text, { status, headers: { 'content-type': type } })
}
