import { expect, type Page } from '@playwright/test'
import type { Urls } from '../demo/stack/index'
import type { WalletModalElement } from '../elements/wallet-modal'
import { details, stateOf, type test } from './fixtures'
import { stackAttributesOf } from './stack-attributes'

/** URLs of the local stack. */
export const urls: Urls = JSON.parse(process.env.STACK ?? '{}')

/** The fixtures for opening a page. */
export type Visit = Pick<Parameters<Parameters<typeof test>[2]>[0], 'page' | 'urls' | 'stackAttributes'>

export type SiteOptions = {
  /** Attributes of the element besides those of the local stack; `null` removes one of these. */
  readonly attributes?: Readonly<Record<string, string | null>>
  /** Whether the Demo Wallet announces itself on the page. */
  readonly announced?: boolean
  /** Attributes of `<html>`. */
  readonly html?: Readonly<Record<string, string>>
  readonly title?: string
}

const stackAttributes = stackAttributesOf(urls, 'all')

/**
 * Opens a host page with the element, a button and a network button on the demo pages' origin. They are there again after a
 * reload.
 */
export async function openSite(page: Page, options: SiteOptions = {}): Promise<void> {
  await page.addInitScript(buildSite, siteParts(options))
  await page.goto(`${urls.demo}bare.html`)
  await page.locator('wallet-modal:defined').waitFor({ state: 'attached' })
}

type Parts = { attributes: Record<string, string | null>; announced: boolean; html: Record<string, string>; title: string }

/** The parts of such a page: the options with their defaults. */
export function siteParts({ attributes, announced = false, html, title = 'Test site' }: SiteOptions): Parts {
  return { attributes: { ...stackAttributes, ...attributes }, announced, html: { lang: 'en', ...html }, title }
}

/** Runs in the page, at any time: fills it as soon as it is parsed, as a host's own markup would. */
export function buildSite({ attributes, announced, html, title }: Parts): void {
  if (window !== window.top || !location.pathname.endsWith('/bare.html')) return
  const make = (name: string, given: Record<string, string | null> = {}) => {
    const element = document.createElement(name)
    for (const [key, value] of Object.entries(given)) if (value !== null) element.setAttribute(key, value)
    return element
  }
  const fill = () => {
    for (const [name, value] of Object.entries(html)) document.documentElement.setAttribute(name, value)
    document.title = title
    const heading = make('h1')
    heading.textContent = title
    const main = make('main')
    main.append(heading, make('wallet-button'), make('wallet-network-button'), make('wallet-modal', attributes))
    document.body.append(main)
    if (!announced) return
    // Under the strict policy a host needs its own Trusted Types policy; not every engine has these.
    const { trustedTypes } = window as { trustedTypes?: { createPolicy<Rules>(name: string, rules: Rules): Rules } }
    const policy = trustedTypes?.createPolicy('host', { createScriptURL: (url: string) => url })
    const src = '/wallet/announce.js'
    document.head.append(Object.assign(make('script', { type: 'module' }), { src: policy?.createScriptURL(src) ?? src }))
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', fill)
  else fill()
}

/** Waits until an event of this type with this detail has fired; the detail may have more members. */
export async function expectEvent(page: Page, type: string, detail: Record<string, unknown> = {}): Promise<void> {
  await expect
    .poll(() => details(page, type), { message: `${type} ${JSON.stringify(detail)}` })
    .toContainEqual(expect.objectContaining(detail))
}

/** Waits until the element's state is as expected. */
export async function expectState(page: Page, expected: { status?: string; network?: string; address?: string }): Promise<void> {
  const seen = async () => {
    const state = await stateOf(page)
    return { status: state?.status, network: state?.network, address: state?.account?.address }
  }
  await expect.poll(seen).toMatchObject(expected)
}

/** Opens a view of the page's first element and waits until it is painted. `swap`: values for Swap's form. */
export const show = (page: Page, view: string, swap?: object): Promise<void> =>
  page.evaluate(
    ([wanted, wish]) =>
      (document.querySelector('wallet-modal') as WalletModalElement).show({
        view: wanted as 'Connect',
        ...(wish && { swap: wish }),
      }),
    [view, swap] as const,
  )

/** Starts a signature request; resolves to a function that waits for the signature, or `{ code }` of its error. */
export async function startSigning(page: Page, message: string): Promise<() => Promise<unknown>> {
  const ending = await page.evaluateHandle((text) => {
    const element = document.querySelector('wallet-modal') as WalletModalElement
    return { signing: element.signMessage(text).catch((error: { code: string }) => ({ code: error.code })) }
  }, message)
  return () => ending.evaluate(({ signing }) => signing)
}

/** Playwright options of a phone: touch, size and user agent. */
export const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
} as const
