import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { WalletError } from '../lib/errors'
import { sessionStage } from '../lib/smart-session'
import { clearApiCache } from './call'
import { configureApi } from './settings'
import { getSessions, postRevoked } from './smart-sessions'

const OWNER = 'eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' as const
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const wire = {
  project: { id: '3f2a', name: 'My dapp', url: null, iconUrl: null },
  pci: '6f1c0f0e-0000-4000-8000-000000000000',
  ...{ expiry: 1_746_263_651, createdAt: 1_746_177_251, policies: [], context: '0x00', revokedAt: null },
  permissions: [{ type: 'contract-call', data: { address: TOKEN, functions: [{ functionName: 'mint' }] } }],
}

function serve(answer: unknown, status = 200) {
  const asked: { url: URL; method: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (target: string | URL, init?: RequestInit) => {
    const url = new URL(target)
    if (url.pathname === '/v1/supported-chains') return new Response(JSON.stringify({ http: ['eip155:1'], ws: [] }))
    asked.push({ url, method: init?.method ?? 'GET', body: JSON.parse(String(init?.body ?? 'null')) })
    return new Response(answer === undefined ? '' : JSON.stringify(answer), { status })
  })
  return asked
}
const listed = async (...pcis: unknown[]) => {
  serve({ pcis })
  return getSessions(OWNER)
}

beforeEach(() => configureApi({ projectId: 'key' }))
afterEach(() => {
  clearApiCache()
  configureApi({ projectId: undefined })
  vi.unstubAllGlobals()
})

