import { describe, expect, test } from 'vitest'
import { answers, resultIn, stateOf, withReturn } from './social-link'

const LINK = 'https://accounts.example/auth?client_id=a&state=s3cret&nonce=n'
const nested = (inner: string) => `https://auth.magic.link/v1/start?a=1&provider_authorization_url=${encodeURIComponent(inner)}`

describe('stateOf', () => {
  test.each([
    ['of a link', LINK, 's3cret'],
    ['without the page that was added', 'https://s.example/cb?code=c&state=s3cret--https%3A%2F%2Fdapp.example', 's3cret'],
    ['with two hyphens of its own', 'https://s.example/cb?state=s3--ret', 's3--ret'],
    ['that begins with them, and a page', 'https://s.example/cb?state=--s3--https%3A%2F%2Fdapp.example', '--s3'],
    ['in the fragment', 'https://s.example/cb#state=abc', 'abc'],
    ['inside the nested address', nested(LINK), 's3cret'],
    ['none', 'https://s.example/cb?code=c', undefined],
    ['an empty one', 'https://s.example/cb?state=', undefined],
    ['of no link', 'nonsense', undefined],
  ])('%s', (_, link, state) => {
    expect(stateOf(link)).toBe(state)
  })
})

describe('answers', () => {
  test.each([
    ['the same state', 'https://s.example/cb?code=c&state=s3cret', true],
    ['the same state with a page', 'https://s.example/cb?code=c&state=s3cret--https%3A%2F%2Fdapp.example', true],
    ['error: the state of another sign-in', 'https://s.example/cb?code=c&state=other', false],
    ['error: another state that begins alike', 'https://s.example/cb?code=c&state=s3cret--other', false],
    ['error: no state at all', 'https://s.example/cb?code=c', false],
    ['error: no link', 'state=s3cret', false],
  ])('%s', (_, result, holds) => {
    expect(answers(result, LINK)).toBe(holds)
  })

  test('a link without a state accepts any', () => {
    expect(answers('https://s.example/cb?code=c', 'https://accounts.example/auth')).toBe(true)
  })
})

describe('withReturn', () => {
  const page = 'https://dapp.example/a?b=1&c=2#d'

  test('adds the page to the state, before what follows', () => {
    expect(withReturn(LINK, page)).toBe(
      'https://accounts.example/auth?client_id=a&state=s3cret--https%3A%2F%2Fdapp.example%2Fa%3Fb%3D1%26c%3D2%23d&nonce=n',
    )
  })

  test('does so inside the nested URL', () => {
    const link = withReturn(nested(LINK), page) ?? ''
    const inner = new URL(link).searchParams.get('provider_authorization_url') ?? ''
    expect(new URL(inner).searchParams.get('state')).toBe(`s3cret--${page}`)
    expect(stateOf(link)).toBe('s3cret')
  })

  test('error: a link without a state cannot return', () => {
    expect(withReturn('https://accounts.example/auth?client_id=a', page)).toBeUndefined()
    expect(withReturn(nested('https://accounts.example/auth'), page)).toBeUndefined()
  })
})

describe('resultIn', () => {
  test('takes the result out of the page’s URL and leaves the rest as written', () => {
    expect(resultIn('https://dapp.example/a?q=a%20b+c&result_uri=https%3A%2F%2Fs.example%2Fcb%3Fstate%3Dx&z#top')).toEqual({
      result: 'https://s.example/cb?state=x',
      page: 'https://dapp.example/a?q=a%20b+c&z#top',
    })
    expect(resultIn('https://dapp.example/?result_uri=x')).toEqual({ result: 'x', page: 'https://dapp.example/' })
  })

  test('leaves a page without one alone', () => {
    expect(resultIn('https://dapp.example/?uri=x')).toBeUndefined()
    expect(resultIn('https://dapp.example/?result_uri=')).toBeUndefined()
  })
})
