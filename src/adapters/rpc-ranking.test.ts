import { beforeEach, describe, expect, test } from 'vitest'
import { forgetAnswers, noteAnswer, ranked, SAMPLE_COUNT } from './rpc-ranking'

const [a, b, c] = [{ url: 'a' }, { url: 'b' }, { url: 'c' }]
const times = (count: number, url: string, ok: boolean, ms: number) => {
  for (let each = 0; each < count; each++) noteAnswer(url, ok, ms)
}
beforeEach(forgetAnswers)

describe('ranked', () => {
  test('keeps the host’s order until every endpoint has answered', () => {
    times(3, 'b', true, 1)
    expect(ranked([a, b, c])).toEqual([a, b, c])
  })
  test('puts the faster of two reliable ones first', () => {
    times(2, 'a', true, 200)
    times(2, 'b', true, 50)
    expect(ranked([a, b])).toEqual([b, a])
  })
  test('stability counts 0.7 and latency 0.3', () => {
    // a: 0.7 × 0.5 + 0.3 × 0.9 = 0.62; b: 0.7 × 1 + 0.3 × 0 = 0.7.
    times(5, 'a', true, 10)
    times(5, 'a', false, 10)
    times(10, 'b', true, 100)
    expect(ranked([a, b])).toEqual([b, a])
    // a: 0.7 × 0.9 + 0.3 × 0.9 = 0.9.
    forgetAnswers()
    times(9, 'a', true, 10)
    times(1, 'a', false, 10)
    times(10, 'b', true, 100)
    expect(ranked([b, a])).toEqual([a, b])
  })
  test('puts one that fails fast after one that answers slowly', () => {
    times(10, 'a', false, 1)
    times(10, 'b', true, 5_000)
    expect(ranked([a, b])).toEqual([b, a])
  })
  test('counts only the last ten answers', () => {
    times(50, 'a', false, 10)
    times(SAMPLE_COUNT, 'a', true, 10)
    times(SAMPLE_COUNT, 'b', true, 20)
    expect(ranked([b, a])).toEqual([a, b])
  })
})
