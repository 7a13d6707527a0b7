import { afterEach, expect, test, vi } from 'vitest'
import { whenLeft } from './when-left'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Whether an element counts as removed if it comes back after this many microtasks. */
async function isGone({ permanent, steps }: { permanent: boolean; steps: number }): Promise<boolean> {
  const document = {}
  vi.stubGlobal('document', document)
  const element = { isConnected: false, ownerDocument: document, closest: () => (permanent ? {} : null) }
  const gone = vi.fn()
  whenLeft(element as never, gone)
  for (let step = 0; step < steps; step++) await undefined
  element.isConnected = true
  await new Promise((done) => setTimeout(done))
  return gone.mock.calls.length > 0
}

test('a moved element has not left, nor one that Turbo keeps, which takes four steps', async () => {
  expect(await isGone({ permanent: false, steps: 0 })).toBe(false)
  expect(await isGone({ permanent: true, steps: 4 })).toBe(false)
})

test('an element that comes back later has left meanwhile', async () => {
  expect(await isGone({ permanent: false, steps: 4 })).toBe(true)
})

test('an element that stays in another document has left; one that passed through it in the same task has not', async () => {
  const document = {}
  vi.stubGlobal('document', document)
  for (const [stays, expected] of [
    [true, 1],
    [false, 0],
  ] as const) {
    const element = { isConnected: true, ownerDocument: {}, closest: () => null }
    const gone = vi.fn()
    whenLeft(element as never, gone)
    if (!stays) element.ownerDocument = document
    await undefined
    expect(gone).toHaveBeenCalledTimes(expected)
  }
})
