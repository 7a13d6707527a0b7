import { askWallet, installWallet, type MockWalletOptions, type Order, orderWallet, type Told } from './in-page'

type Role = 'button' | 'dialog'
type Options = { readonly name?: string | RegExp; readonly exact?: boolean }

/** The part of Playwright's `Page` that is used. */
export type PageLike = {
  addInitScript(script: { path?: string; content?: string }): Promise<unknown>
  evaluate<Result, Given>(run: (given: Given) => Result | Promise<Result>, given: Given): Promise<Result>
  getByRole(role: Role, options?: Options): LocatorLike
}
type LocatorLike = {
  click(options?: { timeout?: number }): Promise<void>
  first(): LocatorLike
  isVisible(): Promise<boolean>
  getByRole(role: Role, options?: Options): LocatorLike
}

/** What the element says of itself. */
export type Seen = { readonly status: string; readonly address: string | undefined; readonly network: string | undefined }

/** A page with a `<wallet-modal>`, reached from outside or from within. */
export type Driver = {
  install(options: MockWalletOptions): Promise<void>
  order(name: string, order: Order): Promise<unknown>
  told(name: string): Promise<Told>
  /** Opens the connect dialog unless it is open, and presses the wallet's row. */
  choose(name: string): Promise<void>
  seen(): Promise<Seen>
}

// Read apart from `new URL`, which bundlers would take for a file of theirs.
const ownUrl = import.meta.url

/** Drives a page from Playwright. */
export function fromPlaywright(page: PageLike): Driver {
  return {
    async install(options) {
      const path = new URL('./page-script.js', ownUrl)
      await page.addInitScript({ path: decodeURIComponent(path.pathname.replace(/^\/(?=[A-Za-z]:)/, '')) })
      await page.addInitScript({ content: `window.walletModalTesting.keepWallet(${JSON.stringify(options)})` })
    },
    order: (name, order) =>
      page.evaluate(([of, what]) => window.walletModalTesting?.orderWallet(of, what), [name, order] as const),
    told: (name) =>
      page.evaluate((of) => window.walletModalTesting?.askWallet(of) ?? { address: '', asked: [], questions: [] }, name),
    async choose(name) {
      const button = page.getByRole('button', { name: 'Connect wallet' }).first()
      let asked = false
      const opened = async () => {
        if (await isOpen(page)) return true
        if (asked) return undefined
        // Its words may be the site's own, or of another language.
        if (await button.isVisible()) asked = await button.click().then(() => true)
        else asked = await page.evaluate(openConnect, undefined)
        return undefined
      }
      await until(opened, () => 'There is no <wallet-modal> on this page that opens.')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: new RegExp(escaped(name)) })
        .first()
        .click()
    },
    seen: () =>
      page.evaluate(() => {
        const { state } = (document.querySelector('wallet-modal') ?? {}) as Partial<ElementLike>
        return { status: state?.status ?? 'absent', address: state?.account?.address, network: state?.network ?? undefined }
      }, undefined),
  }
}

type ElementLike = {
  readonly state: { status: string; network: string | null; account: { address: string } | null }
  readonly shadowRoot: ShadowRoot | null
  readonly open: boolean
  show(options: { view: string }): Promise<void>
}

// A dialog that is there may be the site's own.
const isOpen = (page: PageLike) =>
  page.evaluate(() => document.querySelector<HTMLElement & ElementLike>('wallet-modal')?.open === true, undefined)

/** Runs in the page: whether there was an element to ask. */
async function openConnect(): Promise<boolean> {
  const modal = document.querySelector<HTMLElement & Partial<ElementLike>>('wallet-modal')
  await modal?.show?.({ view: 'Connect' })
  return modal?.show !== undefined
}

/** Drives the page that this runs in, as Vitest's browser mode does. */
export function here(): Driver {
  const element = () => {
    const found = document.querySelector<HTMLElement & ElementLike>('wallet-modal')
    if (!found) throw new Error('There is no <wallet-modal> on this page.')
    return found
  }
  return {
    install: async (options) => void installWallet(options),
    order: orderWallet,
    told: async (name) => askWallet(name),
    async choose(name) {
      const modal = element()
      if (!modal.open) await modal.show({ view: 'Connect' })
      const rowOf = () =>
        [...(modal.shadowRoot?.querySelectorAll('dialog button') ?? [])].find((each) => nameOf(each).includes(name))
      const row = await until(rowOf, () => `The dialog offers no wallet "${name}".`)
      ;(row as HTMLElement).click()
    },
    async seen() {
      const { status, network, account } = element().state
      return { status, address: account?.address, network: network ?? undefined }
    },
  }
}

const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent ?? ''
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Looks until something is there. Rejects with the sentence after 10 s. */
export async function until<T>(
  look: () => T | undefined | Promise<T | undefined>,
  sentence: () => string,
  withinMs = 10_000,
): Promise<T> {
  const limit = Date.now() + withinMs
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() > limit) throw new Error(sentence())
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