describe('getSessions', () => {
  test('error: if not even the networks can be requested it fails, instead of saying that no app has permissions', async () => {
    vi.stubGlobal('fetch', async () => new Response('<html>', { status: 200 }))
    await expect(getSessions(OWNER)).rejects.toMatchObject({ code: 'API_RESPONSE_INVALID' })
    serve({ pcis: [wire] })
    expect(await getSessions(`eip155:31337:${OWNER.slice(9)}`)).toEqual([])
  })

  test('requests the account by its full id, and returns times in ms, the newest first', async () => {
    const asked = serve({ pcis: [wire, { ...wire, pci: 'later', createdAt: wire.createdAt + 1, revokedAt: 1_746_177_300 }] })
    const [later, first] = await getSessions(OWNER)
    expect(asked[0]?.url.pathname).toBe(`/v1/sessions/${encodeURIComponent(OWNER)}`)
    expect([later?.pci, later?.revokedAt]).toEqual(['later', 1_746_177_300_000])
    expect(first).toEqual({
      pci: wire.pci,
      app: { name: 'My dapp', icon: undefined },
      ...{ createdAt: 1_746_177_251_000, expiry: 1_746_263_651_000, revokedAt: undefined },
      permissions: [{ kind: 'call', contract: TOKEN, functions: ['mint'], value: 0n }],
      wire: wire.permissions,
    })
  })

  test('an allowance is exact, with the used part if the provider knows it', async () => {
    const native = {
      type: 'native-token-recurring-allowance',
      // It is of the coin, whatever token it names.
      data: { allowance: '0xde0b6b3a7640000', start: 0, period: 86_400, token: TOKEN },
    }
    const token = {
      type: 'erc20-recurring-allowance',
      data: { token: TOKEN, allowance: '0x989680', period: 0, spent: '0x3d0900' },
    }
    const [session] = await listed({ ...wire, permissions: [native, token] })
    expect(session?.permissions).toEqual([
      { kind: 'spend', token: undefined, allowance: 10n ** 18n, period: 86_400, spent: undefined },
      { kind: 'spend', token: TOKEN, allowance: 10_000_000n, period: 0, spent: 4_000_000n },
    ])
  })

  test('an allowance without a period is one in all; of an unreadable used part nothing is known', async () => {
    const data = { allowance: '0x5', spent: 'most' }
    const [session] = await listed({ ...wire, permissions: [{ type: 'native-token-recurring-allowance', data }] })
    expect(session?.permissions).toEqual([{ kind: 'spend', token: undefined, allowance: 5n, period: 0, spent: undefined }])
  })

  test('the value limits of calls are summed up', async () => {
    const functions = [
      { functionName: 'mint', valueLimit: '0x5' },
      { functionName: 'burn' },
      { functionName: 'sweep', valueLimit: null },
      { functionName: 'bid', valueLimit: '0x2' },
    ]
    const [session] = await listed({ ...wire, permissions: [{ type: 'contract-call', data: { address: TOKEN, functions } }] })
    expect(session?.permissions).toEqual([
      { kind: 'call', contract: TOKEN, functions: ['mint', 'burn', 'sweep', 'bid'], value: 7n },
    ])
  })

  test.each([
    ['an unknown kind', { type: 'everything', data: null }],
    ['an unknown kind with the data of a call', { type: 'everything', data: { address: TOKEN, functions: [] } }],
    ['an allowance that is not hex', { type: 'native-token-recurring-allowance', data: { allowance: 'all' } }],
    ['a period that is not in seconds', { type: 'native-token-recurring-allowance', data: { allowance: '0x1', period: '1d' } }],
    ['a token allowance without a token', { type: 'erc20-recurring-allowance', data: { allowance: '0x1' } }],
    ['an invalid token address', { type: 'erc20-recurring-allowance', data: { token: 'x', allowance: '0x1' } }],
    ['an invalid contract address', { type: 'contract-call', data: { address: '0x1', functions: [] } }],
    ['a call without functions', { type: 'contract-call', data: { address: TOKEN } }],
    [
      'a call with too many functions',
      { type: 'contract-call', data: { address: TOKEN, functions: Array(51).fill({ functionName: 'mint', valueLimit: '0x1' }) } },
    ],
    ...['5', 5, `0x${'f'.repeat(65)}`].map((valueLimit): [string, { type: string; data: unknown }] => [
      `coins with a call that are no hex (${valueLimit})`,
      { type: 'contract-call', data: { address: TOKEN, functions: [{ functionName: 'mint', valueLimit }] } },
    ]),
  ])('%s is listed all the same, by its type', async (_, permission) => {
    const [session] = await listed({ ...wire, permissions: [permission] })
    expect(session?.permissions).toEqual([{ kind: 'other', type: permission.type }])
  })

  test('names are cleaned', async () => {
    const [session] = await listed({ ...wire, project: { name: `a\u202e<b>${'x'.repeat(500)}`, iconUrl: 'javascript:alert(1)' } })
    expect(session?.app.name).toMatch(/^a<b>x+…$/)
    expect(session?.app.icon).toBeUndefined()
  })

  test.each<[string, object, object]>([
    ['names no app', { project: null }, { app: { name: wire.pci, icon: undefined } }],
    ['names the app by a number', { project: { name: 7 } }, { app: { name: wire.pci, icon: undefined } }],
    ['names the app invisibly', { project: { name: '\u200b' } }, { app: { name: wire.pci, icon: undefined } }],
    ['has an invalid expiry, which may not count as expired,', { expiry: 'soon' }, { expiry: 8.64e15 }],
    ['has an expiry of 0, which says "never" to ERC-4337', { expiry: 0 }, { expiry: 8.64e15 }],
    ['may have been revoked, but says not when', { revokedAt: 'soon' }, { revokedAt: undefined }],
    ['was revoked at 0, as a server writes "not yet"', { revokedAt: 0 }, { revokedAt: undefined }],
    ['has an invalid permission', { permissions: ['all'] }, { permissions: [{ kind: 'other', type: '' }], wire: ['all'] }],
    ['has a permission without a type', { permissions: [{ data: 1 }] }, { permissions: [{ kind: 'other', type: '' }] }],
  ])('one that %s is listed all the same, and can be revoked', async (_, odd, shown) => {
    expect(await listed({ ...wire, ...odd }, { ...wire, pci: 'other' })).toHaveLength(2)
    expect((await listed({ ...wire, ...odd }))[0]).toMatchObject({ pci: wire.pci, ...shown })
  })

  test('of an endless list of permissions the rest is counted; the wallet is asked to revoke them all', async () => {
    const permissions = Array(60).fill(wire.permissions[0])
    const [session] = await listed({ ...wire, permissions })
    expect([session?.permissions.length, session?.permissions.at(-1)]).toEqual([51, { kind: 'other', type: '+10' }])
    expect(session?.wire).toEqual(permissions)
  })

  test('error: an unidentifiable session does not hide the others', async () => {
    for (const pci of [5, '', 'x'.repeat(101)]) expect(await listed({ ...wire, pci }, wire)).toHaveLength(1)
  })

  test('error: an answer of another shape is invalid', async () => {
    for (const pcis of [[{ ...wire, pci: undefined }], {}, [{ ...wire, permissions: undefined }]]) {
      serve({ pcis })
      await expect(getSessions(OWNER)).rejects.toMatchObject({ code: 'API_RESPONSE_INVALID' })
    }
  })
})

describe('postRevoked', () => {
  test('names the session, and accepts an empty answer', async () => {
    const asked = serve(undefined)
    await postRevoked(OWNER, wire.pci, '0x12')
    expect(asked).toMatchObject([{ method: 'POST', body: { pci: wire.pci, signature: '0x12' } }])
    expect(asked[0]?.url.searchParams.get('projectId')).toBe('key')
  })

  test('error: a write is never retried', async () => {
    const asked = serve({}, 500)
    const error = await postRevoked(OWNER, wire.pci, '0x12').catch((cause: WalletError) => cause)
    expect(error).toMatchObject({ code: 'API_UNAVAILABLE' })
    expect(asked.length).toBe(1)
  })
})

test('a session is active until it expires or is revoked; one that was revoked stays so', () => {
  const session = { ...{ pci: 'x', app: { name: '', icon: undefined }, createdAt: 0, permissions: [], wire: [] }, expiry: 1000 }
  expect(sessionStage({ ...session, revokedAt: undefined }, 999)).toBe('active')
  expect(sessionStage({ ...session, revokedAt: undefined }, 1000)).toBe('expired')
  for (const now of [999, 1000]) expect(sessionStage({ ...session, revokedAt: 5 }, now)).toBe('revoked')
})
