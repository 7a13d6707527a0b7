import { appendFileSync, mkdirSync } from 'node:fs'
import { injectHeadlessWeb3Provider, type Web3ProviderBackend, Web3RequestKind } from '@ensdomains/headless-web3-provider'
import { type BrowserContext, test as base, type Dialog, expect, type Locator, type Page } from '@playwright/test'
import type { LockdownOptions } from 'ses'
import type { Urls } from '../demo/stack/index'
import { localNetworks } from '../demo/stack/networks'
import type { WalletModalElement } from '../elements/wallet-modal'
import { accountAt } from './accounts'
import { underLockdown } from './lockdown'
import { type Told, tellEvents } from './page-events'
import { provideScripts, type ScriptedWallet } from './page-wallet'
import { stackAttributesOf } from './stack-attributes'
import { isViolation, laxPage, servePage } from './strict-policy'

export { accountAt, accounts, first, second } from './accounts'
export type { Told } from './page-events'
export type { ScriptedWallet } from './page-wallet'
export { expect, Web3RequestKind }

/** Attributes as a host writes them; `true` stands for one without a value. */
export type Attributes = Readonly<Record<string, string | true>>

/** What was observed on a test's pages. */
type Witness = {
  /** Messages of uncaught errors; a test fails if any are left at its end. */
  readonly pageErrors: string[]
  readonly consoleErrors: string[]
  /**
   * What the strict policy has blocked, each with its place, and pages served without the policy (`page-policy.ts`); a test fails
   * if any are left at its end.
   */
  readonly violations: string[]
  /** Every requested URL, including sockets. */
  readonly requests: string[]
  /** The contacted hosts, each once. */
  hosts(): string[]
}

type Fixtures = {
  /** URLs of the local stack. */
  urls: Urls
  /** Attributes that point an element at the local stack. */
  stackAttributes: Attributes
  /** Watches every page of the browser; the test fails on an uncaught error, a policy violation or an unlisted host. */
  witness: Witness
  /** Hosts that this test may contact besides the stack's. */
  otherHosts: string[]
  /** What a run under SES gives `lockdown()` besides its own options, as a host whose other libraries need it does. */
  lockdown: LockdownOptions
  /** Whether a run under SES installs Playwright's clock, which SES would freeze the page against later; false keeps the browser's. */
  movesClock: boolean
}

