import type { Page } from '@playwright/test'
import { serveForger } from '../forger'
import type { StorageTrouble, WalletMood } from './page-chaos'
import type { Chance } from './random'
import type { LineMode } from './relay-line'
import { rpcTroubles } from './rpc-answers'
import { frameTroubles, type World } from './world'

export const components = ['wallet', 'storage', 'rpc', 'provider', 'relay', 'frame'] as const
export type Component = (typeof components)[number]

const storageTroubles = ['full', 'blocked'] as const
const databaseTroubles = ['no database', 'silent database', 'full database'] as const

const setStorage = async (world: World, storage: StorageTrouble) => {
  world.forgets = true
  await world.page.evaluate((to) => void Object.assign(window.chaos, { storage: to }), storage)
  return `storage ${storage}`
}

/** Breaks each component in a random way; each resolves to the fault's name. */
const faults: Readonly<Record<Component, (world: World, chance: Chance) => Promise<string>>> = {
  wallet: (world, { pick }) => setMood(world, pick(['refuses', 'silent', 'busy', 'fails', 'nonsense', 'liar'])),
  storage: (world, { pick }) => setStorage(world, pick([...storageTroubles, ...databaseTroubles])),
  rpc: async (world, { pick }) => {
    world.rpc = pick(rpcTroubles)
    return `rpc ${world.rpc}`
  },
  provider: (world, { pick }) => breakProvider(world, pick(['/v1', '/v1/account', '/v1/convert', '/getWallets', '/']), pick),
  relay: async (world, { pick }) => {
    const mode = pick<LineMode>(['down', 'silent', 'cut'])
    world.relay.set(mode)
    return `relay ${mode}`
  },
  frame: async (world, { pick }) => {
    world.frame = pick(frameTroubles)
    return `frame ${world.frame}`
  },
}

export const breakThe = (component: Component, world: World, chance: Chance): Promise<string> => faults[component](world, chance)

export const breakSomething = (world: World, chance: Chance): Promise<string> => breakThe(chance.pick(components), world, chance)

/** Breaks IndexedDB, which only WalletConnect's client uses, or local storage. */
export const breakDatabase = (world: World, { pick }: Chance): Promise<string> => setStorage(world, pick(databaseTroubles))
export const breakLocalStorage = (world: World, { pick }: Chance): Promise<string> => setStorage(world, pick(storageTroubles))

export async function setMood({ page }: World, mood: WalletMood): Promise<string> {
  await page.evaluate((to) => void Object.assign(window.chaos, { mood: to }), mood)
  return `wallet ${mood}`
}

export async function breakProvider(world: World, path: string, pick: Chance['pick']): Promise<string> {
  const [name, wrong] = pick([
    ['500', { status: 500, body: {} }],
    ['html', { body: '<h1>Sign in</h1>', contentType: 'text/html' }],
    ['nonsense', { body: { data: 7, balances: {}, quotes: 'none' } }],
    ['slow', { delayMs: 3_000 }],
  ] as const)
  await world.provider.order({ path, ...wrong })
  world.providerPath = path
  return `provider ${name} at ${path}`
}

/** Makes everything work again; the wallet's unanswered requests get their late answers. */
export async function heal(world: World, chance: Chance): Promise<void> {
  const { page, provider, relay } = world
  Object.assign(world, { rpc: 'fine', frame: 'fine', providerPath: undefined })
  relay.set('fine')
  for (const route of world.unanswered.splice(0)) await route.abort().catch(() => {})
  await provider.order({ reset: true })
  await page.evaluate((yes) => {
    window.chaos.mood = 'willing'
    window.chaos.storage = 'fine'
    window.chaos.answerLate(yes)
  }, chance.often(0.5))
}

/** How often the page has met a fault of each component since the journey began. */
export async function feltIn(world: World): Promise<Record<Component, number>> {
  const { rpc, provider, frame } = world.felt
  const [wallet, storage] = await world.page.evaluate(() => {
    const { rawStorage } = window as Window & typeof globalThis & { rawStorage: Pick<Storage, 'getItem'> }
    const count = (kind: string) => Number(rawStorage.getItem.call(sessionStorage, `felt ${kind}`))
    return [count('wallet'), count('storage')] as const
  })
  return { wallet, storage, rpc, provider, relay: world.relay.felt, frame }
}

/** Removes the secure frame whenever it appears, as a blocker does; resolves to a function that stops this. */
export async function takeFrames(page: Page): Promise<() => Promise<void>> {
  const taking = await page.evaluateHandle(() => {
    const root = document.querySelector('wallet-modal')?.shadowRoot
    const taker = new MutationObserver(() => root?.querySelector('iframe')?.remove())
    if (root) taker.observe(root, { childList: true, subtree: true })
    return taker
  })
  return () => taking.evaluate((taker) => taker.disconnect())
}

/** Posts forged messages to the page, from its own window and from a frame, that somebody else is logged in. */
export async function forge(page: Page): Promise<void> {
  await serveForger(page, new URL('/forger', page.url()).href)
  await page.evaluate(() => {
    const payload = {
      ...{ email: 'eve@example.org', address: '0x000000000000000000000000000000000000dEaD', chainId: 1 },
      ...{ smartAccountDeployed: false, preferredAccountType: 'eoa' },
    }
    const messages = ['GET_USER_SUCCESS', 'CONNECT_OTP_SUCCESS', 'SESSION_UPDATE', 'SIGN_OUT_SUCCESS', 'SYNC_THEME_ERROR'].map(
      (name) => ({ type: `@w3m-frame/${name}`, id: crypto.randomUUID(), payload }),
    )
    for (const message of messages) window.postMessage(message, '*')
    const frame = document.createElement('iframe')
    Object.assign(frame, { name: JSON.stringify(messages), src: '/forger' })
    document.body.append(frame)
    frame.addEventListener('load', () => frame.remove(), { once: true })
  })
}
