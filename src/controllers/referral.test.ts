import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { adapters } from '../adapters'
import { authKey } from '../api/login-storage'
import { forgetAll, read, remember } from '../lib/storage'
import { config, NO_REFERRAL } from '../state/config'
import { auth } from '../state/login'
import { resetStores } from '../state/store'
import { startLogin } from './login'
import { keepReferral } from './referral'

const FRIEND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const PARTNER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

beforeEach(() => {
  resetStores()
  forgetAll()
  vi.stubGlobal('location', { search: '' })
})
afterEach(() => vi.unstubAllGlobals())

async function kept({ search = '', attribute = NO_REFERRAL as string } = {}) {
  Object.assign(location, { search })
  config.referral = attribute
  await keepReferral()
  return auth.ref
}

describe('keepReferral', () => {
  test('the page’s URL wins over the attribute, with an ERC-55 checksum', async () => {
    expect(await kept({ attribute: PARTNER })).toBe(PARTNER)
    expect(await kept({ search: `?utm=x&ref=${FRIEND.toLowerCase()}`, attribute: PARTNER })).toBe(FRIEND)
  })

  test('a visitor who came by a friend’s link stays the friend’s on later pages', async () => {
    await kept({ search: `?ref=${FRIEND}` })
    expect(await kept({ attribute: PARTNER })).toBe(FRIEND)
    expect(read(authKey)).toEqual({ user: null, ref: FRIEND })
  })

  test('whoever logs out while the address is checked stays logged out', async () => {
    const user = {
      id: '1',
      address: FRIEND,
      chain: 'eip155:1',
      accountType: 'eoa',
      ref: null,
      createdAt: '2026-01-01T00:00:00Z',
    } as const
    remember(authKey, { user, ref: NO_REFERRAL })
    expect(read(authKey)?.user?.id).toBe('1')
    const keeping = kept({ search: `?ref=${FRIEND}` })
    remember(authKey, { user: null, ref: NO_REFERRAL })
    await keeping
    expect(read(authKey)).toEqual({ user: null, ref: FRIEND })
  })

  test('a later page’s attribute does not take the place of an earlier one’s, its address does', async () => {
    await kept({ attribute: PARTNER })
    expect(await kept({ attribute: FRIEND })).toBe(PARTNER)
    expect(await kept({ search: `?ref=${FRIEND}`, attribute: PARTNER })).toBe(FRIEND)
  })

  test('without a referrer it is the zero address', async () => {
    expect(await kept()).toBe(NO_REFERRAL)
  })

  test.each([
    ['no address', 'somebody'],
    ['41 characters', FRIEND.slice(0, -1)],
    ['mistyped', FRIEND.replace('dc79C8', 'dc79c8')],
    ['another chain’s', 'GwAF45zjfyGzUbd3i3hXxzGeuchzEZXwpRYHZM5912F1'],
    ['the zero address', NO_REFERRAL],
    ['markup', '<img src=x onerror=alert(1)>'],
  ])('error: a referrer that is %s is ignored', async (_, ref) => {
    expect(await kept({ search: `?ref=${encodeURIComponent(ref)}`, attribute: PARTNER })).toBe(PARTNER)
  })

  test('error: a stored referrer is checked as strictly', async () => {
    remember(authKey, { user: null, ref: FRIEND.replace('dc79C8', 'dc79c8') })
    expect(await kept({ attribute: PARTNER })).toBe(PARTNER)
  })
})

test('error: if the code that reads the address fails to load, the developer is warned, and it is kept once that has', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const told = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const lost = new TypeError('Failed to fetch dynamically imported module')
  const evm = adapters.eip155 as Required<NonNullable<typeof adapters.eip155>>
  const load = vi.spyOn(evm, 'load').mockRejectedValueOnce(lost)
  Object.assign(location, { search: `?ref=${FRIEND}` })
  const stop = startLogin()
  Object.assign(location, { search: '' })
  await vi.waitFor(() => expect(told.mock.calls).toEqual([[expect.any(String), lost]]))
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  await vi.waitFor(() => expect(auth.ref).toBe(FRIEND))
  stop()
  load.mockRestore()
  told.mockRestore()
})
