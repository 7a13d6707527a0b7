import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { ensureInstalled } from './install.mjs'
import { at, isMain } from './root.mjs'

/**
 * Every screen: a name for its files, and what brings an opened page there. `page` shows the demo with nothing stored
 * and three announced wallets: Amber refuses, Harbour never answers, Meadow connects and signs nothing. `show` is the element's own method.
 */
export const screens = [
  { name: 'connect', prepare: (page) => show(page, { view: 'Connect' }) },
  { name: 'all-wallets', prepare: (page) => show(page, { view: 'AllWallets' }) },
  {
    name: 'no-wallet-found',
    prepare: async (page) => {
      await show(page, { view: 'AllWallets' })
      await page.getByRole('searchbox').fill('moonbase')
      await page.getByText('No wallet called').first().waitFor()
    },
  },
  { name: 'new-to-wallets', prepare: (page) => show(page, { view: 'WhatIsAWallet' }) },
  { name: 'get-a-wallet', prepare: (page) => show(page, { view: 'GetWallet' }) },
  {
    name: 'qr',
    prepare: async (page) => {
      await show(page, { view: 'ConnectingWalletConnectBasic' })
      await page.getByRole('img', { name: /QR/ }).waitFor()
    },
  },
  { name: 'connecting', prepare: (page) => choose(page, 'Harbour', 'Continue in Harbour') },
  { name: 'declined', prepare: (page) => choose(page, 'Amber Wallet', 'Request declined') },
  { name: 'sign-in', prepare: askedToSignIn },
  {
    name: 'sign-in-declined',
    prepare: async (page) => {
      await askedToSignIn(page)
      await page.locator('wallet-modal .button[data-kind="primary"]').click()
      await page.getByRole('alert').filter({ hasText: /\S/ }).waitFor()
    },
  },
  { name: 'account', prepare: (page) => connected(page, { view: 'Account' }) },
  { name: 'send', prepare: (page) => connected(page, { view: 'Send' }) },
  { name: 'networks', prepare: (page) => connected(page, { view: 'Networks' }) },
  { name: 'watch', prepare: (page) => show(page, { view: 'Watch' }) },
  { name: 'watched', prepare: watched },
  { name: 'unsupported-chain', prepare: (page) => connected(page, { view: 'UnsupportedChain' }) },
]

/** Every screen is taken in each of these. */
const looks = [
  { width: 1280, height: 800, scheme: 'light' },
  { width: 1280, height: 800, scheme: 'dark' },
  { width: 390, height: 844, scheme: 'light' },
  { width: 390, height: 844, scheme: 'dark' },
  { width: 390, height: 844, scheme: 'light', lang: 'ar' },
]

const folder = at('shots')

/** Calls `show()` on the page's first element and waits until the view is painted and still. */
export async function show(page, options) {
  await page.evaluate(async (wanted) => {
    await customElements.whenDefined('wallet-modal')
    await document.querySelector('wallet-modal').show(wanted)
  }, options)
  await page.getByRole('dialog').first().waitFor()
}

/** Opens Connect, chooses a wallet and waits for what its screen says. */
async function choose(page, wallet, words) {
  await show(page, { view: 'Connect' })
  await page.getByRole('button', { name: wallet }).click()
  await page.getByText(words).first().waitFor()
}

/** Connects Meadow, then opens a view. */
async function connected(page, options) {
  await page.evaluate(async () => {
    await customElements.whenDefined('wallet-modal')
    await document.querySelector('wallet-modal').connect({ wallet: 'example.meadow' })
  })
  await show(page, options)
  if (options.view === 'Account')
    await page
      .getByText(/^[\d,.]+ ETH$/)
      .first()
      .waitFor()
}

/** Watches an account that is not connected. */
async function watched(page) {
  await page.evaluate(async () => {
    await customElements.whenDefined('wallet-modal')
    await document
      .querySelector('wallet-modal')
      .connect({ wallet: 'watch', address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' })
  })
  await show(page, { view: 'Account' })
  await page.getByText('Watch only').first().waitFor()
}

/** Connects Meadow on a site that lets visitors sign in. */
async function askedToSignIn(page) {
  await page.evaluate(async () => {
    await customElements.whenDefined('wallet-modal')
    const modal = document.querySelector('wallet-modal')
    modal.setAttribute('sign-in', 'required')
    await modal.connect({ wallet: 'example.meadow' })
  })
  await page.getByText('Nonce: ').waitFor()
}

// Wallets as a visitor has them.
function announceWallets() {
  const tile = (colour) =>
    `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${colour}"/></svg>`)}`
  const wallets = [
    ['Amber Wallet', 'example.amber', '#d97706'],
    ['Harbour', 'example.harbour', '#0369a1'],
    ['Meadow', 'example.meadow', '#15803d'],
  ]
  const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const answers = {
    'example.amber': () => Promise.reject(Object.assign(new Error('refused'), { code: 4001 })),
    'example.harbour': () => new Promise(() => {}),
    'example.meadow': async ({ method }) => {
      if (method === 'personal_sign') throw Object.assign(new Error('refused'), { code: 4001 })
      return method === 'eth_chainId' ? '0x7a69' : [account]
    },
  }
  const details = wallets.map(([name, rdns, colour], index) => ({
    info: { uuid: `350670db-19fa-4704-a166-e52e178b59d${index}`, name, rdns, icon: tile(colour) },
    provider: {
      request: answers[rdns],
      on() {},
      removeListener() {},
    },
  }))
  const announce = () => {
    for (const detail of details)
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze(detail) }))
  }
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}

async function take(browser, url, { name, prepare }, { width, height, scheme, lang }) {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: 2,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: 'en-US',
    isMobile: width < 480,
    hasTouch: width < 480,
  })
  try {
    const page = await context.newPage()
    await page.addInitScript(announceWallets)
    await page.goto(url)
    await prepare(page)
    // The way there is found by English words; the picture is of the language.
    if (lang) {
      await page.evaluate((tag) => Object.assign(document.documentElement, { lang: tag, dir: 'rtl' }), lang)
      await page.locator(`dialog[lang="${lang}"]`).waitFor()
    }
    await page.evaluate(() => document.fonts.ready)
    const file = `${name}-${width}-${scheme}${lang ? `-${lang}` : ''}.png`
    await page.screenshot({ path: at('shots', file), animations: 'disabled' })
    return file
  } finally {
    await context.close()
  }
}

async function main(names) {
  await ensureInstalled()
  const { findBrowser } = await import('./browser.mjs')
  const { prepare, start } = await import('../demo/prepare.mjs')
  const { chromium } = await import('@playwright/test')
  const executablePath = await findBrowser()
  if (!(await prepare())) return 1
  const stack = await start()
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
  const wanted = screens.filter(({ name }) => names.length === 0 || names.includes(name))
  if (names.length === 0) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  let failed = 0
  try {
    for (const screen of wanted)
      for (const look of looks) {
        const told = await take(browser, stack.urls.demo, screen, look).catch((error) => {
          failed++
          return `${screen.name} ${look.width} ${look.scheme}: ${error.message}`
        })
        console.log(told)
      }
  } finally {
    await browser.close()
    await stack.stop()
  }
  if (failed === 0 && process.argv.includes('--readme')) {
    mkdirSync(at('.github'), { recursive: true })
    copyFileSync(at('shots/connect-1280-light.png'), at('.github/connect.png'))
  }
  return failed > 0 ? 1 : 0
}

// `npm run shots -- connect account` takes only these; `--readme` renews the picture in the README.
if (isMain(import.meta.url)) process.exitCode = await main(process.argv.slice(2).filter((word) => !word.startsWith('--')))
