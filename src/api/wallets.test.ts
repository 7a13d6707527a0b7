import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { safeLink, schemeOf } from '../lib/links'
import { bundledWallets } from './bundled-wallets'
import { clearApiCache } from './call'
import { configureApi } from './settings'
import { getWallets, readCustomWallet, searchWallets, walletImageUrl } from './wallets'

const fox = {
  ...{ id: 'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96', name: 'MetaMask', badge_type: 'none', order: 10 },
  ...{
    chains: ['eip155:1'],
    homepage: 'https://metamask.io/',
    image_id: '018b2d52-10e9-4158-1fde-a5d5bac5aa00',
    rdns: 'io.metamask',
  },
  ...{
    mobile_link: 'metamask://',
    desktop_link: null,
    webapp_link: null,
    play_store: 'https://play.google.com/store/apps/details?id=io.metamask',
  },
}

function serve(...answers: unknown[]) {
  const asked: URL[] = []
  vi.stubGlobal('fetch', async (address: string | URL) => {
    asked.push(new URL(address))
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (answer instanceof Error) throw answer
    return answer instanceof Response ? answer : new Response(JSON.stringify(answer))
  })
  return asked
}
const queryOf = (url: URL | undefined) => Object.fromEntries(url?.searchParams ?? [])
/** Runs the clock through the retries of a failing read. */
async function through<T>(promise: Promise<T>) {
  await vi.advanceTimersByTimeAsync(5_000)
  return promise
}

