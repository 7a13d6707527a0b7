import type { Page } from '@playwright/test'
import { expect, type Told } from './fixtures'
import { focused } from './keys'
import { tellEvents } from './page-events'
import { readCode } from './qr'
import { buildSite, type SiteOptions, siteParts, urls } from './site'

/** The part of Playwright's page that journeys need, and that a plain WebDriver can provide too. */
export type Tab = Pick<Page, 'goto' | 'reload' | 'evaluate'> & {
  readonly keyboard: Pick<Page['keyboard'], 'press' | 'type'>
  readonly mouse: { click(x: number, y: number): Promise<void> }
  screenshot(): Promise<Buffer>
}

type VisitOptions = SiteOptions & {
  /** Entries of local storage, set before the page's scripts run. */
  readonly storage?: Readonly<Record<string, string>>
  /** A script that runs before the element is added, such as a third-party wallet. */
  readonly script?: string
}

type Role = 'button' | 'textbox' | 'dialog' | 'img' | 'tab'
type Found = { readonly x: number; readonly y: number; readonly width: number; readonly height: number; readonly text: string }

/** Polls often, since each journey has many steps. */
const soon = { timeout: 15_000, intervals: [50, 100] }

/** Drives a page in any engine like a visitor: finds and presses what is visible, by role and accessible name. */
export function visitorIn(page: Tab) {
  let given: VisitOptions = {}

  async function build() {
    const { script = '', storage = {} } = given
    await page.evaluate(provideFinder)
    await page.evaluate(tellEvents)
    await page.evaluate((kept) => {
      for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value)
    }, storage)
    // Evaluated, as the page's policy forbids inline scripts.
    await page.evaluate(`(() => { ${script} })()`)
    await page.evaluate(buildSite, siteParts(given))
    await expect.poll(() => page.evaluate(() => Boolean(document.querySelector('wallet-modal:defined')))).toBe(true)
  }

  /** Asserts that the current page had no uncaught errors, policy violations or requests to foreign hosts. */
  async function leave() {
    const [errors, blocked, hosts] = await page.evaluate(() => {
      const fetched = performance.getEntriesByType('resource').map(({ name }) => new URL(name, location.href))
      const asked = fetched.filter(({ protocol }) => /^(http|ws)s?:/.test(protocol)).map(({ host }) => host)
      return [window.uncaught, window.blocked, asked] as const
    })
    expect(errors, 'uncaught errors').toEqual([])
    expect(blocked, 'violations of the strict policy').toEqual([])
    const allowed = JSON.stringify(urls)
    expect([...new Set(hosts)].filter((host) => !allowed.includes(`//${host}`))).toEqual([])
  }

  const find = (role: Role, name: RegExp): Promise<Found | null> =>
    page.evaluate(([wanted, source, flags]) => window.findShown(wanted, new RegExp(source, flags)), [
      role,
      name.source,
      name.flags,
    ] as const)

  async function found(role: Role, name: RegExp): Promise<Found> {
    let seen: Found | null = null
    const look = async () => {
      seen = await find(role, name)
      return Boolean(seen)
    }
    await expect.poll(look, { message: `${role} ${name}`, ...soon }).toBe(true)
    if (!seen) throw new Error(`There is no ${role} ${name}`)
    return seen
  }

  async function press(name: RegExp, role: Role = 'button') {
    const { x, y } = await found(role, name)
    await page.mouse.click(x, y)
  }

  const details = (type: string): Promise<Told['detail'][]> =>
    page.evaluate((wanted) => window.toldEvents.filter((each) => each.type === wanted).map(({ detail }) => detail), type)

  return {
    page,
    press,
    leave,
    sees: (name: RegExp, role: Role = 'button') => found(role, name),
    /** Resolves once nothing with that role and name is visible. */
    misses: (name: RegExp, role: Role) =>
      expect.poll(() => find(role, name), { message: `no ${role} ${name}`, ...soon }).toBe(null),
    /** Resolves once a dialog contains this text. */
    reads: (text: RegExp) =>
      expect.poll(async () => (await find('dialog', /(?:)/))?.text ?? '', { message: `${text}`, ...soon }).toMatch(text),
    async open(options: VisitOptions = {}) {
      given = options
      await page.goto(`${urls.demo}bare.html`)
      await build()
    },
    async reload() {
      await leave()
      await page.reload()
      await build()
    },
    async fill(name: RegExp, text: string) {
      await press(name, 'textbox')
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type(text)
    },
    /** Resolves once an event of this type with this detail has fired; the detail may have more members. */
    hears: (type: string, detail: Told['detail'] = {}) =>
      expect
        .poll(() => details(type), { message: `${type} ${JSON.stringify(detail)}`, ...soon })
        .toContainEqual(expect.objectContaining(detail)),
    details,
    /** The element's state. */
    state: () => page.evaluate(() => document.querySelector('wallet-modal')?.state),
    /** Starts a signature request; resolves to a function that waits for the signature or error code. */
    async signs(message: string): Promise<() => Promise<string>> {
      await page.evaluate((text) => {
        const signing = document.querySelector('wallet-modal')?.signMessage(text)
        Object.assign(window, { signing: signing?.catch((error: { code: string }) => error.code) })
      }, message)
      return async () => String(await page.evaluate(() => (window as { signing?: unknown }).signing))
    },
    /** Resolves once the focused element has that name. */
    focuses: (name: RegExp) => expect.poll(() => focused(page), { message: `the focus on ${name}`, ...soon }).toMatch(name),
    /** Reads the pairing link from a screenshot of the QR code. */
    async scans(): Promise<string> {
      let text: string | undefined
      const scan = async () => {
        text = readCode(await page.screenshot(), await found('img', /QR/))
        return text
      }
      await expect.poll(scan, { message: 'a QR code that can be read', ...soon }).toMatch(/^wc:/)
      return text ?? ''
    },
  }
}

