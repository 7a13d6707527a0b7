import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { injectHeadlessWeb3Provider, type Web3ProviderBackend, Web3RequestKind } from '@ensdomains/headless-web3-provider'
import { type BrowserContext, test as base, type Dialog, expect, type Locator, type Page } from '@playwright/test'
import type { Urls } from '../demo/stack/index'
import { localNetworks } from '../demo/stack/networks'
import type { WalletModalElement } from '../elements/wallet-modal'
import { accountAt } from './accounts'
import { type Told, tellEvents } from './page-events'
import { provideScripts, type ScriptedWallet } from './page-wallet'
import { stackAttributesOf } from './stack-attributes'
import { isViolation, laxPage, servePage } from './strict-policy'

export { accountAt, accounts, first, second } from './accounts'
export type { Told } from './page-events'
export type { ScriptedWallet } from './page-wallet'
export { expect, Web3RequestKind }

/** Attributes as a host writes them; `true` is a bare boolean. */
export type Attributes = Readonly<Record<string, string | true>>

/** What happened around a test's pages. */
type Witness = {
  /** Messages of uncaught errors; a test ends with none unless it empties the list itself. */
  readonly pageErrors: string[]
  readonly consoleErrors: string[]
  /**
   * What the strict policy has blocked, each with where that happened, and pages that came without it (`page-policy.ts`); a test
   * ends with none unless it empties the list.
   */
  readonly violations: string[]
  /** Every URL that was asked for, sockets included. */
  readonly requests: string[]
  /** Hosts that were asked, each once. */
  hosts(): string[]
}

type Fixtures = {
  /** Where the local stack is. */
  urls: Urls
  /** Attributes that point an element at the local stack. */
  stackAttributes: Attributes
  /** Watches every page of the browser; after the test there was no uncaught error and no foreign host. */
  witness: Witness
  /** Hosts that this test may reach besides those of the stack. */
  otherHosts: string[]
}

/** What all tests of a run have contacted, for the comparison with `networkPlan()` after them (`.ci/contacted.mjs`). */
function noteContacted(hosts: readonly string[]): void {
  mkdirSync('.built', { recursive: true })
  appendFileSync('.built/contacted.txt', hosts.map((host) => `${host}\n`).join(''))
}

/** SES hardens the page's own JavaScript before anything of the page runs, as MetaMask's does in its pages and Snaps; what goes wrong is told as ever. */
export async function underLockdown(context: BrowserContext): Promise<void> {
  const { demo } = JSON.parse(process.env.STACK ?? '') as Urls
  const ses = dirname(createRequire(import.meta.url).resolve('ses/package.json'))
  const source = readFileSync(join(ses, 'dist/lockdown.umd.min.js'), 'utf8')
  // By default it keeps errors that nobody catches from the page's listeners, and what is in one that is written to the console.
  const heard = JSON.stringify({ errorTrapping: 'none', unhandledRejectionTrapping: 'none', consoleTaming: 'unsafe' })
  await context.addInitScript({ content: `if (location.origin === '${new URL(demo).origin}') { ${source}; lockdown(${heard}) }` })
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
  urls: async ({}, use) => use(JSON.parse(process.env.STACK ?? '') as Urls),
  stackAttributes: async ({ urls }, use) =>
    use({ ...stackAttributesOf(urls, 'eip155'), 'secure-site-url': urls.secureSite, 'app-name': 'Test Bakery' }),
  otherHosts: [[], { option: true }],
  witness: [
    async ({ browser, context, urls, otherHosts }, use) => {
      const requests: string[] = []
      const pageErrors: string[] = []
      const consoleErrors: string[] = []
      const violations: string[] = []
      const watch = (page: Page) => {
        page.on('pageerror', (error) => pageErrors.push(error.stack ?? error.message))
        page.on('console', (message) => {
          if (isViolation(message.text())) violations.push(`${message.text()} (${message.location().url})`)
          else if (message.type() === 'error') consoleErrors.push(message.text())
        })
        page.on('websocket', (socket) => requests.push(socket.url()))
        // A dialog that nobody expects is closed, and told as what it is.
        page.on('dialog', (dialog: Dialog) => {
          pageErrors.push(`${dialog.type()}: ${dialog.message()}`)
          void dialog.dismiss()
        })
      }
      const watchAll = (each: BrowserContext) => {
        each.on('page', watch)
        for (const page of each.pages()) watch(page)
        each.on('request', (request) => requests.push(request.url()))
        each.on('response', (response) => violations.push(...laxPage(response)))
      }
      watchAll(context)
      // Another device of the visitor, or another visitor.
      browser.on('context', watchAll)
      if (process.env.SES === '1') {
        // Playwright's clock replaces what SES freezes: it comes first, and goes as clocks do until a test moves it.
        await context.clock.install()
        await underLockdown(context)
      }
      await context.addInitScript(tellEvents)
      await context.addInitScript(provideScripts)
      const hosts = () => [...new Set(requests.filter((url) => !/^(data|blob|about):/.test(url)).map((url) => new URL(url).host))]
      await use({ pageErrors, consoleErrors, violations, requests, hosts })
      browser.off('context', watchAll)
      const configured = [
        urls.demo,
        urls.wallet,
        urls.provider,
        urls.login,
        urls.relay,
        urls.secureSite,
        urls.mail,
        urls.identity,
        ...Object.values(urls.rpc),
      ]
      const allowed = [...configured.map((url) => new URL(url).host), ...otherHosts]
      noteContacted(hosts().filter((host) => !otherHosts.includes(host)))
      expect(pageErrors, 'uncaught errors').toEqual([])
      expect(violations, 'against the strict policy').toEqual([])
      expect(
        hosts().filter((host) => !allowed.includes(host)),
        'hosts outside the configuration',
      ).toEqual([])
    },
    { auto: true },
  ],
})

