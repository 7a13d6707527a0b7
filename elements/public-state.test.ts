import { afterEach, expect, test } from 'vitest'
import type { SiwxSession } from '../src/lib/siwx'
import { siwx } from '../src/state/siwx'
import { resetStores } from '../src/state/store'
import { publicState } from './public-state'

afterEach(resetStores)

test('state: a host cannot change our session, or anything else that it reads there', () => {
  const session = {
    data: { domain: 'shop.example', resources: ['https://shop.example/terms'] },
    message: 'm',
    signature: '0x1',
  } as unknown as SiwxSession
  siwx.session = session
  const state = publicState(false)
  for (const each of [state, state.accounts, state.session, state.session?.data, state.session?.data.resources])
    expect(Object.isFrozen(each)).toBe(true)
  expect(state.session).toEqual(session)
  for (const each of [session, session.data.resources]) expect(Object.isFrozen(each)).toBe(false)
})

test('state: the view of an inline element is known though it was never opened; a closed one has none', () => {
  expect([true, false].map((embedded) => publicState(embedded))).toMatchObject([
    { open: false, view: 'Connect' },
    { open: false, view: null },
  ])
})
