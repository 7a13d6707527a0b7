import { afterEach, expect, test } from 'vitest'
import { WalletError } from '../lib/errors'
import '../lib/later-errors'
import { notice } from '../state/notice'
import { resetStores } from '../state/store'
import { onError, report } from './report'

afterEach(resetStores)

test('error: the frame’s text, which may contain personal data, is shown but not given to the host; the host gets the code', () => {
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

test('the frame’s text is shown', () => {
  report(new WalletError('FRAME_ERROR', { message: 'Not now' }))
  expect(notice.snack).toMatchObject({ text: 'Not now', code: 'FRAME_ERROR' })
})
