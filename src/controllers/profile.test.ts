import fc from 'fast-check'
import { subscribe } from 'valtio/vanilla'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { inFull } from '../../.ci/in-full.mjs'
import { skipPauses } from '../../.ci/skip-pauses'
import { adapters, type NamespaceEntry } from '../adapters'
import { clearApiCache } from '../api/call'
import { configureApi } from '../api/settings'
import { account } from '../state/account'
import { chainOf, chains } from '../state/chains'
import { resetStores } from '../state/store'
import { refreshAccount } from './account'
import { followAccount } from './account-watch'
import { isZoneName, profileOf } from './profile'

const NETWORK = 'eip155:56'
const own = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const SWITCHES = inFull(5_000, 500)

type Answers = {
  identity?: unknown
  /** Owners by name. */
  forward?: Readonly<Record<string, string>>
  reverse?: readonly string[]
}
const asked: string[] = []
const record = (name: string, address: string) => ({ name, addresses: { 60: { address, created_at: null } }, attributes: null })

function serve({ identity = { name: null, avatar: null }, forward = {}, reverse = [] }: Answers) {
  vi.stubGlobal('fetch', async (target: URL) => {
    const { pathname } = new URL(target)
    asked.push(pathname)
    if (pathname === '/v1/supported-chains') return Response.json({ http: [NETWORK, 'eip155:421614'], ws: [] })
    if (pathname.startsWith('/v1/identity/')) return Response.json(identity)
    if (pathname.startsWith('/v1/profile/reverse/')) return Response.json(reverse.map((name) => record(name, own)))
    const name = pathname.split('/').at(-1) ?? ''
    const owner = Object.hasOwn(forward, name) ? forward[name] : undefined
    return Response.json(owner ? record(name, owner) : [])
  })
}

beforeEach(() => {
  asked.length = 0
  configureApi({ projectId: 'key' })
  skipPauses()
})
afterEach(() => {
  resetStores()
  clearApiCache()
  configureApi({ projectId: undefined })
  vi.unstubAllGlobals()
})

const picture = 'https://pictures.example/ada.png'

describe('profileOf', () => {
  test('a name that resolves back is shown with its picture, requested once in five minutes', async () => {
    serve({ identity: { name: 'ada1.reown.id', avatar: picture }, forward: { 'ada1.reown.id': own } })
    expect(await profileOf(NETWORK, own)).toEqual({ name: 'ada1.reown.id', avatar: picture })
    const before = asked.length
    await profileOf(NETWORK, own)
    expect(asked.length).toBe(before)
  })

  test.each<[string, Answers]>([
    [
      'resolves to another address',
      { identity: { name: 'ada1.reown.id', avatar: picture }, forward: { 'ada1.reown.id': other } },
    ],
    ['resolves to nothing', { identity: { name: 'ada1.reown.id', avatar: picture } }],
    ['is an ENS name that cannot be looked up', { identity: { name: 'vitalik.eth', avatar: picture } }],
    ['is no name', { identity: { name: '\u202Eevil name', avatar: picture } }],
    ['imitates one of our zone', { identity: { name: 'аda1.reown.id', avatar: picture } }],
    ['is given by the reverse record only', { reverse: ['ada1.reown.id', 'ada2.evil.id'], forward: { 'ada1.reown.id': other } }],
  ])('error: a name that %s is not shown, nor its picture', async (_, answers) => {
    serve(answers)
    expect(await profileOf(NETWORK, own)).toEqual({ name: undefined, avatar: undefined })
  })

  test('without a name from the provider, one of our zone is found by the address', async () => {
    serve({ reverse: ['stale.reown.id', 'ada2.reown.id'], forward: { 'ada2.reown.id': own.toLowerCase() } })
    expect(await profileOf(NETWORK, own)).toEqual({ name: 'ada2.reown.id', avatar: undefined })
  })

  test('on a test network only names of our zone count, not the name on Ethereum', async () => {
    const { eip155 } = adapters
    const names = { nameOfAddress: async () => 'ada.eth' }
    adapters.eip155 = { ...eip155, names: async () => names } as unknown as NamespaceEntry
    serve({})
    // Of whom no other test asks: names are kept for five minutes.
    const third = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
    expect((await profileOf(NETWORK, third)).name).toBe('ada.eth')
    asked.length = 0
    serve({ identity: { name: 'ada1.reown.id', avatar: picture }, reverse: [] })
    expect(await profileOf('eip155:421614', third)).toEqual({ name: undefined, avatar: undefined })
    if (eip155) adapters.eip155 = eip155
    expect(asked.filter((path) => path.startsWith('/v1/identity'))).toEqual([])
  })

  test('error: of an address with very many names only the first three are tried', async () => {
    const reverse = Array.from({ length: 50 }, (_, i) => `ada${i}${i}.reown.id`)
    serve({ reverse })
    expect((await profileOf(NETWORK, own)).name).toBeUndefined()
    expect(asked.filter((path) => path.startsWith('/v1/profile/account/'))).toHaveLength(3)
  })

  test('other chains have no names, and nobody is asked', async () => {
    serve({ identity: { name: 'ada1.reown.id', avatar: picture } })
    const address = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
    expect(await profileOf('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', address)).toEqual({ name: undefined, avatar: undefined })
    expect(asked).toEqual([])
  })

  test.each([
    ['ada1.reown.id', true],
    ['ADA1.reown.id', false],
    ['ada.reown.id', false],
    ['pay.ada1.reown.id', false],
    ['ada1.evil.id', false],
  ])('whether %s is a name of our zone: %s', (name, is) => expect(isZoneName(name)).toBe(is))

  test('error: an ENS name that resolves to another address is not shown; one that resolves back is', async () => {
    const { eip155 } = adapters
    const owners: Readonly<Record<string, string>> = { 'ada.eth': own, 'eve.eth': other }
    const names = {
      readName: async (name: string) => ({ status: 'normal', name }),
      addressOfName: async (name: string) => owners[name],
      nameOfAddress: async () => undefined,
    }
    adapters.eip155 = { ...eip155, names: async () => names } as unknown as NamespaceEntry
    const shown: unknown[] = []
    for (const name of Object.keys(owners)) {
      serve({ identity: { name, avatar: picture } })
      clearApiCache()
      shown.push((await profileOf(NETWORK, own)).name)
    }
    if (eip155) adapters.eip155 = eip155
    expect(shown).toEqual(['ada.eth', undefined])
  })

  test('error: a picture with a forbidden URL is left out', async () => {
    serve({ identity: { name: null, avatar: 'javascript:alert(1)' } })
    expect(await profileOf(NETWORK, own)).toEqual({ name: undefined, avatar: undefined })
  })
})

