import { expect, test } from 'vitest'
import { fitRoom, framePlace, hasRoom, offerFramePlace, offerRoom, onRoom } from './frame-place'

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

test('the room of a newer view stays when an older view leaves; each has the content’s height, and is told of until nobody listens', () => {
  const heights: string[] = []
  const view = () => ({ isConnected: true, style: { setProperty: (_: string, height: string) => heights.push(height) } })
  let told = 0
  const stop = onRoom(() => told++)
  fitRoom(320)
  const leaveOlder = offerRoom(view() as unknown as HTMLElement)
  const leaveNewer = offerRoom(view() as unknown as HTMLElement)
  leaveOlder()
  expect([hasRoom(), heights, told]).toEqual([true, ['320px', '320px'], 2])
  leaveNewer()
  stop()
  offerRoom(view() as unknown as HTMLElement)()
  expect([hasRoom(), told]).toEqual([false, 2])
})
