import { getRequestListener } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Identity, SOCIALS, startIdentity } from './identity'
import { type Piece, startHttp } from './listen'
import { createPeople, Refusal } from './secure-people'
import { addSocialRoutes } from './secure-social'

const SITE = 'https://bakery.example'
let identity: Identity
let secure: Piece

beforeAll(async () => {
  const app = new Hono()
  app.onError((error, c) => c.json({ message: error.message }, error instanceof Refusal ? 400 : 500))
  const http = await startHttp(getRequestListener(app.fetch), 0)
  secure = http
  identity = await startIdentity(0)
  const body = async (c: Context) => (await c.req.json()) as Record<string, unknown>
  addSocialRoutes(app, {
    ...{ origin: http.url, identity, people: createPeople(), body },
    deviceIn: ({ device }) => String(device),
  })
})
afterAll(() => Promise.all([secure.stop(), identity.stop()]))

type Answer = { uri?: string; message?: string; user?: { id: string; email: string | null; name: string | null } }
const post = async (path: string, body: object): Promise<Answer> =>
  (await fetch(`${secure.url}/api/social/${path}`, { method: 'POST', body: JSON.stringify(body) })).json() as Promise<Answer>

/** A browser as far as signing in needs one: it keeps cookies by name and path, and follows where it is sent. */
function browser() {
  const jar = new Map<string, { path: string; value: string }>()
  return async function visit(url: string, form?: Record<string, string>): Promise<{ url: string; html: string }> {
    const { pathname } = new URL(url)
    const cookies = [...jar].filter(([, { path }]) => pathname.startsWith(path)).map(([name, { value }]) => `${name}=${value}`)
    const response = await fetch(url, {
      headers: { cookie: cookies.join('; ') },
      redirect: 'manual',
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      const [, path = '/'] = /path=([^;]+)/.exec(line) ?? []
      if (value) jar.set(name, { path, value })
      else jar.delete(name)
    }
    const to = response.headers.get('location')
    if (!to) return { url, html: await response.text() }
    const next = new URL(to, url).href
    return next.startsWith(secure.url) ? { url: next, html: '' } : visit(next)
  }
}

/** Types a name on the network's page; resolves to where the answer was sent. */
async function signInThere(visit: ReturnType<typeof browser>, uri: string, form: Record<string, string>): Promise<string> {
  const asked = await visit(uri)
  expect(asked.html).toContain('<form method="post">')
  const answered = await visit(asked.url, form)
  // Somebody else was signed in there before: the page signs them out by itself.
  const [, action] = /action="([^"]+)"/.exec(answered.html) ?? []
  if (!action) return answered.url
  const fields = [...answered.html.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value])
  return (await visit(action, Object.fromEntries(fields))).url
}

describe('addSocialRoutes', () => {
  test.each(SOCIALS)(
    '%s: by code, PKCE, state and nonce; a second person on the same browser is somebody else',
    async (provider) => {
      const visit = browser()
      const found: Answer['user'][] = []
      for (const name of ['ada', 'bob']) {
        const device = `device-${provider}-${name}`
        const { uri = '' } = await post('start', { provider, device, site: SITE })
        const back = await signInThere(visit, uri, { name })
        const { user } = await post('finish', { uri: back, device })
        expect(user).toMatchObject({ name, email: provider === 'x' ? null : `${name}@${provider}.example` })
        found.push(user)
        // It is good once.
        expect(await post('finish', { uri: back, device })).toEqual({ message: 'This sign-in has expired. Try again.' })
      }
      expect(found[0]?.id).not.toBe(found[1]?.id)
    },
  )

  // One state in a hundred does by chance; the page to go back to is told from it by two hyphens.
  test('a state may hold two hyphens', async () => {
    let uri = ''
    while (!/[?&]state=[^&]*--/.test(uri))
      ({ uri = '' } = await post('start', { provider: 'discord', device: 'mine', site: SITE }))
    const back = await signInThere(browser(), uri, { name: 'ada' })
    expect((await post('finish', { uri: back, device: 'mine' })).user?.name).toBe('ada')
  })

  test('error: the answer belongs to the browser that began, and a refusal is one', async () => {
    const { uri = '' } = await post('start', { provider: 'google', device: 'mine', site: SITE })
    const back = await signInThere(browser(), uri, { name: 'ada' })
    expect(await post('finish', { uri: back, device: 'theirs' })).toEqual({ message: 'This sign-in has expired. Try again.' })
    expect((await post('finish', { uri: back, device: 'mine' })).user?.name).toBe('ada')
    const again = await post('start', { provider: 'google', device: 'mine', site: SITE })
    const refused = await signInThere(browser(), again.uri ?? '', { refuse: '1' })
    expect(await post('finish', { uri: refused, device: 'mine' })).toEqual({ message: 'The sign-in was declined' })
    const elsewhere = back.replace(secure.url, 'https://evil.example')
    expect(await post('finish', { uri: elsewhere, device: 'mine' })).toEqual({ message: 'Something went wrong' })
    expect(await post('start', { provider: 'myspace', device: 'mine', site: SITE })).toEqual({ message: 'Something went wrong' })
  })

  test('in the tab of the page the answer goes back to that page alone', async () => {
    const { uri = '' } = await post('start', { provider: 'discord', device: 'mine', site: SITE })
    const returning = async (page: string) => {
      const state = new URL(uri).searchParams.get('state')
      const url = `${secure.url}/social/callback?code=1&state=${state}--${encodeURIComponent(page)}`
      return fetch(url, { redirect: 'manual' })
    }
    const back = await returning(`${SITE}/shop?a=1`)
    const to = new URL(back.headers.get('location') ?? '')
    expect([to.origin + to.pathname, to.searchParams.get('a')]).toEqual([`${SITE}/shop`, '1'])
    expect(to.searchParams.get('result_uri')).toContain(`${secure.url}/social/callback?code=1&state=`)
    for (const page of ['https://evil.example/', 'javascript:alert(1)', 'shop']) expect((await returning(page)).status).toBe(400)
  })
})
