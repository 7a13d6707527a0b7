import { checkNode, ensureInstalled } from './install.mjs'
import { ensureRedis } from './redis.mjs'

checkNode()
await ensureInstalled()
ensureRedis()

// Only now, since these need the packages.
const { findBrowser } = await import('./browser.mjs')
const { contacted, endToEnd, quick, runAll } = await import('./suites.mjs')

const browser = await findBrowser().catch((error) => {
  console.error(error.message)
  return undefined
})
const noBrowser = { name: 'end to end', run: async () => ({ passed: 0, failed: 1 }) }
process.exitCode = await runAll(
  browser ? [...quick, endToEnd, contacted] : [...quick, noBrowser],
  browser ? { CHROME_PATH: browser } : {},
)
