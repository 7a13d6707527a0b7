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
  test('the page’s address goes before the attribute, as ERC-55 writes it', async () => {
    expect(await kept({ attribute: PARTNER })).toBe(PARTNER)
    expect(await kept({ search: `?utm=x&ref=${FRIEND.toLowerCase()}`, attribute: PARTNER })).toBe(FRIEND)
  })

  test('who came by a friend’s link stays his, on the pages after it', async () => {
    await kept({ search: `?ref=${FRIEND}` })
    expect(await kept({ attribute: PARTNER })).toBe(FRIEND)
    expect(read(authKey)).toEqual({ user: null, ref: FRIEND })
  })

  test('without any it is the zero address: nobody', async () => {
    expect(await kept()).toBe(NO_REFERRAL)
  })

  test.each([
    ['no address', 'somebody'],
    ['41 characters', FRIEND.slice(0, -1)],
    ['mistyped', FRIEND.replace('dc79C8', 'dc79c8')],
    ['another chain’s', 'GwAF45zjfyGzUbd3i3hXxzGeuchzEZXwpRYHZM5912F1'],
    ['the zero address', NO_REFERRAL],
    ['markup', '<img src=x onerror=alert(1)>'],
  ])('error: one that is %s counts for nothing', async (_, ref) => {
    expect(await kept({ search: `?ref=${encodeURIComponent(ref)}`, attribute: PARTNER })).toBe(PARTNER)
  })

  test('error: what somebody wrote into storage is read as carefully', async () => {
    remember(authKey, { user: null, ref: FRIEND.replace('dc79C8', 'dc79c8') })
    expect(await kept({ attribute: PARTNER })).toBe(PARTNER)
  })
})

test('error: what reads a friend’s address does not load: the developer is told, and the page has no error of ours', async () => {
  const told = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const lost = new TypeError('Failed to fetch dynamically imported module')
  const load = vi.spyOn(adapters.eip155 as Required<NonNullable<typeof adapters.eip155>>, 'load').mockRejectedValue(lost)
  Object.assign(location, { search: `?ref=${FRIEND}` })
  const stop = startLogin()
  await vi.waitFor(() => expect(told.mock.calls).toEqual([[expect.any(String), lost]]))
  stop()
  load.mockRestore()
  told.mockRestore()
})
