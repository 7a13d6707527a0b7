import { expect, type Locator, type Page } from '@playwright/test'
import type { Piece } from '../../demo/stack/listen'
import { startRelay } from '../../demo/stack/relay'
import { accountAt, announce, stateOf } from '../fixtures'
import { type NodeWallet, startNodeWallet } from '../node-wallet'
import { openAt, type Provider } from '../own-provider'
import { urls } from '../site'
import { makeMoodyWallet, provideChaos, type WalletMood } from './page-chaos'
import type { Chance } from './random'

export const NETWORKS = ['eip155:31337', 'eip155:56'] as const
/** Spends small change of its own; no other test looks at what it has. */
export const spender = accountAt(2)
const other = accountAt(3)

/** Who is connected by what was done, as far as that can be known. */
export type Expected = { readonly by: 'announced' | 'walletConnect' | 'embedded'; readonly address: string } | 'nobody' | 'either'

export type World = {
  readonly page: Page
  readonly dialog: Locator
  readonly provider: Provider
  readonly relay: Piece & { readonly control: (mode: 'ok' | 'down') => Promise<void> }
  readonly wallet: NodeWallet
  /** What is wrong with the chains now. */
  rpc: 'fine' | 'html' | 'down' | 'refuses'
  frame: 'fine' | 'down'
  /** Whether storage has failed since the last reload. */
  forgets: boolean
  expected: Expected
}

export async function openWorld(page: Page, provider: Provider): Promise<World & { stop(): Promise<void> }> {
  const relay = await startRelay(0)
  const control = async (mode: string) => {
    await fetch(`${relay.url.replace('ws', 'http')}/control`, { method: 'POST', body: JSON.stringify({ mode }) })
  }
  const wallet = await startNodeWallet({ relay: relay.url, answer: () => `0x${'22'.repeat(65)}` })
  const world: World = {
    ...{ page, provider, wallet, dialog: page.getByRole('dialog'), relay: { ...relay, control } },
    ...{ rpc: 'fine', frame: 'fine', forgets: false, expected: 'nobody' },
  }
  const cors = { 'access-control-allow-origin': '*' }
  for (const id of NETWORKS)
    await page.route(`${urls.rpc[id]}/**`, async (route) => {
      if (world.rpc === 'fine' || route.request().method() === 'OPTIONS') return route.fallback()
      if (world.rpc === 'down') return route.abort()
      if (world.rpc === 'html')
        return route.fulfill({ contentType: 'text/html', body: '<h1>Sign in to Wi-Fi</h1>', headers: cors })
      return route.fulfill({ json: { jsonrpc: '2.0', id: 0, error: { code: -32005, message: 'Limit' } }, headers: cors })
    })
  await page.route(`${new URL(urls.secureSite).origin}/**`, (route) =>
    world.frame === 'fine' ? route.fallback() : route.abort(),
  )
  await page.addInitScript(provideChaos)
  await announce(page, {}, makeMoodyWallet, {
    accounts: [spender.address, other.address],
    rpc: urls.rpc['eip155:31337'] ?? '',
  })
  // The clock goes ahead by half a minute after each journey, and the relay takes none that is fast.
  await page.clock.install({ time: Date.now() - 20 * 3_600_000 })
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
      await wallet.stop()
      await relay.stop()
    },
  })
}