test(`promise 16: of ${SWITCHES} names that arrive out of order none is shown for another account`, async () => {
  const addresses = Array.from({ length: 20 }, (_, i) => `0x${String(i + 1).padStart(40, '0')}`)
  const nameOf = (address: string) => `name-${Number(address)}.reown.id`
  const waiting: (() => void)[] = []
  vi.stubGlobal('fetch', (target: URL) => {
    const path = new URL(target).pathname
    const address = path.split('/').at(-1) ?? ''
    const body = () => {
      if (path === '/v1/supported-chains') return { http: [NETWORK], ws: [] }
      if (path.startsWith('/v1/identity/')) return { name: nameOf(address), avatar: null }
      if (path.startsWith('/v1/profile/account/'))
        return record(address, addresses.find((each) => nameOf(each) === address) ?? '')
      return []
    }
    const answer = () => Response.json(body())
    // The signal is ignored, like by a server that answers all the same.
    if (path === '/v1/supported-chains') return Promise.resolve(answer())
    return new Promise<Response>((resolve) => waiting.push(() => resolve(answer())))
  })
  let stale = 0
  const stop = subscribe(
    account,
    () => {
      const shownFor = account.owner?.split(':')[2]
      if (account.profileName !== undefined && (!shownFor || account.profileName !== nameOf(shownFor))) stale++
    },
    true,
  )
  const random = fc.sample(fc.nat(), { numRuns: SWITCHES, seed: 11 })
  const running: Promise<unknown>[] = []
  for (const number of random) {
    const address = addresses[number % addresses.length] ?? ''
    Object.assign(chainOf('eip155'), { status: 'connected', caipAddress: `${NETWORK}:${address}` })
    followAccount()
    running.push(refreshAccount())
    await Promise.resolve()
    // Some answers arrive, in any order; the others wait longer.
    for (let i = 0; i < number % 4; i++) waiting.splice((number >> 4) % (waiting.length || 1), 1)[0]?.()
    if (number % 16 === 0) clearApiCache()
  }
  while (waiting.length > 0 || running.length > 0) {
    for (const answer of waiting.splice(0).reverse()) answer()
    if (await Promise.race([Promise.all(running).then(() => true), new Promise((resolve) => setTimeout(resolve, 5))])) break
  }
  stop()
  expect(stale).toBe(0)
  expect(account.profileName).toBe(nameOf(chains.active.address ?? ''))
})
