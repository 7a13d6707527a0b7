import { afterEach, beforeEach, expect, test } from 'vitest'
import { openModal } from '../src/controllers/modal'
import { report } from '../src/controllers/report'
import { WalletError } from '../src/lib/errors'
import '../src/lib/later-errors'
import { modal } from '../src/state/modal'
import { notice } from '../src/state/notice'
import { resetStores } from '../src/state/store'
import { startEvents } from './events'
import { toHost } from './host-errors'
import { viewsUnavailable } from './show'

const words = 'ada@example.org has no such account'
const said = () => new WalletError('FRAME_ERROR', { message: words })

const heard: { code: string; message: string; cause?: unknown }[] = []
let stop = () => {}
beforeEach(() => {
  resetStores()
  heard.length = 0
  const element = Object.assign(new EventTarget(), { elementId: 1 })
  element.addEventListener('wallet-error', (event) => heard.push((event as CustomEvent).detail))
  stop = startEvents([element as never])
})
afterEach(() => stop())

test('error: the frame’s text may contain personal data: it is shown, but no host gets it, however deep it is wrapped', () => {
  report(said())
  expect(notice.snack?.text).toBe(words)
  report(new WalletError('SEND_FAILED', { cause: said() }))
  report(new WalletError('SIGN_IN_FAILED', { cause: new WalletError('SMART_ACCOUNT_UNSUPPORTED', { cause: said() }) }))
  // Another wallet's text is passed on.
  report(new WalletError('SEND_FAILED', { cause: words }))
  expect(heard.map(({ code, cause }) => [code, cause])).toEqual([
    ['FRAME_ERROR', undefined],
    ['SEND_FAILED', undefined],
    ['SIGN_IN_FAILED', undefined],
    ['SEND_FAILED', words],
  ])
  expect(heard[0]?.message).toBe('An error occurred')
})

test.each([
  ['its own', said(), 'FRAME_ERROR'],
  ['wrapped', new WalletError('CHAIN_NOT_SUPPORTED', { cause: said() }), 'CHAIN_NOT_SUPPORTED'],
])('error: nor does a host whose call fails with it, %s', (_, cause, code) => {
  expect(() => toHost(cause)).toThrow(new WalletError(code as 'FRAME_ERROR'))
  try {
    toHost(cause)
  } catch (error) {
    expect((error as WalletError).cause).toBeUndefined()
  }
})

test('error: any other error is thrown unchanged', () => {
  const error = new WalletError('USER_REJECTED', { cause: { code: 4001 } })
  expect(() => toHost(error)).toThrow(error)
  expect(() => toHost(words)).toThrow(words)
})

test('error: that the modal failed to load is reported to the host only: shown over the next try, it would look as if that had failed', () => {
  openModal(1, 'Connect')
  viewsUnavailable(1, new TypeError('Failed to fetch'))
  expect([modal.elementId, notice.snack]).toEqual([undefined, undefined])
  expect(heard.map(({ code }) => code)).toEqual(['VIEW_UNAVAILABLE'])
})