/** What can be wrong, and how it is made so; each answers with its name. */
const faults: readonly ((world: World, chance: Chance) => Promise<string>)[] = [
  async ({ page }, { pick }) => {
    const mood = pick<WalletMood>(['refuses', 'silent', 'busy', 'fails', 'nonsense', 'liar'])
    await page.evaluate((to) => void Object.assign(window.chaos, { mood: to }), mood)
    return `wallet ${mood}`
  },
  async (world, { pick }) => {
    const storage = pick(['full', 'blocked'] as const)
    world.forgets = true
    await world.page.evaluate((to) => void Object.assign(window.chaos, { storage: to }), storage)
    return `storage ${storage}`
  },
  async (world, { pick }) => {
    world.rpc = pick(['html', 'down', 'refuses'] as const)
    return `rpc ${world.rpc}`
  },
  async ({ provider }, { pick }) => {
    const [name, wrong] = pick([
      ['500', { status: 500, body: {} }],
      ['html', { body: '<h1>Sign in</h1>', contentType: 'text/html' }],
      ['nonsense', { body: { data: 7, balances: {}, quotes: 'none' } }],
      ['slow', { delayMs: 3_000 }],
    ] as const)
    await provider.order({ path: pick(['/v1', '/v1/account', '/v1/convert', '/getWallets', '/']), ...wrong })
    return `provider ${name}`
  },
  async ({ relay }) => {
    await relay.control('down')
    return 'relay down'
  },
  async (world) => {
    world.frame = 'down'
    return 'frame down'
  },
]

export const breakSomething = (world: World, chance: Chance): Promise<string> => chance.pick(faults)(world, chance)

/** Everything works again, and what the wallet has left unanswered is answered, too late. */
export async function heal(world: World, chance: Chance): Promise<void> {
  const { page, provider, relay } = world
  world.rpc = 'fine'
  world.frame = 'fine'
  await Promise.all([provider.order({ reset: true }), relay.control('ok')])
  await page.evaluate((yes) => {
    window.chaos.mood = 'willing'
    window.chaos.storage = 'fine'
    window.chaos.answerLate(yes)
  }, chance.often(0.5))
}

/** What a page has at the end that waits: text of the nearest control or row. */
const waits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.querySelector('wallet-modal')?.shadowRoot
    return [...(root?.querySelectorAll('.spinner, [aria-busy="true"], .skeleton') ?? [])]
      .filter((node) => node.checkVisibility({ visibilityProperty: true }))
      .map((node) => `${node.getAttribute('class')} in ${node.closest('section, li, form, .panel')?.textContent?.slice(0, 80)}`)
  })

/** After healing: nobody waits for anything, and the state is what the wallet says. */
export async function expectWhole({ page, expected, dialog }: World): Promise<void> {
  await page.evaluate(() => document.querySelector('wallet-modal')?.close())
  await expect(dialog).toBeHidden()
  const settled = async () => {
    const state = await stateOf(page)
    const { chain, accounts, permitted } = await page.evaluate(() => {
      const { chain, accounts, permitted } = window.chaos
      return { chain, accounts, permitted }
    })
    const { status, account, network } = state ?? {}
    if (expected === 'either') return { agrees: status === 'connected' || status === 'disconnected' }
    if (status !== 'connected') return { status, address: undefined, agrees: true }
    const another = expected !== 'nobody' && expected.by !== 'announced'
    const agrees = another || (permitted && accounts[0] === account?.address && network === `eip155:${Number(chain)}`)
    return { status, address: account?.address, agrees }
  }
  const wanted =
    expected === 'either'
      ? { agrees: true }
      : expected === 'nobody'
        ? { status: 'disconnected', agrees: true }
        : { status: 'connected', address: expected.address, agrees: true }
  await expect.poll(settled, { message: 'the state is what the wallet says' }).toMatchObject(wanted)
  await page.evaluate(() => document.querySelector('wallet-modal')?.show())
  await page.clock.fastForward(31_000)
  await expect.poll(() => waits(page), { message: 'nothing waits' }).toEqual([])
  await page.evaluate(() => document.querySelector('wallet-modal')?.close())
}

/** Nobody is connected, as at the beginning. */
export async function startAfresh(world: World): Promise<void> {
  const { page } = world
  // A message stays for as long as somebody points at it.
  await page.mouse.move(0, 0)
  await page.evaluate(async () => {
    const element = document.querySelector('wallet-modal')
    element?.close()
    await element?.disconnect()
    Object.assign(window.chaos, { chain: '0x7a69', permitted: false })
    window.chaos.keep()
    window.toldEvents.length = 0
  })
  world.expected = 'nobody'
  world.forgets = false
}
