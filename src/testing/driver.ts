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
        if ((await page.evaluate(inModal, {})).open) return true
        if (asked) return undefined
        // Its words may be the site's own, or of another language.
        if (await button.isVisible()) asked = await button.click().then(() => true)
        else asked = (await page.evaluate(inModal, { show: true })).status !== 'absent'
        return undefined
      }
      await until(opened, () => 'There is no <wallet-modal> on this page that opens.')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: new RegExp(escaped(name)) })
        .first()
        .click()
    },
    async seen() {
      const { status, address, network } = await page.evaluate(inModal, {})
      return { status, address, network }
    },
  }
}

type ElementLike = HTMLElement & {
  readonly state: { status: string; network: string | null; account: { address: string } | null }
  readonly open: boolean
  show(options: { view: string }): Promise<void>
}
type Act = { readonly show?: boolean; readonly press?: string }

/**
 * Runs in the page: what its first modal says of itself, in whatever shadow root that stands, once it has shown how to connect or the
 * row of a wallet has been pressed. Whole by itself, since it is sent there as text.
 */
async function inModal({ show, press }: Act): Promise<Seen & { readonly open: boolean; readonly pressed: boolean }> {
  const find = (root: Document | ShadowRoot): Partial<ElementLike> | undefined => {
    const found = root.querySelector<ElementLike>('wallet-modal')
    if (found) return found
    for (const { shadowRoot } of root.querySelectorAll('*')) {
      const inside = shadowRoot && find(shadowRoot)
      if (inside) return inside
    }
    return undefined
  }
  const modal = find(document)
  if (show) await modal?.show?.({ view: 'Connect' })
  const nameOf = (each: Element) => each.getAttribute('aria-label') ?? each.textContent ?? ''
  const rows = press ? [...(modal?.shadowRoot?.querySelectorAll<HTMLElement>('dialog button, [role="dialog"] button') ?? [])] : []
  const row = rows.find((each) => nameOf(each).includes(press ?? ''))
  row?.click()
  const { status = 'absent', account, network } = modal?.state ?? {}
  // A dialog that is there may be the site's own.
  const [open, pressed] = [modal?.open === true, row !== undefined]
  return { status, address: account?.address, network: network ?? undefined, open, pressed }
}

/** Drives the page that this runs in, as Vitest's browser mode does. */
export function here(): Driver {
  const present = async (act: Act) => {
    const seen = await inModal(act)
    if (seen.status === 'absent') throw new Error('There is no <wallet-modal> on this page.')
    return seen
  }
  return {
    install: async (options) => void installWallet(options),
    order: orderWallet,
    told: async (name) => askWallet(name),
    async choose(name) {
      const { open } = await present({})
      if (!open) await present({ show: true })
      const isPressed = async () => (await present({ press: name })).pressed || undefined
      await until(isPressed, () => `The dialog offers no wallet "${name}".`)
    },
    async seen() {
      const { status, address, network } = await present({})
      return { status, address, network }
    },
  }
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Looks until something is there, on whatever page the site goes to meanwhile. Rejects with the sentence after 10 s. */
export async function until<T>(
  look: () => T | undefined | Promise<T | undefined>,
  sentence: () => string,
  withinMs = 10_000,
): Promise<T> {
  const limit = Date.now() + withinMs
  for (;;) {
    const found = await Promise.resolve(look()).catch((cause: Error) => {
      // The site goes to another page just now, as many do once somebody is connected.
      if (!/context was destroyed|navigat/i.test(cause.message)) throw cause
      return undefined
    })
    if (found !== undefined) return found
    if (Date.now() > limit) throw new Error(sentence())
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
