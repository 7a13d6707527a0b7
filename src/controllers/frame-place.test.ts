import { expect, test } from 'vitest'
import { framePlace, offerFramePlace } from './frame-place'

/** An element of a page, as far as the frame’s place needs one. */
const part = (isConnected: boolean) => ({ isConnected }) as HTMLElement

test('a frame waits for its place, and a later one gets it at once', async () => {
  const waiting = framePlace()
  const place = part(true)
  offerFramePlace(place)
  expect(await waiting).toBe(place)
  expect(await framePlace()).toBe(place)
})

test('error: a frame closed before there is a place stops waiting, and the others go on', async () => {
  offerFramePlace(part(false))
  const [closed, place] = [new AbortController(), part(true)]
  const [first, second] = [framePlace(closed.signal), framePlace(new AbortController().signal)]
  closed.abort()
  await expect(first).rejects.toMatchObject({ name: 'AbortError' })
  offerFramePlace(place)
  expect(await second).toBe(place)
})