/** Adds to the list of contacted hosts that is compared with `networkPlan()` after the run (`.ci/contacted.mjs`). */
function noteContacted(hosts: readonly string[]): void {
  mkdirSync('.built', { recursive: true })
  appendFileSync('.built/contacted.txt', hosts.map((host) => `${host}\n`).join(''))
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
  urls: async ({}, use) => use(JSON.parse(process.env.STACK ?? '') as Urls),
  stackAttributes: async ({ urls }, use) =>
    use({ ...stackAttributesOf(urls, 'eip155'), 'secure-site-url': urls.secureSite, 'app-name': 'Test Bakery' }),
  otherHosts: [[], { option: true }],
  lockdown: [{}, { option: true }],
  movesClock: [true, { option: true }],
  witness: [
    async ({ browser, context, urls, otherHosts, lockdown, movesClock }, use) => {
      const requests: string[] = []
      const pageErrors: string[] = []
      const consoleErrors: string[] = []
      const violations: string[] = []
      const watch = (page: Page) => {
        // SES empties stacks.
        page.on('pageerror', (error) => pageErrors.push(error.stack || error.message))
        page.on('console', (message) => {
          if (isViolation(message.text())) violations.push(`${message.text()} (${message.location().url})`)
          else if (message.type() === 'error') consoleErrors.push(message.text())
        })
        page.on('websocket', (socket) => requests.push(socket.url()))
        // An unexpected alert, prompt or confirm is dismissed and counts as an error.
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
      // Further contexts are other devices or visitors.
      browser.on('context', watchAll)
      if (process.env.SES === '1') {
        // Playwright's clock replaces functions that SES freezes, so it is installed first; it runs normally until a test moves it.
        if (movesClock) await context.clock.install()
        await underLockdown(context, lockdown)
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
      expect(violations, 'violations of the strict policy').toEqual([])
      expect(
        hosts().filter((host) => !allowed.includes(host)),
        'contacted hosts that are not configured',
      ).toEqual([])
    },
    { auto: true },
  ],
})

/** Opens `bare.html` with a `<wallet-modal>` with these attributes and its button; they are there again after a reload. */
export async function openBare(page: Page, urls: Urls, attributes: Attributes): Promise<void> {
  await keepElement(page, attributes)
  await page.goto(`${urls.demo}bare.html`)
}

/** The script tag of the release. */
export const SCRIPT = '<script type="module" src="/wallet-modal.js"></script>'

/** Serves and opens the given HTML on the demo's origin, also at a reload. `{{attributes}}` is replaced by the attributes. */
export async function openHtml(page: Page, urls: Urls, attributes: Attributes, html: string, path = 'own.html'): Promise<void> {
  const words = Object.entries(attributes).map(([name, value]) => (value === true ? name : `${name}="${value}"`))
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Own</title>${html.replaceAll('{{attributes}}', words.join(' '))}`
  await servePage(page, `${urls.demo}${path}`, body)
  await page.goto(`${urls.demo}${path}`)
}

/** Puts a `<wallet-modal>` with these attributes and its button into every page opened from now on. */
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

/** The element's events on the document, oldest first; of one type, or all. */
export function told(page: Page, type?: string): Promise<Told[]> {
  return page.evaluate((wanted) => {
    return window.toldEvents.filter((each) => !wanted || each.type === wanted)
  }, type)
}

/** Details of the events of one type, oldest first. */
export async function details(page: Page, type: string): Promise<Record<string, unknown>[]> {
  return (await told(page, type)).map(({ detail }) => detail)
}

/** Waits until an event of this type has fired `count` times in total. */
export async function untilTold(page: Page, type: string, count = 1): Promise<void> {
  await expect.poll(async () => (await told(page, type)).length, { message: `${type} ${count} times` }).toBe(count)
}

/** The first element's `state`; null while there is no element. */
export const stateOf = (page: Page): Promise<WalletModalElement['state'] | null> =>
  page.evaluate(() => document.querySelector('wallet-modal')?.state ?? null)

/** Opens the modal by its button; resolves to the dialog. */
export async function openModal(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  // The first frame's dialog is replaced once React is there (`first-frame.spec.ts`): this waits for React's.
  await expect(page.locator('wallet-modal-views').getByRole('dialog')).toBeVisible()
  return page.getByRole('dialog')
}

/** A third-party wallet driven by the test: `Headless Web3 Provider`, announced and as `window.ethereum`. */
export type HeadlessWallet = {
  readonly name: string
  /** Waits for a request of this kind and approves it. */
  approve(kind: Web3RequestKind): Promise<void>
  refuse(kind: Web3RequestKind): Promise<void>
  /** Resolves once the wallet has been asked. */
  untilAsked(kind: Web3RequestKind): Promise<void>
  readonly backend: Web3ProviderBackend
}

/** Adds that wallet to a page before it is opened. `chainIds`: its chains, active first; `keys`: indexes of its development accounts. */
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

/** A wallet's EIP-6963 info; any part may be invalid. */
type Announced = { readonly name?: unknown; readonly rdns?: unknown; readonly uuid?: unknown; readonly icon?: unknown }

/** Creates a wallet's provider in the page; it is serialized, so it can use only `window` (`page-wallet.ts`). */
type Make<Given> = (given: Given) => unknown

/** Announces a scripted wallet in every page opened from now on; `window.scripted` holds it by name. */
export async function announce<Given>(page: Page, info: Announced, make: Make<Given>, given?: Given): Promise<void> {
  await page.addInitScript({ content: announceScript(info, make, given) })
}

/** The same in a page that is already open. */
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

/** The methods requested of a scripted wallet, oldest first. */
export const asked = (page: Page, name = 'Odd Wallet'): Promise<string[]> =>
  page.evaluate((wanted) => (window.scripted[wanted] as ScriptedWallet | undefined)?.asked ?? [], name)

/** Lets a scripted wallet emit an event. */
export const emit = (page: Page, event: string, payload: unknown, name = 'Odd Wallet'): Promise<void> =>
  page.evaluate(([from, type, value]) => (window.scripted[from] as ScriptedWallet).emit(type, value), [
    name,
    event,
    payload,
  ] as const)
