import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../lib/later-errors'
import { chainOf } from '../state/chains'
import { embedded } from '../state/embedded'
import { notice } from '../state/notice'
import { resetStores } from '../state/store'
import { followOffline } from './offline'

const page = new EventTarget()
const say = (type: 'offline' | 'online') => page.dispatchEvent(new Event(type))
let stop: () => void

beforeEach(() => {
  vi.stubGlobal('window', page)
  stop = followOffline()
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  resetStores()
})

test('a visitor with a connected wallet is told that the network is gone, until it is back', () => {
  say('offline')
  expect(notice.snack).toBeUndefined()
  chainOf('eip155').status = 'connected'
  say('offline')
  expect(notice.snack?.code).toBe('OFFLINE')
  say('online')
  expect(notice.snack).toBeUndefined()
})

test('another message shown meanwhile stays when the network is back', () => {
  chainOf('eip155').status = 'connected'
  say('offline')
  notice.snack = { kind: 'success', text: 'Copied' }
  say('online')
  expect(notice.snack?.text).toBe('Copied')
})

test('a step of signing in that failed for that can be done again: the form does not go on saying so; a login’s own screen does', () => {
  const after = (wrongIn: typeof embedded.wrongIn) => {
    Object.assign(embedded, { code: 'OFFLINE', words: 'You are offline', wrongIn })
    say('online')
    return embedded.code
  }
  expect([after('Connect'), after('EmailVerifyOtp'), after('ConnectingSocial')]).toEqual([undefined, undefined, 'OFFLINE'])
})
