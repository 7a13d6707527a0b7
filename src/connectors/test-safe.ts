import { safeParse, z } from '../lib/schema'

const SAFE_ORIGIN = 'https://app.safe.global'

const Request = z.object({
  id: z.string(),
  method: z.string(),
  params: z.optional(z.unknown()),
  env: z.object({ sdkVersion: z.string().check(z.regex(/^[1-9]\d*\./)) }),
})

type Answers = Record<string, (params: never) => unknown>

/** Safe's page around an app's frame: answers each method as told, and rejects the rest as Safe does. */
export function playedSafe(answers: Answers) {
  const asked: [method: string, params?: unknown][] = []
  return {
    asked,
    answers,
    async answer(message: unknown): Promise<Record<string, unknown> | undefined> {
      const { data } = safeParse(Request, message)
      // Messages outside its protocol are ignored.
      if (!data) return undefined
      const { id, method, params } = data
      asked.push(params === undefined ? [method] : [method, params])
      const version = '9.1.0'
      try {
        const run = answers[method]
        if (!run) throw new Error('Unknown method')
        return { id, version, success: true, data: await run(params as never) }
      } catch (cause) {
        return { id, version, success: false, error: cause instanceof Error ? cause.message : String(cause) }
      }
    },
  }
}

/** A window framed by a fake Safe, for tests without a browser; `hear` delivers messages from elsewhere. */
export function framedBy(safe: Pick<ReturnType<typeof playedSafe>, 'answer'>, origin = SAFE_ORIGIN) {
  const window = new EventTarget()
  const hear = (data: unknown, from: { origin?: string; source?: unknown } = {}) =>
    window.dispatchEvent(Object.assign(new Event('message'), { data, origin, source: parent, ...from }))
  const parent = {
    postMessage(message: unknown, target: string) {
      if (target !== origin) return
      void safe.answer(structuredClone(message)).then((answer) => answer && hear(answer))
    },
  }
  return { window: Object.assign(window, { parent, top: parent, self: window }), parent, hear }
}
