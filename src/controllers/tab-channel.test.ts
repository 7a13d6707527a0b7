import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { config } from '../state/config'
import { resetStores } from '../state/store'
import { joinTabChannel } from './tab-channel'

const page = new EventTarget()
beforeEach(() => {
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})
afterEach(() => {
  vi.unstubAllGlobals()
  resetStores()
})
const happen = (type: string, members: object) => page.dispatchEvent(Object.assign(new Event(type), members))

test('storage events are heard under the prefix as it is encoded, until the tab leaves', () => {
  config.storagePrefix = '@bakery/till'
  const changed = vi.fn()
  const { leave } = joinTabChannel('connections', changed)
  happen('storage', { key: 'other:connections' })
  happen('storage', { key: '%40bakery%2Ftill:connections' })
  expect(changed).toHaveBeenCalledOnce()
  leave()
  happen('storage', { key: '%40bakery%2Ftill:connections' })
  expect(changed).toHaveBeenCalledOnce()
})

test('a page from the back-forward cache has missed messages and checks; a new one does not', () => {
  const changed = vi.fn()
  const { leave } = joinTabChannel('connections', changed)
  happen('pageshow', { persisted: false })
  expect(changed).not.toHaveBeenCalled()
  happen('pageshow', { persisted: true })
  expect(changed).toHaveBeenCalledOnce()
  leave()
  happen('pageshow', { persisted: true })
  expect(changed).toHaveBeenCalledOnce()
})
