import { randomId } from '../lib/random-id'
import { safeParse, z } from '../lib/schema'

/** The page that shows apps in Safe; no other one is believed to be it. */
const SAFE_ORIGIN = 'https://app.safe.global'

/** The version of Safe's protocol for apps that these messages are of (https://github.com/safe-global/safe-apps-sdk). */
const env = { sdkVersion: '9.1.0' }

const Answer = z.object({
  id: z.string(),
  success: z.boolean(),
  data: z.optional(z.unknown()),
  error: z.optional(z.unknown()),
})

/** An error as a provider gives it (EIP-1193, EIP-1474). */
export const rpcError = (code: number, message: string): Error => Object.assign(new Error(message), { code })

/** Safe says in words alone that the person refused. */
const refusal = (error: unknown): Error => {
  const text = typeof error === 'string' ? error.slice(0, 500) : ''
  return rpcError(/reject|cancel|denied|declined/i.test(text) ? 4001 : -32603, text || 'Safe did not say what is wrong')
}

/**
 * One request to the page around this frame; only what Safe's own origin sends is its answer. Whoever asks limits the wait, and
 * hears nothing more after the signal. Rejects with what Safe says, 4001 where the person refused.
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
    // Another page around this frame does not receive it.
    window.parent.postMessage({ id, method, params, env }, SAFE_ORIGIN)
    window.addEventListener('message', hear)
    signal?.addEventListener('abort', stop)
  })
}
