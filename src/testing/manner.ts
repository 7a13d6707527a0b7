/** How a mock wallet answers what a visitor would be prompted for; reads are always answered. */
export type Manner =
  /** Approves at once. */
  | 'approve'
  /** Rejects: 4001. */
  | 'reject'
  /** Waits for `approve()` or `reject()`. */
  | 'ask'
  /** Never answers. */
  | 'hang'
  /** Shares no account and asks for its password: waits for `unlock()`. */
  | 'locked'
  /** Approves after this many milliseconds. */
  | { readonly slow: number }

/** The error an EIP-1193 wallet rejects with. */
export class WalletRefusal extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}

const declined = () => new WalletRefusal(4001, 'User rejected the request.')

/** A request that waits for an answer. */
export type Question = { readonly id: number; readonly method: string; readonly params: unknown }
type Open = Question & { readonly answer: (approved: boolean) => void }

/** The user of a mock wallet. */
export class Person {
  readonly #open: Open[] = []
  readonly #listeners = new Set<() => void>()
  #ids = 0

  constructor(public manner: Manner) {}

  /** Requests that wait for an answer, oldest first. */
  get questions(): readonly Question[] {
    return this.#open.map(({ id, method, params }) => ({ id, method, params }))
  }

  /** Settles according to the manner. Rejects with 4001, and with -32002 if a locked wallet is asked again. */
  async ask(method: string, params: unknown): Promise<void> {
    const { manner } = this
    if (manner === 'reject') throw declined()
    if (manner === 'hang') return new Promise(() => {})
    if (typeof manner === 'object') return new Promise((resolve) => setTimeout(resolve, manner.slow))
    if (manner === 'approve') return
    if (manner === 'locked' && this.#open.length > 0) throw new WalletRefusal(-32002, 'The wallet already asks for its password.')
    const approved = await new Promise<boolean>((answer) => {
      this.#open.push({ id: ++this.#ids, method, params, answer })
      for (const listener of this.#listeners) listener()
    })
    if (!approved) throw declined()
  }

  /** Answers the oldest open request, once there is one. Rejects after `withinMs` without one. */
  async answer(approved: boolean, withinMs = 10_000): Promise<Question> {
    if (this.#open.length === 0) await this.#asked(withinMs)
    const [question] = this.#open.splice(0, 1)
    if (!question) throw new Error('No request is open in the wallet.')
    question.answer(approved)
    const { id, method, params } = question
    return { id, method, params }
  }

  #asked(withinMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer)
        this.#listeners.delete(heard)
        settle()
      }
      const heard = () => end(resolve)
      const timer = setTimeout(
        () => end(() => reject(new Error(`The wallet was not asked anything within ${withinMs} ms.`))),
        withinMs,
      )
      this.#listeners.add(heard)
    })
  }
}
