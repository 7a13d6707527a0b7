import type { Locator, Page, Route } from '@playwright/test'
import type { Piece } from '../../demo/stack/listen'
import { startRelay } from '../../demo/stack/relay'
import { accountAt, announce, expect, stateOf } from '../fixtures'
import { type NodeWallet, startNodeWallet } from '../node-wallet'
import { openAt, type Provider } from '../own-provider'
import { urls } from '../site'
import { makeMoodyWallet, provideChaos } from './page-chaos'
import { type RelayLine, startRelayLine } from './relay-line'
import { answerWrongly, type RpcTrouble } from './rpc-answers'

export const NETWORKS = ['eip155:31337', 'eip155:56'] as const
/** An account that sends small amounts; no other test reads its balance. */
const spender = accountAt(2)
const other = accountAt(3)
/** Journeys fast-forward some minutes: the relay refuses a clock two minutes fast, the wallet a message older than five. */
const BEHIND_MS = 120_000

/** Who should be connected; `maybe` if a fault may have prevented it. */
type Somebody = {
  readonly by: 'announced' | 'walletConnect' | 'embedded'
  readonly address: string
  readonly maybe?: true
}
type Expected = Somebody | 'nobody'

/** What can be wrong with the secure frame. */
export const frameTroubles = ['down', 'silent', 'html', 'taken', 'forged', 'mistaken'] as const
type FrameTrouble = (typeof frameTroubles)[number]

export type World = {
  readonly page: Page
  readonly dialog: Locator
  readonly provider: Provider
  readonly relay: RelayLine
  readonly wallet: NodeWallet
  /** The chains' current fault. */
  rpc: 'fine' | RpcTrouble
  frame: 'fine' | FrameTrouble
  /** Path at which the provider fails, if it does. */
  providerPath: string | undefined
  /** Requests left unanswered until everything is healed. */
  readonly unanswered: Route[]
  /** How often the page has met each fault outside of it. */
  felt: { rpc: number; provider: number; frame: number }
  /** Whether storage has failed since the last reload. */
  forgets: boolean
  expected: Expected
  /** Who was connected last; restored again if storage failed to forget them. */
  last: Expected
}

export async function openWorld(page: Page, provider: Provider): Promise<World & { stop(): Promise<void> }> {
  const server: Piece = await startRelay(0)
  const relay = await startRelayLine(server.url)
  const wallet = await startNodeWallet({ relay: server.url, answer: () => `0x${'22'.repeat(65)}` })
  const world: World = {
    ...{ page, provider, wallet, relay, dialog: page.getByRole('dialog') },
    ...{ rpc: 'fine', frame: 'fine', providerPath: undefined, forgets: false, expected: 'nobody', last: 'nobody' },
    ...{ unanswered: [], felt: { rpc: 0, provider: 0, frame: 0 } },
  }
  for (const [id, another] of [NETWORKS, NETWORKS.toReversed()] as (typeof NETWORKS)[])
    await page.route(`${urls.rpc[id]}/**`, async (route) => {
      if (world.rpc === 'fine' || route.request().method() !== 'POST') return route.fallback()
      world.felt.rpc++
      if (world.rpc === 'silent') world.unanswered.push(route)
      // The page may have been left while it waited.
      await answerWrongly(route, world.rpc, urls.rpc[another] ?? '').catch(() => {})
    })
  await page.route(`${new URL(urls.secureSite).origin}/**`, (route) => {
    const { frame } = world
    if (frame !== 'down' && frame !== 'silent' && frame !== 'html') return route.fallback()
    world.felt.frame++
    if (frame === 'down') return route.abort()
    if (frame === 'silent') return void world.unanswered.push(route)
    const headers = { 'content-security-policy': "default-src 'none'" }
    return route.fulfill({ contentType: 'text/html', headers, body: '<h1>Sign in to Wi-Fi</h1>' })
  })
  page.on('request', (request) => {
    const { providerPath } = world
    if (providerPath !== undefined && request.url().startsWith(`${provider.url}${providerPath}`)) world.felt.provider++
  })
  await page.addInitScript(provideChaos)
  await announce(page, {}, makeMoodyWallet, {
    accounts: [spender.address, other.address],
    rpc: urls.rpc['eip155:31337'] ?? '',
  })
  await page.clock.install({ time: Date.now() - BEHIND_MS })
  await openAt(page, provider, {
    networks: NETWORKS.join(' '),
    'relay-url': relay.url,
    'secure-site-url': urls.secureSite,
    email: '',
    'app-name': 'Chaos',
  })
  await expect.poll(async () => (await stateOf(page))?.status).toBe('disconnected')
  return Object.assign(world, {
    async stop() {
      for (const route of world.unanswered.splice(0)) await route.abort().catch(() => {})
      await wallet.stop()
      relay.stop()
      await server.stop()
    },
  })
}

/** Resets to the start of a journey: nobody connected, counts at zero. */
export async function startAfresh(world: World): Promise<void> {
  const { page } = world
  await page.clock.setSystemTime(Date.now() - BEHIND_MS)
  // A hovered message would stay.
  await page.mouse.move(0, 0)
  await page.evaluate(async () => {
    const element = document.querySelector('wallet-modal')
    element?.close()
    await element?.disconnect()
    Object.assign(window.chaos, { chain: '0x7a69', permitted: false })
    window.chaos.keep()
    window.toldEvents.length = 0
    for (const kind of ['wallet', 'storage']) sessionStorage.removeItem(`felt ${kind}`)
  })
  Object.assign(world, { expected: 'nobody', last: 'nobody', forgets: false, felt: { rpc: 0, provider: 0, frame: 0 } })
  world.relay.felt = 0
}
