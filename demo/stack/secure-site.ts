import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import type { Chain } from './chain'
import { EXCHANGE_ADDRESS } from './exchange'
import type { Identity } from './identity'
import { type Piece, startHttp } from './listen'
import type { MailBox } from './mail'
import { localNetworks } from './networks'
import { operationRoutes } from './secure-operations'
import { createCodes, createCooldown, createPeople, type Person, Refusal, secret } from './secure-people'
import { addSocialRoutes } from './secure-social'
import { deploySmartAccounts, type SmartAccounts } from './smart-accounts'
import type { SolanaChain } from './solana'

const BUILT = fileURLToPath(new URL('../secure/.built/', import.meta.url))
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}
/** As the mail says. */
const LINK_LIFE_MS = 20 * 60_000
/** A chain without smart accounts, because some real networks have none. */
const PLAIN_CHAIN = 97
const EMAIL = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/

type Site = {
  readonly mail: MailBox
  readonly identity: Identity
  readonly chains: readonly Chain[]
  readonly solana: SolanaChain
}

/**
 * The secure site: `/sdk` is the page that runs in the frame and holds the keys, `/api` is its own server's API.
 * The server knows people and mails, never a key.
 */
export async function startSecureSite(port: number, site: Site): Promise<Piece> {
  const app = new Hono({ strict: false })
  const http = await startHttp(getRequestListener(app.fetch), port)
  const { chains, solana } = site
  const able = chains.filter(({ chainId }) => chainId !== PLAIN_CHAIN)
  const accounts = new Map(
    await Promise.all(able.map(async ({ chainId, url }) => [chainId, await deploySmartAccounts(url)] as const)),
  )
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src 'self' ${[...chains, solana].map(({ url }) => url).join(' ')}`,
    "form-action 'self'",
    "require-trusted-types-for 'script'",
  ].join('; ')
  // Locally any page may embed the wallet; a real site has a list of each project's apps. Pages that show a key or
  // register a device cannot be embedded.
  const ancestors = (path: string) =>
    /^\/(dashboard|device|social)/.test(path) ? "'none'" : 'http://localhost:* http://127.0.0.1:*'
  app.onError((error, c) => {
    if (error instanceof Refusal) return c.json({ message: error.message }, 400)
    console.error('secure site:', error)
    return c.json({ message: 'Something went wrong' }, 500)
  })
  app.use(async (c, next) => {
    await next()
    c.res.headers.set('content-security-policy', `${policy}; frame-ancestors ${ancestors(c.req.path)}`)
    c.res.headers.set('referrer-policy', 'no-referrer')
    c.res.headers.set('cache-control', 'no-store')
  })

  app.get('/config.json', (c) =>
    c.json({
      chains: chains.map(({ chainId, url, tokens }) => ({
        ...localNetworks.find((each) => each.chainId === chainId),
        rpc: url,
        ...{ factory: accounts.get(chainId)?.factory, exchange: EXCHANGE_ADDRESS },
        tokens: tokens.map(({ address, symbol, decimals }) => ({ address, symbol, decimals })),
      })),
      solana: { id: solana.networkId, rpc: solana.url },
    }),
  )
  app.route('/', signInRoutes(http.url, site, accounts))

  app.get('/social/callback', (c) => file(c, 'callback.html'))
  app.get('/sdk', (c) => file(c, 'index.html'))
  app.get('/dashboard', (c) => file(c, 'dashboard.html'))
  app.get('/assets/:name', (c) => file(c, join('assets', c.req.param('name'))))
  app.get('/:name{[\\w-]+\\.(js|css)}', (c) => file(c, c.req.param('name')))
  return http
}

async function file(c: Context, name: string): Promise<Response> {
  const type = TYPES[extname(name)]
  if (!type || name.includes('..')) return c.notFound()
  try {
    return c.body(await readFile(join(BUILT, name), 'utf8'), 200, { 'content-type': type })
  } catch {
    return c.notFound()
  }
}

/** E-mail: codes, devices, sessions, and the change of address; then the social networks. */
function signInRoutes(origin: string, { mail, identity }: Site, accounts: ReadonlyMap<number, SmartAccounts>): Hono {
  const app = new Hono()
  const people = createPeople()
  const codes = createCodes()
  const cool = createCooldown()
  /** Links that register a browser. */
  const links = new Map<string, { device: string; email: string; end: number; opened: boolean }>()
  const changes = new Map<Person, { email: string; confirmed: boolean }>()

  const body = async (c: Context) => {
    const given: unknown = await c.req.json().catch(() => undefined)
    if (typeof given !== 'object' || given === null) throw new Refusal('Something went wrong')
    return given as Record<string, unknown>
  }
  const deviceIn = ({ device }: Record<string, unknown>) => {
    if (typeof device !== 'string' || !/^[\w-]{20,60}$/.test(device)) throw new Refusal('Something went wrong')
    return device
  }
  const emailIn = ({ email }: Record<string, unknown>) => {
    if (typeof email !== 'string' || email.length > 320 || !EMAIL.test(email)) throw new Refusal('Invalid email')
    return email.toLowerCase()
  }
  const tokenOf = (c: Context) => (c.req.header('authorization') ?? '').replace(/^Bearer /, '')
  const personOf = (c: Context) => {
    const person = people.bySession(tokenOf(c))
    if (!person) throw new Refusal('Nobody is signed in')
    return person
  }
  /** Key of a sign-in code by browser and address: a mail to one address allows no sign-in with another. */
  const signInKey = (device: string, email: string) => `sign-in ${device} ${email}`
  const sendCode = (to: string, key: string) =>
    mail.send({
      to,
      subject: 'Your sign-in code',
      text: `Your code is ${codes.make(key)}\n\nIt works for 20 minutes. Nobody will ever ask you for it.`,
    })

  app.post('/api/email', async (c) => {
    const given = await body(c)
    const [email, device] = [emailIn(given), deviceIn(given)]
    if (people.bySession(tokenOf(c))?.email === email) return c.json({ action: 'CONNECT' })
    cool(email)
    // Such addresses count as already used in another browser, so that the steps for a second browser can be tried.
    if (email.startsWith('elsewhere.')) people.signIn(`email:${email}`, { email }, 'another browser')
    const person = people.known(`email:${email}`)
    // Another browser has already used the account: this one has to be confirmed by mail.
    if (person && person.devices.size > 0 && !person.devices.has(device)) {
      const link = secret()
      links.set(link, { device, email, end: Date.now() + LINK_LIFE_MS, opened: false })
      await mail.send({
        to: email,
        subject: 'Confirm a new device',
        text: `Open this link to sign in on a new device:\n${origin}/device?link=${link}\n\nIt works for 20 minutes. Was it not you? Do nothing.`,
      })
      return c.json({ action: 'VERIFY_DEVICE' })
    }
    await sendCode(email, signInKey(device, email))
    return c.json({ action: 'VERIFY_OTP' })
  })

  // The frame asks until the link has been opened; then the code goes out.
  app.post('/api/device', async (c) => {
    const given = await body(c)
    const [email, device] = [emailIn(given), deviceIn(given)]
    const [link] = [...links].find(([, each]) => each.device === device && each.email === email && each.opened) ?? []
    if (!link) return c.json({ confirmed: false })
    links.delete(link)
    people.known(`email:${email}`)?.devices.add(device)
    await sendCode(email, signInKey(device, email))
    return c.json({ confirmed: true })
  })
  const linkIn = (c: Context) => {
    const link = links.get(c.req.query('link') ?? '')
    return link && link.end > Date.now() ? link : undefined
  }
  const deviceView = (c: Context, content = '<p>This link has been used or is too old.</p>') =>
    c.html(plain('Confirm a new device', content))
  // Needs a button press, because mail programs open links by themselves.
  app.get('/device', (c) => {
    const name = linkIn(c)?.email.replaceAll('<', '')
    const form = '<form method="post"><button>Register device</button></form>'
    return deviceView(c, name && `<p>Sign in as ${name} on a new device?</p>${form}`)
  })
  app.post('/device', (c) => {
    const link = linkIn(c)
    if (!link) return deviceView(c)
    link.opened = true
    return deviceView(c, '<p>Done. Go back to where you were signing in.</p>')
  })

  app.post('/api/otp', async (c) => {
    const given = await body(c)
    const [email, device] = [emailIn(given), deviceIn(given)]
    codes.use(signInKey(device, email), given.otp)
    return c.json(people.signIn(`email:${email}`, { email }, device))
  })

  app.post('/api/session', (c) => {
    const { id, email, name } = personOf(c)
    return c.json({ id, email, name })
  })
  app.post('/api/signout', (c) => {
    people.signOut(tokenOf(c))
    return c.json({})
  })

  app.post('/api/update-email', async (c) => {
    const person = personOf(c)
    const email = emailIn(await body(c))
    if (people.known(`email:${email}`)) throw new Refusal('This address is in use')
    cool(`update ${person.id} ${email}`)
    changes.set(person, { email, confirmed: !person.email })
    // After a social login there may be no address that could confirm the change.
    await sendCode(person.email ?? email, `${person.email ? 'primary' : 'secondary'} ${person.id}`)
    return c.json({ action: person.email ? 'VERIFY_PRIMARY_OTP' : 'VERIFY_SECONDARY_OTP' })
  })
  app.post('/api/update-primary', async (c) => {
    const person = personOf(c)
    const change = changes.get(person)
    if (!change) throw new Refusal('That code has expired. Ask for a new one.')
    codes.use(`primary ${person.id}`, (await body(c)).otp)
    change.confirmed = true
    await sendCode(change.email, `secondary ${person.id}`)
    return c.json({})
  })
  app.post('/api/update-secondary', async (c) => {
    const person = personOf(c)
    const change = changes.get(person)
    if (!change?.confirmed) throw new Refusal('That code has expired. Ask for a new one.')
    codes.use(`secondary ${person.id}`, (await body(c)).otp)
    changes.delete(person)
    people.rename(person, change.email)
    return c.json({ newEmail: change.email })
  })
  app.route('/', operationRoutes(accounts, body, personOf))
  addSocialRoutes(app, { origin, identity, people, body, deviceIn })
  return app
}

/** A page without any script. */
const plain = (title: string, content: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><link rel="stylesheet" href="/assets/index.css"><main><h1>${title}</h1>${content}</main>`