beforeEach(() => {
  vi.useFakeTimers()
  configureApi({ projectId: 'key', walletsUrl: 'http://127.0.0.1:9/', sv: 'html-eip155-1.0.0' })
})
afterEach(() => {
  clearApiCache()
  configureApi({ projectId: undefined, walletsUrl: undefined, sv: undefined })
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('getWallets', () => {
  test('returns wallets in our format with checked links', async () => {
    serve({ count: 612, data: [fox] })
    expect(await getWallets({})).toEqual({
      count: 612,
      source: 'service',
      wallets: [
        {
          ...{ id: fox.id, name: 'MetaMask', rdns: 'io.metamask', homepage: 'https://metamask.io/', chains: ['eip155:1'] },
          imageUrl: `http://127.0.0.1:9/getWalletImage/${fox.image_id}?st=wallet-modal&sv=html-eip155-1.0.0&projectId=key`,
          mobileLink: 'metamask://',
          playStore: fox.play_store,
        },
      ],
    })
  })

  test('returns the universal link of an app if the list has one; error: other values are dropped', async () => {
    const linked = (link_mode: unknown) => ({ ...fox, link_mode })
    serve({
      count: 4,
      data: [linked('https://metamask.app.link'), linked('metamask://'), linked('javascript:alert(1)'), linked(null)],
    })
    const { wallets } = await getWallets({})
    expect(wallets.map(({ universalLink }) => universalLink)).toEqual(['https://metamask.app.link/', ...Array(3).fill(undefined)])
  })

  test('requests a page of 40, with ids and chains separated by commas', async () => {
    const asked = serve({ count: 0, data: [] })
    await getWallets({ page: 3, include: ['a', 'b'], exclude: ['c'], chains: ['eip155:1', 'eip155:56'] })
    expect(asked[0]?.pathname).toBe('/getWallets')
    expect(queryOf(asked[0])).toEqual({
      ...{ page: '3', entries: '40', include: 'a,b', exclude: 'c', chains: 'eip155:1,eip155:56' },
      ...{ st: 'wallet-modal', sv: 'html-eip155-1.0.0', projectId: 'key' },
    })
  })

  test('error: an unreadable entry costs only its own row', async () => {
    const broken = [
      null,
      7,
      {},
      { ...fox, id: 7 },
      { ...fox, id: '../x' },
      { ...fox, name: '\u200B' },
      { ...fox, chains: 'eip155:1' },
    ]
    serve({ count: 8, data: [...broken, fox] })
    expect((await getWallets({})).wallets.map(({ name }) => name)).toEqual(['MetaMask'])
  })

  test('error: a picture’s id with half a character, which no URL can hold, costs its picture only; it cost the whole list', async () => {
    serve({ count: 2, data: [{ ...fox, image_id: '\ud800' }, fox] })
    const { source, wallets } = await getWallets({})
    expect([source, ...wallets.map(({ imageUrl }) => imageUrl !== undefined)]).toEqual(['service', false, true])
  })

  test('error: hostile links are left out, names and lists are cut', async () => {
    const hostile = {
      mobile_link: 'javascript:alert(1)',
      desktop_link: 'intent://x',
      webapp_link: 'metamask://x',
      homepage: 'http://plain.example',
      app_store: 'data:text/html,x',
      play_store: 'market://x',
      chrome_store: ' https://x.example',
    }
    const chains = Array.from({ length: 500 }, (_, at) => `eip155:${at}`)
    serve({ count: 1, data: [{ ...fox, ...hostile, chains, image_id: '../../x', name: `Evil\u202E${'x'.repeat(500)}` }] })
    const [wallet] = (await getWallets({})).wallets
    expect(Object.keys(wallet ?? {}).sort()).toEqual(['chains', 'id', 'imageUrl', 'name', 'rdns'])
    expect(wallet?.name).toBe(`Evil${'x'.repeat(35)}…`)
    expect(wallet?.chains).toHaveLength(200)
    expect(wallet?.imageUrl).toContain('/getWalletImage/..%2F..%2Fx?')
  })

  test.each([
    ['a dead service', new TypeError('Failed to fetch'), 'API_UNAVAILABLE'],
    ['a failing one', new Response('{}', { status: 500 }), 'API_UNAVAILABLE'],
    ['one that refuses', new Response('Unauthorized: origin not allowed', { status: 401 }), 'ORIGIN_NOT_ALLOWED'],
    ['HTML', new Response('<html>'), 'API_RESPONSE_INVALID'],
    ['another shape', { wallets: [] }, 'API_RESPONSE_INVALID'],
  ])('error: for %s the bundled list is used, with the reason', async (_, answer, code) => {
    serve(answer)
    expect(await through(getWallets({}))).toMatchObject({ source: 'bundled', count: bundledWallets.length, error: { code } })
  })

  test.each([
    ['Unauthorized: invalid key', 'PROJECT_ID_INVALID'],
    ['Unauthorized: origin not allowed', 'ORIGIN_NOT_ALLOWED'],
  ])('faults 2 and 3: error: after %s the service is not asked again, until the project id changes', async (message, code) => {
    const asked = serve(Response.json({ message }, { status: 403 }))
    await expect(getWallets({ page: 2 })).rejects.toMatchObject({ code })
    await expect(getWallets({ page: 3 })).rejects.toMatchObject({ code })
    expect(asked).toHaveLength(1)
    serve({ count: 1, data: [fox] })
    configureApi({ projectId: 'another' })
    expect((await getWallets({ page: 3 })).wallets).toHaveLength(1)
  })

  test('error: a later page is not replaced', async () => {
    serve(new Response('<html>'))
    await expect(getWallets({ page: 2 })).rejects.toMatchObject({ code: 'API_RESPONSE_INVALID' })
  })

  test('error: an abort does not count as a failure of the service', async () => {
    serve({ count: 0, data: [] })
    await expect(getWallets({}, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORTED' })
  })

  test('without a project id and a configured host nothing is requested', async () => {
    configureApi({ projectId: undefined, walletsUrl: undefined })
    const asked = serve({ count: 0, data: [] })
    expect(await getWallets({})).toMatchObject({ source: 'bundled', error: { code: 'PROJECT_ID_NOT_CONFIGURED' } })
    expect(walletImageUrl('x')).toBeUndefined()
    expect(asked).toEqual([])
  })
})

describe('searchWallets', () => {
  test('requests 100', async () => {
    const asked = serve({ count: 0, data: [] })
    await searchWallets({ search: '  fox ', badge: 'certified' })
    expect(queryOf(asked[0])).toMatchObject({ page: '1', entries: '100', search: 'fox', badge_type: 'certified' })
    await searchWallets({ search: 'x'.repeat(500) })
    expect(queryOf(asked[1]).search).toHaveLength(200)
  })

  test('searches the bundled list if the service is off', async () => {
    configureApi({ projectId: undefined, walletsUrl: undefined })
    expect((await searchWallets({ search: 'META' })).wallets.map(({ name }) => name)).toEqual(['MetaMask'])
    expect((await searchWallets({ search: 'no such wallet' })).count).toBe(0)
    const solana = await searchWallets({ chains: ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'], exclude: [fox.id] })
    expect(solana.wallets.map(({ name }) => name)).toContain('Phantom')
    expect(solana.wallets.map(({ name }) => name)).not.toContain('Rainbow')
    expect(solana.wallets.map(({ name }) => name)).not.toContain('MetaMask')
  })
})

describe('readCustomWallet', () => {
  test('reads our member names and the list’s', () => {
    const wallet = {
      id: 'mine',
      name: 'Mine',
      homepage: 'https://mine.example/',
      mobileLink: 'mine://',
      imageUrl: 'https://mine.example/i.png',
    }
    expect(readCustomWallet({ ...wallet, surplus: 1 })).toEqual(wallet)
    expect(
      readCustomWallet({
        id: 'mine',
        name: 'Mine',
        homepage: 'https://mine.example/',
        mobile_link: 'mine',
        image_url: 'https://mine.example/i.png',
      }),
    ).toEqual(wallet)
  })

  test('error: an invalid wallet is ATTRIBUTE_INVALID', () => {
    for (const value of [undefined, null, 'x', [], {}, { id: 'a' }, { id: 'a', name: '' }, { id: 'a', name: 7 }])
      expect(() => readCustomWallet(value)).toThrow(
        expect.objectContaining({
          code: 'ATTRIBUTE_INVALID',
          message: expect.stringMatching(/^Invalid attribute customWallets: ./),
        }),
      )
  })
})

describe('bundledWallets', () => {
  test('has the 32 wallets, each once', () => {
    expect(bundledWallets).toHaveLength(32)
    for (const member of ['id', 'name'] as const) expect(new Set(bundledWallets.map((each) => each[member])).size).toBe(32)
  })

  test('every id has the list’s format and every link passes the same checks as a foreign one', () => {
    for (const wallet of bundledWallets) {
      const { id, homepage, mobileLink, webappLink, appStore, playStore, chromeStore } = wallet
      const schemes = [(mobileLink && schemeOf(mobileLink)) ?? '']
      expect(id).toMatch(/^[0-9a-f]{64}$/)
      for (const link of [homepage, mobileLink, webappLink, appStore, playStore, chromeStore])
        expect([wallet.name, link === undefined || safeLink(link, { schemes })]).toEqual([wallet.name, link ?? true])
    }
  })
})
