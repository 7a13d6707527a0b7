import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { ensureInstalled } from './install.mjs'
import { at, isMain } from './root.mjs'

/**
 * Every screen: a name for its files, and what brings an opened page there. `page` shows the demo with nothing stored
 * and three announced wallets; `show` is the element's own method.
 */
export const screens = [{ name: 'connect', prepare: (page) => show(page, { view: 'Connect' }) }]

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

// Wallets as a visitor has them; they answer nothing, since nothing here connects to them.
function announceWallets() {
  const tile = (colour) =>
    `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${colour}"/></svg>`)}`
  const wallets = [
    ['Amber Wallet', 'example.amber', '#d97706'],
    ['Harbour', 'example.harbour', '#0369a1'],
    ['Meadow', 'example.meadow', '#15803d'],
  ]
  const details = wallets.map(([name, rdns, colour], index) => ({
    info: { uuid: `350670db-19fa-4704-a166-e52e178b59d${index}`, name, rdns, icon: tile(colour) },
    provider: {
      request: () => Promise.reject(Object.assign(new Error('refused'), { code: 4001 })),
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
    locale: lang ?? 'en-US',
    isMobile: width < 480,
    hasTouch: width < 480,
  })
  try {
    const page = await context.newPage()
    await page.addInitScript(announceWallets)
    await page.goto(url)
    if (lang)
      await page.evaluate((tag) => {
        Object.assign(document.documentElement, { lang: tag, dir: 'rtl' })
        document.querySelector('wallet-modal').setAttribute('locale', tag)
      }, lang)
    await prepare(page)
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
