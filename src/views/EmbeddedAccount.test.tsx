import { renderToStaticMarkup } from 'react-dom/server'
import { ref } from 'valtio/vanilla'
import { afterEach, expect, test, vi } from 'vitest'
import { chainOf } from '../state/chains'
import { embedded } from '../state/embedded'
import { smartSessions } from '../state/smart-sessions'
import { resetStores } from '../state/store'
import EmbeddedAccount from './EmbeddedAccount'

afterEach(resetStores)
afterEach(() => vi.unstubAllGlobals())

test('an e-mail address can be changed after an e-mail sign-in; a social network’s is only shown, as it is changed there', () => {
  vi.stubGlobal('location', new URL('https://shop.example'))
  const row = () =>
    renderToStaticMarkup(<EmbeddedAccount />)
      .split('<li')
      .find((each) => each.includes('ada@example.org'))
  embedded.email = 'ada@example.org'
  expect(row()).toContain('<button')
  embedded.via = 'google'
  expect([row(), row()?.includes('<button')]).toEqual([expect.stringContaining('ada@example.org'), false])
})

test('a smart account is not promised that others pay its fees: the wallet has not said so, and Send says that they may', () => {
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const caipAddress = `eip155:42161:${address}` as const
  const accountTypes = { [address]: 'smartAccount' } as const
  vi.stubGlobal('location', new URL('https://shop.example'))
  Object.assign(chainOf('eip155'), { status: 'connected', networkId: 'eip155:42161', caipAddress, accountTypes })
  smartSessions.abilities = { batch: true, sessions: false }
  expect(renderToStaticMarkup(<EmbeddedAccount />)).toContain('Network fees may be paid for you')
})

test('the number of apps with a session is the list’s own, also with a clock that is ahead', () => {
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const caipAddress = `eip155:42161:${address}` as const
  const accountTypes = { [address]: 'smartAccount' } as const
  vi.stubGlobal('location', new URL('https://shop.example'))
  Object.assign(chainOf('eip155'), { status: 'connected', networkId: 'eip155:42161', caipAddress, accountTypes })
  const session = { pci: 'p', expiry: Date.now() - 60_000, revokedAt: undefined }
  Object.assign(smartSessions, { owner: caipAddress, list: ref([session]), status: 'ready', skewMs: 3_600_000 })
  expect(renderToStaticMarkup(<EmbeddedAccount />)).toContain('1 active')
})