/** Opens `bare.html` with a `<wallet-modal>` of these attributes and its button, there again after a reload. */
export async function openBare(page: Page, urls: Urls, attributes: Attributes): Promise<void> {
  await keepElement(page, attributes)
  await page.goto(`${urls.demo}bare.html`)
}

/** How a page brings in the release. */
export const SCRIPT = '<script type="module" src="/wallet-modal.js"></script>'

/** Opens a page of the test's own making on the demo's origin; it is served again at a reload. `{{attributes}}` points at the stack. */
export async function openHtml(page: Page, urls: Urls, attributes: Attributes, html: string, path = 'own.html'): Promise<void> {
  const words = Object.entries(attributes).map(([name, value]) => (value === true ? name : `${name}="${value}"`))
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Own</title>${html.replaceAll('{{attributes}}', words.join(' '))}`
  await servePage(page, `${urls.demo}${path}`, body)
  await page.goto(`${urls.demo}${path}`)
}

/** Puts a `<wallet-modal>` of these attributes and its button into every page that is opened from now on. */
export async function keepElement(page: Page, attributes: Attributes): Promise<void> {
  await page.addInitScript((given) => {
    if (window !== window.top) return
    document.addEventListener('DOMContentLoaded', () => {
      const modal = document.createElement('wallet-modal')
      for (const [name, value] of Object.entries(given)) modal.setAttribute(name, value === true ? '' : value)
      document.body.append(modal, document.createElement('wallet-button'))
    })
  }, attributes)
}

/** What the element told the document, oldest first; of one type, or all. */
export function told(page: Page, type?: string): Promise<Told[]> {
  return page.evaluate((wanted) => {
    return window.toldEvents.filter((each) => !wanted || each.type === wanted)
  }, type)
}

/** Details of the events of one type, oldest first. */
export async function details(page: Page, type: string): Promise<Record<string, unknown>[]> {
  return (await told(page, type)).map(({ detail }) => detail)
}

/** Waits until an event of this type has been heard `count` times in all. */
export async function untilTold(page: Page, type: string, count = 1): Promise<void> {
  await expect.poll(async () => (await told(page, type)).length, { message: `${type} ${count} times` }).toBe(count)
}

/** The first element's `state`; null while there is no element. */
export const stateOf = (page: Page): Promise<WalletModalElement['state'] | null> =>
  page.evaluate(() => document.querySelector('wallet-modal')?.state ?? null)

/** Opens the modal by its button; resolves to the dialog. */
export async function openModal(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  // What stands in for it until React is there is replaced under whoever measures it (`first-frame.spec.ts`).
  await expect(page.locator('wallet-modal-views').getByRole('dialog')).toBeVisible()
  return page.getByRole('dialog')
}

/** A wallet of other people's making, driven from the test: `Headless Web3 Provider`, announced and as `window.ethereum`. */
export type HeadlessWallet = {
  readonly name: string
  /** Answers the oldest open request of a kind, once it is there. */
  approve(kind: Web3RequestKind): Promise<void>
  refuse(kind: Web3RequestKind): Promise<void>
  /** Resolves once the wallet has been asked. */
  untilAsked(kind: Web3RequestKind): Promise<void>
  readonly backend: Web3ProviderBackend
}

/** Puts that wallet into a page, before it is opened. `chainIds`: what it knows, the active one first; `keys`: which development accounts it holds. */
export async function injectHeadless(
  page: Page,
  urls: Urls,
  {
    chainIds = [31337, 56, 42161],
    permitted = [],
    keys = [0, 1],
  }: { chainIds?: readonly number[]; permitted?: string[]; keys?: readonly number[] } = {},
): Promise<HeadlessWallet> {
  const chains = chainIds.map((id) => {
    const known = localNetworks.find(({ chainId }) => chainId === id)
    const nativeCurrency = { name: known?.currency ?? 'Coin', symbol: known?.symbol ?? 'COIN', decimals: 18 }
    const url = urls.rpc[`eip155:${id}`] ?? `${urls.provider}nowhere`
    return { id, name: known?.name ?? `Chain ${id}`, nativeCurrency, rpcUrls: { default: { http: [url] } } }
  })
  const privateKeys = keys.map((index) => accountAt(index).key)
  const backend = await injectHeadlessWeb3Provider({ page, privateKeys, chains, permitted })
  const untilAsked = (kind: Web3RequestKind) => expect.poll(() => backend.getPendingRequestCount(kind), { message: kind }).toBe(1)
  return {
    name: 'Headless Web3 Provider',
    backend,
    untilAsked,
    async approve(kind) {
      await untilAsked(kind)
      await backend.authorize(kind)
    },
    async refuse(kind) {
      await untilAsked(kind)
      await backend.reject(kind)
    },
  }
}

/** Connects the headless wallet through the modal, which then closes by itself. */
export async function connectHeadless(page: Page, wallet: HeadlessWallet): Promise<void> {
  const dialog = await openModal(page)
  await dialog.getByRole('button', { name: wallet.name }).click()
  await wallet.approve(Web3RequestKind.RequestAccounts)
  await untilTold(page, 'wallet-connected')
  await expect(dialog).toBeHidden()
}

/** How a wallet announces itself (EIP-6963); any of it may be nonsense. */
type Announced = { readonly name?: unknown; readonly rdns?: unknown; readonly uuid?: unknown; readonly icon?: unknown }

/** Makes a wallet's provider in the page; it can use nothing from around it but `window` (`page-wallet.ts`). */
type Make<Given> = (given: Given) => unknown

/** Puts a scripted wallet into the page before it is opened; `window.scripted` holds it by its name. */
export async function announce<Given>(page: Page, info: Announced, make: Make<Given>, given?: Given): Promise<void> {
  await page.addInitScript({ content: announceScript(info, make, given) })
}

/** The same, in a page that is open already. */
export async function announceNow<Given>(page: Page, info: Announced, make: Make<Given>, given?: Given): Promise<void> {
  await page.evaluate(announceScript(info, make, given))
}

function announceScript<Given>(info: Announced, make: Make<Given>, given: Given | undefined): string {
  const whole = { name: 'Odd Wallet', rdns: 'test.odd', uuid: crypto.randomUUID(), icon: '', ...info }
  return `(() => {
    const info = ${JSON.stringify(whole)}
    const provider = (${make.toString()})(${JSON.stringify(given)})
    window.scripted[info.name] = provider
    const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
    window.addEventListener('eip6963:requestProvider', announce)
    announce()
  })()`
}

/** Methods that a scripted wallet was asked for, oldest first. */
export const asked = (page: Page, name = 'Odd Wallet'): Promise<string[]> =>
  page.evaluate((wanted) => (window.scripted[wanted] as ScriptedWallet | undefined)?.asked ?? [], name)

/** A scripted wallet says something by itself. */
export const emit = (page: Page, event: string, payload: unknown, name = 'Odd Wallet'): Promise<void> =>
  page.evaluate(([from, type, value]) => (window.scripted[from] as ScriptedWallet).emit(type, value), [
    name,
    event,
    payload,
  ] as const)
