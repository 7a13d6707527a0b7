import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askPerson, NEXT_AFTER_MS, whenCarriedOut } from '../secure/approval'

/** A stub of the DOM nodes that the approval page uses. */
class Part {
  readonly parts: (Part | string)[] = []
  readonly dataset = {}
  disabled = false
  onclick = () => {}
  setAttribute() {}
  append(...more: (Part | string)[]) {
    this.parts.push(...more)
  }
  replaceChildren(...more: (Part | string)[]) {
    this.parts.splice(0, Number.POSITIVE_INFINITY, ...more)
  }
  get text(): string {
    return this.parts.map((each) => (typeof each === 'string' ? each : each.text)).join('')
  }
  find(text: string): Part | undefined {
    const inside = this.parts.filter((each) => typeof each !== 'string')
    return inside.find((each) => each.text === text) ?? inside.map((each) => each.find(text)).find(Boolean)
  }
}

let place: Part
beforeEach(() => {
  vi.useFakeTimers()
  place = new Part()
  vi.stubGlobal('innerWidth', 0)
  vi.stubGlobal('document', { getElementById: () => place, createElement: () => new Part() })
})
afterEach(async () => {
  await vi.advanceTimersByTimeAsync(NEXT_AFTER_MS)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const preview = (title: string) => ({ title, risks: [], changes: [], facts: [], raw: '' })
/** Presses like a person: a disabled button does nothing. */
const press = (name: string) => {
  const button = place.find(name)
  if (button && !button.disabled) button.onclick()
}
const settle = () => vi.advanceTimersByTimeAsync(0)

test('a request is carried out once, whatever is asked and pressed meanwhile', async () => {
  let paid = 0
  let done = () => {}
  const paying = askPerson('shop', preview('Pay'), () => {
    paid += 1
    return new Promise<void>((resolve) => {
      done = resolve
    })
  })
  press('Approve')
  const signing = askPerson('shop', preview('Sign'), async () => 'signed')
  press('Approve')
  press('Reject')
  expect(paid).toBe(1)
  done()
  await paying
  await vi.advanceTimersByTimeAsync(NEXT_AFTER_MS)
  expect(place.text).toContain('Sign')
  press('Approve')
  expect(await signing).toBe('signed')
  await settle()
  expect([paid, place.text]).toEqual([1, ''])
})

test('an approved request is carried out before the page restarts', async () => {
  let done = () => {}
  const paying = askPerson('shop', preview('Pay'), () => new Promise<void>((resolve) => (done = resolve)))
  press('Approve')
  const over = vi.fn()
  void whenCarriedOut().then(over)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(over).not.toHaveBeenCalled()
  done()
  await paying
  await settle()
  expect(over).toHaveBeenCalled()
})

test('the second half of a double press does not answer the request that comes next', async () => {
  const first = askPerson('shop', preview('Sign one'), async () => 'one')
  const second = askPerson('shop', preview('Sign two'), async () => 'two')
  press('Approve')
  expect(await first).toBe('one')
  await settle()
  expect(place.text).toContain('Sign two')
  const answered = vi.fn()
  void second.then(answered, answered)
  press('Approve')
  await vi.advanceTimersByTimeAsync(NEXT_AFTER_MS)
  expect(answered).not.toHaveBeenCalled()
  press('Approve')
  expect(await second).toBe('two')
})

test('the second half of a double press does not answer a request that the site sends only then', async () => {
  const first = askPerson('shop', preview('Sign one'), async () => 'one')
  press('Approve')
  expect(await first).toBe('one')
  await settle()
  const second = askPerson('shop', preview('Sign two'), async () => 'two')
  const answered = vi.fn()
  void second.then(answered, answered)
  press('Approve')
  await vi.advanceTimersByTimeAsync(NEXT_AFTER_MS - 1)
  press('Approve')
  await settle()
  expect(answered).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  press('Approve')
  expect(await second).toBe('two')
})
