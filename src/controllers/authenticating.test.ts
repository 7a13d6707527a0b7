import { afterEach, expect, test } from 'vitest'
import { notice } from '../state/notice'
import { resetStores } from '../state/store'
import { authenticating } from './authenticating'

afterEach(resetStores)

test('a notice that comes while a backend is asked stays when it has answered', async () => {
  const copied = { kind: 'success', text: 'Address copied' } as const
  await authenticating(async () => {
    expect(notice.snack?.text).toBe('Authenticating...')
    notice.snack = copied
  })
  expect(notice.snack).toEqual(copied)
})