export type Visitor = ReturnType<typeof visitorIn>

declare global {
  interface Window {
    /** Uncaught errors. */
    uncaught: string[]
    /** Policy violations. */
    blocked: string[]
    /** The last visible element with this role and name that does not move and, unless an image, can be clicked; any open dialog. */
    findShown(role: Role, name: RegExp): Promise<Found | null>
  }
}

/** Runs in the page before the element is added. */
function provideFinder(): void {
  const uncaught: string[] = []
  const blocked: string[] = []
  Object.assign(window, { uncaught, blocked })
  window.addEventListener('error', ({ message, error }) => uncaught.push(String(error?.stack ?? message)))
  window.addEventListener('unhandledrejection', ({ reason }) => uncaught.push(String(reason?.stack ?? reason)))
  // Every page of the demo is served with the strict policy.
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
    blocked.push([effectiveDirective, blockedURI, sample].join(' ')),
  )

  const selectors: Record<Role, string> = {
    button: 'button, [role=button]',
    textbox: 'input:not([type]), input[type=text], input[type=email], input[type=search], textarea',
    dialog: 'dialog[open]',
    img: 'img, [role=img]',
    tab: '[role=tab]',
  }
  const within = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((each) => [each, ...(each.shadowRoot ? within(each.shadowRoot) : [])])
  const textOf = (node: Node): string => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? ''
    if (!(node instanceof Element)) return [...node.childNodes].map(textOf).join(' ')
    if (node.matches('style, script, [aria-hidden=true]')) return ''
    const inside = node instanceof HTMLSlotElement ? node.assignedNodes() : [...(node.shadowRoot ?? node).childNodes]
    return (
      (node.getAttribute('aria-label') ?? '') + inside.map(textOf).join(getComputedStyle(node).display === 'inline' ? '' : ' ')
    )
  }
  const nameOf = (element: Element): string => {
    const root = element.getRootNode() as ShadowRoot | Document
    const labels = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const named = labels.map((id) => root.getElementById(id)?.textContent ?? '').join(' ')
    const label = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels?.[0] : undefined
    const name =
      named || element.getAttribute('aria-label') || element.getAttribute('alt') || label?.textContent || textOf(element)
    return name.replace(/\s+/g, ' ').trim()
  }
  const deepest = (x: number, y: number): Element | null => {
    let at = document.elementFromPoint(x, y)
    while (at?.shadowRoot) {
      const inner = at.shadowRoot.elementFromPoint(x, y)
      if (!inner || inner === at) break
      at = inner
    }
    return at
  }
  const contains = (outer: Element, inner: Element | null): boolean => {
    for (
      let at: Node | null = inner;
      at;
      at = at instanceof ShadowRoot ? at.host : ((at as Element).assignedSlot ?? at.parentNode)
    )
      if (at === outer) return true
    return false
  }
  const look = (role: Role, name: RegExp): Found | null => {
    for (const element of within(document).reverse()) {
      if (!element.matches(selectors[role]) || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        continue
      if (!name.test(nameOf(element))) continue
      const { left, top, width, height } = element.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      if (role === 'dialog') return { x, y, width, height, text: textOf(element).replace(/\s+/g, ' ') }
      if (element.matches(':disabled, [aria-disabled=true]')) continue
      if (width > 0 && (role === 'img' || contains(element, deepest(x, y)))) return { x, y, width, height, text: nameOf(element) }
      element.scrollIntoView({ block: 'nearest' })
    }
    return null
  }
  const frames = async (count: number) => {
    for (let left = count; left > 0; left--) await new Promise(requestAnimationFrame)
  }
  // A moving element is not returned: a press would miss it.
  window.findShown = async (role, name) => {
    const before = look(role, name)
    if (!before || role === 'dialog') return before
    await frames(3)
    const after = look(role, name)
    return after?.x === before.x && after.y === before.y ? after : null
  }
}
