import { renderToStaticMarkup } from 'react-dom/server'
import { ref } from 'valtio/vanilla'
import { afterEach, expect, test, vi } from 'vitest'
import { chains } from '../state/chains'
import { smartSessions } from '../state/smart-sessions'
import { resetStores } from '../state/store'
import SmartSessionCreated from './SmartSessionCreated'
import { header } from './SmartSessionList'

const [own, other] = [
  'eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
] as const
afterEach(resetStores)
afterEach(() => void vi.unstubAllGlobals())

test('the number of apps with a session is shown for the active account only', () => {
  const session = { pci: 'p', expiry: Date.now() + 60_000, revokedAt: undefined }
  Object.assign(smartSessions, { owner: own, list: ref([session]), status: 'ready' })
  const { Sub } = header
  const drawn = () => Sub && renderToStaticMarkup(<Sub />)
  chains.active.caipAddress = own
  expect(drawn()).toBe('1 app can act for you')
  chains.active.caipAddress = other
  expect(drawn()).toBe('')
})

test('also with a clock that is ahead', () => {
  const session = { pci: 'p', expiry: Date.now() - 60_000, revokedAt: undefined }
  Object.assign(smartSessions, { owner: own, list: ref([session]), status: 'ready', skewMs: 3_600_000 })
  chains.active.caipAddress = own
  const { Sub } = header
  expect(Sub && renderToStaticMarkup(<Sub />)).toBe('1 app can act for you')
})

test.each([
  ['somebody', own, 'The app can act for you'],
  ['nobody', undefined, 'No wallet is connected'],
])('with %s connected, a created session says so: a host may open any view by its name', (_, caipAddress, said) => {
  vi.stubGlobal('location', { origin: 'https://shop.example', host: 'shop.example' })
  vi.stubGlobal('document', { title: 'Shop', querySelector: () => null, querySelectorAll: () => [] })
  chains.active.caipAddress = caipAddress
  const drawn = renderToStaticMarkup(<SmartSessionCreated />)
  expect(['The app can act for you', 'No wallet is connected'].filter((each) => drawn.includes(each))).toEqual([said])
})
