import Database from 'libsql'
import { type Hex, numberToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { mockConnection, mockWallet } from '../src/connectors/test-wallet'
import { abandonConnections, connect } from '../src/controllers/connection'
import { addConnector, forgetConnectors } from '../src/controllers/discovery'
import { dropToken } from '../src/controllers/login-token'
import { setHome } from '../src/controllers/modal'
import { ownSiwx } from '../src/controllers/own-siwx'
import { onError } from '../src/controllers/report'
import { signIn } from '../src/controllers/sign-in'
import { startSiwx } from '../src/controllers/siwx'
import type { WalletError } from '../src/lib/errors'
import { setStoragePrefix } from '../src/lib/storage'
import { createLogin, type LoginHandler, loginHandler, sqliteStorage } from '../src/login-server'
import { config } from '../src/state/config'
import { auth } from '../src/state/login'
import { siwx } from '../src/state/siwx'
import { resetStores } from '../src/state/store'

export const signer = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
export const stranger = privateKeyToAccount(`0x${'22'.repeat(32)}`)
export const CHAIN = 'eip155:56'
export const ORIGIN = 'https://bakery.example'
export const BACKEND = 'https://login.example/'

/** A separate backend for each test, behind a network that the test can break. */
export type World = {
  /** The page's cookies. */
  cookie: string
  readonly paths: string[]
  /** All access and refresh tokens ever issued. */
  readonly secrets: string[]
  /** Answers instead of the backend; undefined lets the request through. */
  fault: ((path: string, body: string, headers: Headers) => Promise<Response> | Response | undefined) | undefined
}

export let world: World
export let handle: LoginHandler
export let areas: Record<'localStorage' | 'sessionStorage', MemoryStorage>
let stops: (() => void)[] = []
export const codes: string[] = []

class MemoryStorage {
  readonly kept = new Map<string, string>()
  broken = false
  private check() {
    if (this.broken) throw new DOMException('The operation is insecure', 'SecurityError')
  }
  get length() {
    return this.kept.size
  }
  key(at: number) {
    return [...this.kept.keys()][at] ?? null
  }
  getItem(key: string) {
    return this.kept.get(key) ?? null
  }
  setItem(key: string, text: string) {
    this.check()
    this.kept.set(key, text)
  }
  removeItem(key: string) {
    this.check()
    this.kept.delete(key)
  }
}

beforeEach(() => {
  resetStores()
  areas = { localStorage: new MemoryStorage(), sessionStorage: new MemoryStorage() }
  for (const [name, area] of Object.entries(areas)) {
    vi.stubGlobal(name, area)
    area.kept.set('host', 'kept')
  }
  setStoragePrefix('wallet-modal')
  vi.stubGlobal('location', { host: 'bakery.example', origin: ORIGIN, pathname: '/till', search: '' })
  const chain = async (method: string) => (method === 'eth_chainId' ? numberToHex(56) : '0x')
  const storage = sqliteStorage(new Database(':memory:'))
  const login = createLogin({ origins: [ORIGIN], chains: { [CHAIN]: { rpc: [chain, chain] } }, storage, rateLimits: 'off' })
  handle = loginHandler(login, { origins: [ORIGIN] })
  world = { cookie: '', paths: [], secrets: [], fault: undefined }
  vi.stubGlobal('fetch', ask)
  Object.assign(config, { mode: 'production', networks: [CHAIN], signInMode: 'required', loginUrl: BACKEND })
  setHome(1)
  codes.length = 0
  stops = [onError(({ code }) => codes.push(code))]
})
afterEach(() => {
  vi.useRealTimers()
  for (const stop of stops) stop()
  abandonConnections()
  forgetConnectors()
  dropToken()
  Object.assign(ownSiwx, { login: undefined, siweConfig: undefined })
  setHome(undefined)
  vi.unstubAllGlobals()
})

/** Acts as the browser: sends the page's origin and cookies, and stores a new cookie. */
export async function ask(input: URL | Request, init: RequestInit = {}): Promise<Response> {
  const request = new Request(input, init)
  const { pathname } = new URL(request.url)
  const body = await request.clone().text()
  world.paths.push(pathname)
  const broken = world.fault?.(pathname, body, request.headers)
  if (broken) return broken
  const headers = new Headers(request.headers)
  headers.set('origin', ORIGIN)
  if (world.cookie) headers.set('cookie', world.cookie)
  const answer = await handle(new Request(request, { headers }), '192.0.2.1')
  if (!answer) return new Response(null, { status: 404 })
  const set = answer.headers.get('set-cookie')?.split(';')[0]
  if (set !== undefined) world.cookie = set.endsWith('=') ? '' : set
  const token = set?.split('=')[1]
  if (token) world.secrets.push(token)
  const json = (await answer
    .clone()
    .json()
    .catch(() => ({}))) as { accessToken?: string }
  if (json.accessToken) world.secrets.push(json.accessToken)
  return answer
}

type Sign = (text: Hex) => Promise<string>

/** Connects a wallet with the signer's account, and waits until it is known that it has to sign in. */
export async function connected(sign: Sign = (raw) => signer.signMessage({ message: { raw } })) {
  const asked: string[] = []
  const wallet = mockWallet()
  const provider = {
    request: async ({ method, params }: { method: string; params?: unknown }) => {
      asked.push(method)
      return method === 'personal_sign' ? sign((params as Hex[])[0] ?? '0x') : null
    },
  }
  wallet.script.connections = [mockConnection(CHAIN, signer.address, provider)]
  addConnector(wallet.connector)
  await connect({ wallet: 'mock' })
  if (stops.length < 2) stops.push(startSiwx())
  await vi.waitFor(() => expect([siwx.checking, siwx.locked]).toEqual([false, true]), { timeout: 10_000 })
  return { wallet, asked }
}

export async function loggedIn() {
  const made = await connected()
  await signIn.run()
  expect(auth.user?.address).toBe(signer.address)
  return made
}

export const code = (run: Promise<unknown>) =>
  run.then(
    () => 'done',
    (error: WalletError) => error.code,
  )
export const kept = () => Object.values(areas).map(({ kept }) => Object.fromEntries(kept))
