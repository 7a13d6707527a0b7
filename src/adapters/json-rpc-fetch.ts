import { RETRIED_STATUSES } from '../lib/retry'
import { z } from '../lib/schema'
import { untilAborted } from '../lib/until-aborted'
import { RPC_TIMEOUT_MS, readText } from './node-answer'

const Asked = z.object({ id: z.number() })
// `data` is a contract's revert reason, for the caller to read.
const Fault = z.object({
  code: z.number(),
  message: z.string(),
  data: z.catch(z.optional(z.string().check(z.regex(/^0x[0-9a-f]*$/i))), undefined),
})
const Answer = z.object({
  id: z.optional(z.nullable(z.union([z.string(), z.number()]))),
  result: z.optional(z.unknown()),
  error: z.optional(z.unknown()),
})
type Answer = z.infer<typeof Answer>

/**
 * A strict `fetch` for viem's HTTP transport. viem matches the answers of a batch to its calls by order, so a missing one would give
 * every later call another call's result; here each call gets the answer with its id, or an error.
 */
export const jsonRpcFetch: typeof fetch = async (input, init = {}) => {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), RPC_TIMEOUT_MS)
  const signal = init.signal ? AbortSignal.any([init.signal, limit.signal]) : limit.signal
  try {
    return await untilAborted(exchange(input, { ...init, signal }), signal)
  } finally {
    clearTimeout(timer)
  }
}

async function exchange(input: Parameters<typeof fetch>[0], init: RequestInit): Promise<Response> {
  const body: unknown = JSON.parse(String(init.body))
  const sent = [body].flat()
  const calls = z.array(Asked).parse(sent)
  // A batch of one is sent as a plain call: some endpoints do not support batches.
  const response = await fetch(input, { ...init, body: JSON.stringify(sent.length === 1 ? sent[0] : sent) })
  // By status alone, so that Retry-After counts even if the body is an error object.
  if (RETRIED_STATUSES.includes(response.status)) {
    await response.body?.cancel()
    const retryAfter = response.headers.get('Retry-After')
    return new Response('{}', { status: response.status, headers: retryAfter ? { 'Retry-After': retryAfter } : {} })
  }
  // At most one per call, since each call searches all of them.
  const told: unknown[] = [JSON.parse(await readText(response))].flat()
  const answers = z.array(Answer).safeParse(told.length > calls.length ? undefined : told)
  if (!answers.success) throw new SyntaxError('The endpoint did not answer in JSON-RPC', { cause: answers.error })
  const matched = calls.map(({ id }) => ({ jsonrpc: '2.0', id, ...outcome(find(answers.data, id, calls.length)) }))
  return Response.json(Array.isArray(body) ? matched : matched[0])
}

/** The answer to one call; a lone answer may lack its id, as servers do when they could not read the call. */
const find = (answers: readonly Answer[], id: number, asked: number): Answer | undefined =>
  answers.find((answer) => String(answer.id) === String(id)) ??
  (asked === 1 ? answers.find((answer) => answer.id == null && answer.error) : undefined)

function outcome(answer: Answer | undefined): { result: unknown } | { error: z.infer<typeof Fault> } {
  if (answer?.error) {
    const fault = Fault.safeParse(answer.error)
    return { error: fault.success ? fault.data : { code: -32603, message: 'The endpoint gave an error that cannot be read' } }
  }
  if (answer?.result === undefined) return { error: { code: -32603, message: 'The endpoint gave no answer to this call' } }
  return { result: answer.result }
}
