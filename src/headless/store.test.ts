import { proxy } from 'valtio/vanilla'
import { describe, expect, test } from 'vitest'
import { derived } from './store'

const settled = () => new Promise<void>((resolve) => setTimeout(resolve))

describe('derived', () => {
  test('get returns the same frozen object until something changes', () => {
    const source = proxy({ name: 'a', list: [{ count: 1 }] })
    const store = derived([source], () => ({ name: source.name, count: source.list[0]?.count }))
    const first = store.get()
    expect([store.get() === first, Object.isFrozen(first)]).toEqual([true, true])
    source.list.push({ count: 2 })
    source.list[0] = { count: 3 }
    expect(store.get()).toEqual({ name: 'a', count: 3 })
  })

  test('calls a listener at once and after each change, once for simultaneous ones, until it is removed', async () => {
    const [one, other] = [proxy({ a: 1 }), proxy({ b: 1 })]
    const store = derived([one, other], () => ({ sum: one.a + other.b }))
    const heard: number[] = []
    const stop = store.subscribe(({ sum }) => heard.push(sum))
    expect(heard).toEqual([2])
    one.a = 2
    other.b = 2
    await settled()
    expect(heard).toEqual([2, 4])
    stop()
    one.a = 9
    await settled()
    expect(heard).toEqual([2, 4])
  })
})
