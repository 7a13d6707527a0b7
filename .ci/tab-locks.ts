type Waiting = { readonly mode: LockMode; readonly run: () => Promise<void> }
type Queue = { held: LockMode[]; readonly waiting: Waiting[] }
type Work = (lock: object | null) => unknown

/** A browser's locks, shared by its tabs; `someWait` settles when a tab waits for one, `open` counts those held or waited for. */
export function tabLocks() {
  const queues = new Map<string, Queue>()
  let waited = () => {}
  const someWait = new Promise<void>((resolve) => {
    waited = resolve
  })
  const isFree = ({ held }: Queue, mode: LockMode) => held.length === 0 || (mode === 'shared' && !held.includes('exclusive'))

  function next(queue: Queue) {
    for (let first = queue.waiting[0]; first && isFree(queue, first.mode); first = queue.waiting[0]) {
      queue.waiting.shift()
      queue.held.push(first.mode)
      void first.run().finally(() => {
        queue.held.splice(queue.held.indexOf(first.mode), 1)
        next(queue)
      })
    }
  }

  function request(name: string, { mode = 'exclusive', ifAvailable, signal }: LockOptions, work: Work): Promise<unknown> {
    const queue = queues.get(name) ?? { held: [], waiting: [] }
    queues.set(name, queue)
    const isNow = queue.waiting.length === 0 && isFree(queue, mode)
    if (ifAvailable && !isNow) return Promise.resolve(work(null))
    if (signal?.aborted) return Promise.reject(signal.reason)
    return new Promise((resolve, reject) => {
      const run = async () => {
        try {
          resolve(await work({}))
        } catch (cause) {
          reject(cause)
        }
      }
      const entry = { mode, run }
      queue.waiting.push(entry)
      signal?.addEventListener('abort', () => {
        const place = queue.waiting.indexOf(entry)
        if (place < 0) return
        queue.waiting.splice(place, 1)
        reject(signal.reason)
        next(queue)
      })
      next(queue)
      if (!isNow) waited()
    })
  }
  const open = () => [...queues.values()].reduce((sum, { held, waiting }) => sum + held.length + waiting.length, 0)
  return { request, someWait, open }
}
