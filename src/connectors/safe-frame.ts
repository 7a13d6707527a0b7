import { randomId } from '../lib/random-id'
import { safeParse, z } from '../lib/schema'

/** The page that shows apps in Safe; no other origin is trusted. */
const SAFE_ORIGIN = 'https://app.safe.global'

/** The version of Safe's app protocol used here (https://github.com/safe-global/safe-apps-sdk). */
const env = { sdkVersion: '9.1.0' }

const Answer = z.object({
  id: z.string(),
  success: z.boolean(),
  data: z.optional(z.unknown()),
  error: z.optional(z.unknown()),
})

/** An error as a provider gives it (EIP-1193, EIP-1474). */
export const rpcError = (code: number, message: string): Error => Object.assign(new Error(message), { code })

/** Safe reports a refusal in words, without a number. */
const refusal = (error: unknown): Error => {
  const text = typeof error === 'string' ? error.slice(0, 500) : ''
  return rpcError(/reject|cancel|denied|declined/i.test(text) ? 4001 : -32603, text || 'Safe did not say what is wrong')
}

/**
 * One request to the page around this frame; only messages from Safe's own origin count as its answer. The caller limits the wait;
 * nothing is received after the signal. Rejects with Safe's error, with 4001 for a refusal.
 */
export function askSafe(method: string, params?: unknown, signal?: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const id = randomId()
    const stop = () => window.removeEventListener('message', hear)
    const hear = ({ source, origin, data }: MessageEvent) => {
      const answer = source === window.parent && origin === SAFE_ORIGIN ? safeParse(Answer, data).data : undefined
      if (answer?.id !== id) return
      stop()
      if (answer.success) resolve(answer.data)
      else reject(refusal(answer.error))
    }
    // The target origin keeps it from any other page around this frame.
    window.parent.postMessage({ id, method, params, env }, SAFE_ORIGIN)
    window.addEventListener('message', hear)
    signal?.addEventListener('abort', stop)
  })
}
