/** What a scripted wallet answers, by method: a value, a promise, or whatever it throws. */
type Answers = Readonly<Record<string, (params: unknown) => unknown>>

/** An EIP-1193 provider that does as it is told. */
export type ScriptedWallet = {
  request(args: { method: string; params?: unknown }): Promise<unknown>
  on(event: string, listener: (payload: unknown) => void): void
  removeListener(event: string, listener: (payload: unknown) => void): void
  /** Says something to whoever listens. */
  emit(event: string, payload: unknown): void
  /** How many listen to an event. */
  listening(event: string): number
  /** Methods it was asked for, oldest first. */
  readonly asked: string[]
}

declare global {
  interface Window {
    /** A wallet with one account on chain 31337 that approves everything, but for these answers. */
    scriptedWallet(answers?: Answers): ScriptedWallet
    /** Scripted providers by the name they announced. */
    scripted: Record<string, unknown>
  }
}

/** Runs in the page before anything else: what scripted wallets are made with. */
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
