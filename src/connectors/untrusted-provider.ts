import { WalletError } from '../lib/errors'

/** One request to a provider that may throw, answer twice, or not be a provider at all. Throws PROVIDER_NOT_FOUND. */
export function askProvider(provider: unknown, args: { method: string; params?: unknown }): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let answer: unknown
    try {
      answer = requestOf(provider)(args)
    } catch (cause) {
      reject(cause)
      return
    }
    resolve(answer)
  })
}

/** The provider's `request`. Throws PROVIDER_NOT_FOUND if it is missing or throws when read. */
function requestOf(provider: unknown): (args: object) => unknown {
  try {
    const request: unknown = Reflect.get(Object(provider), 'request')
    if (typeof request === 'function') return (args) => Reflect.apply(request, provider, [args])
  } catch {
    // Thrown below.
  }
  throw new WalletError('PROVIDER_NOT_FOUND')
}

type Listeners = Record<string, (payload: unknown) => void>

/** Listens to a provider's events, if it has any; after the stop they are ignored, even if the listeners cannot be removed. */
export function listenTo(provider: unknown, listeners: Listeners): () => void {
  let open = true
  const added = Object.entries(listeners).map(([name, hear]) => [name, (payload: unknown) => open && hear(payload)] as const)
  const call = (methods: readonly string[], name: string, listener: unknown) => {
    try {
      const method = methods.map((each) => Reflect.get(provider as object, each)).find((each) => typeof each === 'function')
      if (method) Reflect.apply(method, provider, [name, listener])
    } catch {
      // Works without events too: the chain is read before every write.
    }
  }
  for (const [name, listener] of added) call(['on', 'addListener'], name, listener)
  return () => {
    open = false
    for (const [name, listener] of added) call(['removeListener', 'off'], name, listener)
  }
}
