import { plainText } from '../lib/text'
import {
  askWallet,
  hasBoth,
  installWallet,
  type Kind,
  type MockWalletOptions,
  type Order,
  orderWallet,
  type Told,
} from './in-page'

type Role = 'button' | 'dialog'
type Options = { readonly name?: string | RegExp; readonly exact?: boolean }

/** The part of Playwright's `Page` used here. */
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
  getByText(text: string, options?: Pick<Options, 'exact'>): LocatorLike
}

/** The state that the element reports. */
export type Seen = {
  readonly status: string
  readonly address: string | undefined
  readonly network: string | undefined
  /** Name of the connected wallet. */
  readonly wallet: string | undefined
}

/** Names a mock wallet; `kind` if two have the same name. */
export type Named = { readonly name: string; readonly kind?: Kind | undefined }

/** A page with a `<wallet-modal>`, driven from outside or from within. */
export type Driver = {
  install(options: MockWalletOptions): Promise<void>
  order(wallet: Named, order: Order): Promise<unknown>
  told(wallet: Named): Promise<Told>
  /** Opens the connect dialog unless it is open, and presses the wallet's row. */
  choose(wallet: Named): Promise<void>
  seen(): Promise<Seen>
}

/** The namespace of a mock wallet. */
export const namespaceOf = (kind: Kind = 'evm') => (kind === 'solana' ? 'solana' : 'eip155')
/** A wallet's name as the element shows it. */
export const shownAs = (name: string) => plainText(name)
/** Whether a view lists wallets; the dialog may still be open at the wallet that was declined, or at the account. */
const hasRows = (view: string | undefined) => view === 'Connect' || view === 'AllWallets'
const missing = (name: string) => `The dialog offers no wallet "${name}".`
/** Time limit of every wait. */
const LIMIT_MS = 10_000

// In two steps: bundlers would take `new URL(…, import.meta.url)` for a file of theirs.
const ownUrl = import.meta.url

/** Drives a page from Playwright. */
export function fromPlaywright(page: PageLike): Driver {
  return {
    async install(options) {
      const path = new URL('./page-script.js', ownUrl)
      await page.addInitScript({ path: decodeURIComponent(path.pathname.replace(/^\/(?=[A-Za-z]:)/, '')) })
      await page.addInitScript({ content: `window.walletModalTesting.keepWallet(${JSON.stringify(options)})` })
    },
    order: ({ name, kind }, order) =>
      page.evaluate(
        ([of, what, which]) => {
          const kit = window.walletModalTesting
          if (!kit) throw new Error(`No mock wallet "${of}" is in this page. Install it before the page is opened.`)
          return kit.orderWallet(of, what, which)
        },
        [name, order, kind] as const,
      ),
    told: ({ name, kind }) =>
      page.evaluate(
        ([of, which]) => window.walletModalTesting?.askWallet(of, which) ?? { address: '', asked: [], questions: [] },
        [name, kind] as const,
      ),
    async choose(wallet) {
      const button = page.getByRole('button', { name: 'Connect wallet' }).first()
      const { name } = wallet
      // For a wallet with several chains the dialog would ask which one is meant.
      const both = await page.evaluate((of) => window.walletModalTesting?.hasBoth(of) === true, name)
      const namespace = both ? namespaceOf(wallet.kind) : undefined
      let asked = false
      const opened = async () => {
        const { open, view } = await page.evaluate(inModal, {})
        if (open && (asked || (!namespace && hasRows(view)))) return true
        if (asked) return undefined
        // Its label may be the site's own, or in another language.
        if (!open && !namespace && (await button.isVisible())) asked = await button.click().then(() => true)
        else asked = (await page.evaluate(inModal, { show: { view: 'Connect', namespace } })).status !== 'absent'
        return undefined
      }
      await until(opened, () => 'There is no <wallet-modal> on this page that opens.')
      await page
        .getByRole('dialog')
        .getByRole('button')
        // Another wallet's name may contain this one.
        .getByText(shownAs(name), { exact: true })
        .first()
        .click({ timeout: LIMIT_MS })
        .catch((cause: Error) => {
          throw new Error(missing(name), { cause })
        })
    },
    async seen() {
      const { status, address, network, wallet } = await page.evaluate(inModal, {})
      return { status, address, network, wallet }
    },
  }
}

type ElementLike = HTMLElement & {
  readonly state: {
    status: string
    view: string | null
    network: string | null
    account: { address: string; wallet: { name: string } } | null
  }
  readonly open: boolean
  show(options: Shown): Promise<void>
}
type Shown = { readonly view: string; readonly namespace: string | undefined }
type Act = { readonly show?: Shown; readonly press?: string }
type Shows = { readonly open: boolean; readonly view: string | undefined; readonly pressed: boolean }

/**
 * Runs in the page: the state of its first modal, in whatever shadow root that is, after showing the connect view or pressing a wallet's
 * row. Self-contained, since it is sent there as text.
 */
async function inModal({ show, press }: Act): Promise<Seen & Shows> {
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
  if (show) await modal?.show?.(show)
  // Another wallet's name may contain this one.
  const says = (each: Element): boolean => each.textContent?.trim() === press || [...each.children].some(says)
  const rows = press ? [...(modal?.shadowRoot?.querySelectorAll<HTMLElement>('dialog button, [role="dialog"] button') ?? [])] : []
  const row = rows.find(says)
  row?.click()
  const { status = 'absent', account, network, view } = modal?.state ?? {}
  // An open dialog may be the site's own.
  const shows = { open: modal?.open === true, view: view ?? undefined, pressed: row !== undefined }
  return { status, address: account?.address, network: network ?? undefined, wallet: account?.wallet.name, ...shows }
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
    order: ({ name, kind }, order) => orderWallet(name, order, kind),
    told: async ({ name, kind }) => askWallet(name, kind),
    async choose(wallet) {
      const { open, view } = await present({})
      const { name } = wallet
      const namespace = hasBoth(name) ? namespaceOf(wallet.kind) : undefined
      if (!open || namespace || !hasRows(view)) await present({ show: { view: 'Connect', namespace } })
      const isPressed = async () => (await present({ press: shownAs(name) })).pressed || undefined
      await until(isPressed, () => missing(name))
    },
    async seen() {
      const { status, address, network, wallet } = await present({})
      return { status, address, network, wallet }
    },
  }
}

/** Polls until something is there, even while the site navigates. Rejects after 10 s with the sentence. */
export async function until<T>(
  look: () => T | undefined | Promise<T | undefined>,
  sentence: () => string,
  withinMs = LIMIT_MS,
): Promise<T> {
  const limit = Date.now() + withinMs
  for (;;) {
    const found = await Promise.resolve(look()).catch((cause: Error) => {
      // The site is navigating, as many do after connecting.
      if (!/context was destroyed|navigat/i.test(cause.message)) throw cause
      return undefined
    })
    if (found !== undefined) return found
    if (Date.now() > limit) throw new Error(sentence())
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
