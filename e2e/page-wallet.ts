/** A scripted wallet's answers, by method: each returns a value or promise, or throws. */
type Answers = Readonly<Record<string, (params: unknown) => unknown>>

/** A scripted EIP-1193 provider. */
export type ScriptedWallet = {
  request(args: { method: string; params?: unknown }): Promise<unknown>
  on(event: string, listener: (payload: unknown) => void): void
  removeListener(event: string, listener: (payload: unknown) => void): void
  /** Emits an event to the listeners. */
  emit(event: string, payload: unknown): void
  /** The number of listeners to an event. */
  listening(event: string): number
  /** The requested methods, oldest first. */
  readonly asked: string[]
}

declare global {
  interface Window {
    /** Creates a wallet with one account on chain 31337 that approves connecting; `answers` add to or replace its own. */
    scriptedWallet(answers?: Answers): ScriptedWallet
    /** Scripted providers by the name they announced. */
    scripted: Record<string, unknown>
  }
}

/** Runs in the page before anything else: provides `window.scriptedWallet`. */
export function provideScripts(): void {
  window.scripted = {}
  window.scriptedWallet = (answers = {}) => {
    const listeners = new Map<string, Set<(payload: unknown) => void>>()
    const asked: string[] = []
    const usual: Answers = {
      eth_requestAccounts: () => ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
      eth_accounts: () => (asked.includes('eth_requestAccounts') ? ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'] : []),
      eth_chainId: () => '0x7a69',
    }
    const heardBy = (event: string) => {
      const heard = listeners.get(event) ?? new Set()
      listeners.set(event, heard)
      return heard
    }
    return {
      asked,
      async request({ method, params }) {
        asked.push(method)
        const answer = answers[method] ?? usual[method]
        if (!answer) throw Object.assign(new Error(`No such method: ${method}`), { code: 4200 })
        return answer(params)
      },
      on: (event, listener) => void heardBy(event).add(listener),
      removeListener: (event, listener) => void heardBy(event).delete(listener),
      emit(event, payload) {
        for (const listener of [...heardBy(event)]) listener(payload)
      },
      listening: (event) => heardBy(event).size,
    }
  }
}
