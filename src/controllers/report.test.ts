import { afterEach, expect, test } from 'vitest'
import { WalletError } from '../lib/errors'
import '../lib/later-errors'
import { notice } from '../state/notice'
import { resetStores } from '../state/store'
import { onError, report } from './report'

afterEach(resetStores)

test('error: what the frame says, which may name the person, is for the screen; the host hears that it was the frame', () => {
  const heard: WalletError[] = []
  const stop = onError((error) => heard.push(error))
  const words = 'ada@example.org has no such account'
  report(new WalletError('FRAME_ERROR', { message: words, cause: words }))
  report(new WalletError('SEND_FAILED', { cause: words }))
  stop()
  expect(heard.map(({ code, cause }) => [code, cause])).toEqual([
    ['FRAME_ERROR', undefined],
    ['SEND_FAILED', words],
  ])
  expect(heard[0]?.message).not.toContain('ada')
})

test('the frame’s words stand on screen', () => {
  report(new WalletError('FRAME_ERROR', { message: 'Not now' }))
  expect(notice.snack).toMatchObject({ text: 'Not now', code: 'FRAME_ERROR' })
})
