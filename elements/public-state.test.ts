import { afterEach, expect, test } from 'vitest'
import type { SiwxSession } from '../src/lib/siwx'
import { siwx } from '../src/state/siwx'
import { resetStores } from '../src/state/store'
import { publicState } from './public-state'

afterEach(resetStores)

test('state: a host cannot change the session that is at work, or whatever else it reads there', () => {
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

test('state: the view of an element in place is known though nobody opened it; a closed one has none', () => {
  expect([true, false].map((embedded) => publicState(embedded))).toMatchObject([
    { open: false, view: 'Connect' },
    { open: false, view: null },
  ])
})
