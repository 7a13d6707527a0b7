import { afterEach, expect, test, vi } from 'vitest'
import { clearApiCache } from '../api/call'
import { configureApi } from '../api/settings'
import { coinTypeOf } from '../lib/account-name'
import { resetStores } from '../state/store'
import { resolveReceiver } from './receiver-name'

const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

afterEach(() => {
  resetStores()
  clearApiCache()
  configureApi({ projectId: undefined })
  vi.unstubAllGlobals()
})

test('error: a name is no address on Solana, where none is looked up; one that people have there was said to lead nowhere', async () => {
  configureApi({ projectId: 'key' })
  const record = { name: 'grace.reown.id', addresses: { 60: { address: `0x${'1'.repeat(40)}` } } }
  vi.stubGlobal('fetch', async (url: URL) => Response.json(/chains$/.test(url.pathname) ? { http: [SOLANA], ws: [] } : record))
  expect(await resolveReceiver('grace.reown.id', SOLANA)).toEqual({ status: 'invalid' })
})

const ADDRESS = `0x${'1'.repeat(40)}`
const found = { status: 'found', name: 'grace.reown.id', address: ADDRESS }
const none = { status: 'none', name: 'grace.reown.id' }
test.each([
  ['is its address', 'grace.reown.id', 'grace.reown.id', ADDRESS, found],
  ['of another name is none', 'grace.reown.id', 'eve1.reown.id', ADDRESS, none],
  ['that is no address is none', 'grace.reown.id', 'grace.reown.id', 'somewhere', none],
  ['is not asked for if it is typed in capitals', 'Grace.reown.id', '', '', { status: 'differs', name: 'grace.reown.id' }],
  ['is not asked for if nobody can register it', 'gra.reown.id', '', '', { status: 'invalid' }],
])('the record of a name of our zone %s: %s', async (_, text, name, address, expected) => {
  configureApi({ projectId: 'key' })
  const asked = vi.fn(async () => Response.json({ name, addresses: { [coinTypeOf(1)]: { address } } }))
  vi.stubGlobal('fetch', async (url: URL) =>
    /chains$/.test(url.pathname) ? Response.json({ http: ['eip155:1'], ws: [] }) : asked(),
  )
  expect(await resolveReceiver(text, 'eip155:1')).toEqual({ ...expected, ...('address' in expected && { before: undefined }) })
  expect(asked).toHaveBeenCalledTimes(name ? 1 : 0)
})

test('error: a lookup that was given up is no failure of the service', async () => {
  configureApi({ projectId: 'key' })
  const left = new AbortController()
  vi.stubGlobal('fetch', async (url: URL) => {
    if (/chains$/.test(url.pathname)) return Response.json({ http: ['eip155:1'], ws: [] })
    left.abort()
    throw new TypeError('aborted')
  })
  await expect(resolveReceiver('grace.reown.id', 'eip155:1', left.signal)).rejects.toMatchObject({ code: 'ABORTED' })
})
