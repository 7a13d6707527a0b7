import type { Page } from '@playwright/test'
import { getAddress, toHex } from 'viem'
import { accountAt, expect, injectHeadless, openBare, test, Web3RequestKind } from './fixtures'
import { focused, tabTo } from './keys'

// A chain on which nobody reads what this account holds.
const NETWORK = 'eip155:97'
const { short } = accountAt(3)

type Listening = typeof window & { heard: string[] }

/** Runs in the page before anything else: keeps what the live regions say, as a screen reader would speak it. */
function listen() {
  const heard: string[] = []
  Object.assign(window, { heard })
  const last = new WeakMap<Element, string>()
  const look = (root: ShadowRoot) => {
    for (const region of root.querySelectorAll('[role="status"], [role="alert"]')) {
      const text = region.textContent?.replace(/\s+/g, ' ').trim() ?? ''
      if (text === (last.get(region) ?? '')) continue
      last.set(region, text)
      if (text) heard.push(`${region.getAttribute('role')}: ${text}`)
    }
  }
  const attach = HTMLElement.prototype.attachShadow
  HTMLElement.prototype.attachShadow = function (options) {
    const root = attach.call(this, options)
    if (this.localName === 'wallet-modal')
      new MutationObserver(() => look(root)).observe(root, { subtree: true, childList: true, characterData: true })
    return root
  }
}

/** Waits until this was said, by its beginning. */
const expectHeard = (page: Page, words: string) =>
  expect
    .poll(() => page.evaluate(() => (window as Listening).heard), { message: words, timeout: 20_000 })
    .toContainEqual(expect.stringMatching(new RegExp(`^${words}`)))

test('connected, signed in and sent by keys alone: what is read, and what is said meanwhile', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await page.addInitScript(listen)
  const wallet = await injectHeadless(page, urls, { chainIds: [97], keys: [3] })
  await openBare(page, urls, {
    ...stackAttributes,
    networks: NETWORK,
    'default-network': NETWORK,
    'sign-in': 'optional',
    'app-name': 'Harvest',
  })
  const dialog = page.getByRole('dialog')

  await tabTo(page, /Connect wallet/)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { level: 2 })).toBeFocused()
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Connect to Harvest":
      - heading "Connect to Harvest" [level=2]
      - button "Close"
      - text: On this device
      - list "On this device":
        - listitem:
          - button /Headless Web3 Provider.*Installed/
      - text: Somewhere else
      - list "Somewhere else":
        - listitem:
          - button /Scan with your phone/
        - listitem:
          - button /All wallets/
  `)
  await tabTo(page, /Headless Web3 Provider/)
  await page.keyboard.press('Enter')
  await expectHeard(page, 'status: Continue in Headless Web3 Provider')
  await wallet.refuse(Web3RequestKind.RequestAccounts)
  await expectHeard(page, 'alert: Request declined')
  await tabTo(page, /Try again/)
  await page.keyboard.press('Enter')
  await wallet.approve(Web3RequestKind.RequestAccounts)

  await expect(dialog.getByRole('heading', { level: 2, name: 'Sign in' })).toBeFocused()
  await expect(dialog.getByRole('region', { name: 'Message' })).toContainText('Nonce: ')
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Sign in":
      - heading "Sign in" [level=2]
      - heading "Harvest wants to know it’s you" [level=3]
      - region "Message"
      - button "Cancel"
      - button "Sign in"
  `)
  await tabTo(page, /^Sign in$/)
  await page.keyboard.press('Enter')
  await expectHeard(page, 'status: Continue in Headless Web3 Provider')
  await wallet.approve(Web3RequestKind.SignMessage)
  await expect(dialog).toBeHidden()
  await expect.poll(() => focused(page)).toContain(short)

  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { level: 2 })).toBeFocused()
  await expectHeard(page, 'status: Balances loaded')
  await tabTo(page, /^Send$/)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { level: 2, name: 'Send' })).toBeFocused()
  await tabTo(page, /^Amount$/)
  await page.keyboard.type('0.01')
  await tabTo(page, /^Receiver$/)
  await page.keyboard.type(getAddress(toHex(crypto.getRandomValues(new Uint8Array(20)))))
  await expect(dialog.getByRole('button', { name: 'Review', exact: true })).toBeEnabled()
  await tabTo(page, /^Review$/)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { level: 2, name: 'Review' })).toBeFocused()
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Review":
      - heading "Review" [level=2]
      - list "What changes for you":
        - listitem: /ETH|BNB/
      - button "Cancel"
      - button /Send 0\\.01/
  `)
  await tabTo(page, /^Send 0\.01/)
  await page.keyboard.press('Enter')
  await expectHeard(page, 'status: Confirm in Headless Web3 Provider')
  await wallet.approve(Web3RequestKind.SendTransaction)
  await expectHeard(page, 'status: Transaction started')
  await expectHeard(page, 'status: Transaction confirmed')
})

test('a thousand accents: what stands on a fill, a link and the text can be read in both schemes', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await openBare(page, urls, stackAttributes)
  await page.evaluate(() => document.querySelector('wallet-modal')?.show({ view: 'Connect' }))
  const worst = await page.evaluate(() => {
    const modal = document.querySelector('wallet-modal')
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    if (!modal || !context) throw new Error('A modal and a canvas are expected')
    const style = getComputedStyle(modal)
    const luminance = (name: string) => {
      context.fillStyle = style.getPropertyValue(name)
      context.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((part) => {
        const share = part / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const contrast = (one: string, other: string) => {
      const [a, b] = [luminance(one), luminance(other)]
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
    }
    const pairs = [
      ['--wm-on-fill', '--wm-fill', 4.5],
      ['--wm-on-fill', '--wm-fill-hover', 4.5],
      ['--wm-link', '--wm-bg', 4.5],
      ['--wm-text', '--wm-bg', 7],
      ['--wm-focus', '--wm-bg', 3],
    ] as const
    const failed: string[] = []
    // The same thousand each time, spread over all of the colours.
    let seed = 8
    const next = () => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
      return seed >>> 8
    }
    for (const theme of ['light', 'dark'] as const) {
      modal.setAttribute('theme', theme)
      for (let count = 0; count < 1_000; count++) {
        const accent = `#${next().toString(16).padStart(6, '0')}`
        modal.style.setProperty('--wm-accent', accent)
        for (const [one, other, least] of pairs) {
          const found = contrast(one, other)
          if (found < least) failed.push(`${theme} ${accent}: ${one} on ${other} is ${found.toFixed(2)}`)
        }
      }
    }
    return failed
  })
  expect(worst).toEqual([])
})
