import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { states } from '../demo/page-gallery-states.js'
import { ensureInstalled } from './install.mjs'
import { at, isMain } from './root.mjs'

/** Every state of every view (`demo/page-gallery-states.js`) is captured in each of these. */
const sizes = [
  { width: 1280, height: 800, looks: [{ scheme: 'light' }, { scheme: 'dark' }] },
  { width: 390, height: 844, looks: [{ scheme: 'light' }, { scheme: 'dark' }, { scheme: 'light', lang: 'ar' }] },
]

const folder = at('shots')

/** Captures one state of the gallery at one size in all its looks; reports each file in `shots/`. */
async function take(browser, demo, name, { width, height, looks }, told = console.log) {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
    locale: 'en-US',
    isMobile: width < 480,
    hasTouch: width < 480,
  })
  try {
    const page = await context.newPage()
    await page.goto(`${demo}gallery.html?state=${name}`)
    const ready = await page.locator('html[data-ready]').getAttribute('data-ready')
    if (ready !== 'yes') throw new Error(ready)
    // Includes what appears with a delay, such as a skeleton.
    await page.waitForTimeout(400)
    for (const { scheme, lang } of looks) {
      await page.emulateMedia({ colorScheme: scheme })
      if (lang) {
        await page.evaluate((tag) => Object.assign(document.documentElement, { lang: tag, dir: 'rtl' }), lang)
        await page.locator(`wallet-modal [lang="${lang}"]`).first().waitFor({ state: 'attached' })
      }
      const file = `${name}-${width}-${scheme}${lang ? `-${lang}` : ''}.png`
      await page.screenshot({ path: at('shots', file), animations: 'disabled' })
      told(file)
    }
  } finally {
    await context.close()
  }
}

/** The states named by the words, or all of them without words. Throws a readable message if a word names none. */
export function namedStates(words, all = states) {
  const unknown = words.filter((word) => !all.some(({ name }) => name === word))
  if (unknown.length > 0)
    throw new Error(`No state is called ${unknown.join(' or ')}. There are: ${all.map(({ name }) => name).join(', ')}`)
  return words.length === 0 ? all : all.filter(({ name }) => words.includes(name))
}

async function main(names) {
  const wanted = namedStates(names)
  await ensureInstalled()
  const { findBrowser } = await import('./browser.mjs')
  const { prepare, start } = await import('../demo/prepare.mjs')
  const { chromium } = await import('@playwright/test')
  const executablePath = await findBrowser()
  if (!(await prepare())) return 1
  const stack = await start()
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
  if (names.length === 0) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  let failed = 0
  try {
    for (const { name } of wanted)
      for (const size of sizes)
        await take(browser, stack.urls.demo, name, size).catch((error) => {
          failed++
          console.log(`${name} ${size.width}: ${error.message}`)
        })
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

// `npm run shots -- connect account` captures only these; `--readme` updates the picture in the README.
if (isMain(import.meta.url))
  process.exitCode = await main(process.argv.slice(2).filter((word) => !word.startsWith('--'))).catch((error) => {
    console.error(error.message)
    return 1
  })
