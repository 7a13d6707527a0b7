import { afterEach, expect, test, vi } from 'vitest'
import { inLock } from './tab-lock'

afterEach(() => vi.unstubAllGlobals())

const refused = () => new DOMException('Access to the Locks API is denied in this context.', 'SecurityError')
const late = () => new DOMException('The operation timed out.', 'TimeoutError')
const misnamed = () => new DOMException('Names cannot start with "-".', 'NotSupportedError')

type Run = (lock: object | null) => unknown
const locks = (lock: object | null) => ({ request: async (_: string, __: object, run: Run) => run(lock) })

test('the work learns whether another tab holds the lock', async () => {
  for (const lock of [{}, null]) {
    vi.stubGlobal('navigator', { locks: locks(lock) })
    expect(await inLock('one', { ifAvailable: true }, async (isMine) => isMine)).toBe(lock !== null)
  }
})

test('if the browser has no locks or refuses them, or another tab keeps its lock too long, the work runs once without', async () => {
  const work = vi.fn(async (isMine: boolean) => isMine)
  for (const cause of [undefined, refused(), misnamed(), late()]) {
    const locks = cause && { request: () => Promise.reject(cause) }
    vi.stubGlobal('navigator', { locks })
    expect(await inLock('one', { ifAvailable: true }, work)).toBe(true)
  }
  expect(work).toHaveBeenCalledTimes(4)
})

test('error: if the work itself rejects, that is passed on and it is not run again', async () => {
  vi.stubGlobal('navigator', { locks: locks({}) })
  const work = vi.fn(() => Promise.reject(refused()))
  await expect(inLock('one', {}, work)).rejects.toThrow('denied')
  expect(work).toHaveBeenCalledOnce()
})
