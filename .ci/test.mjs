import { checkNode, ensureInstalled } from './install.mjs'
import { ensureRedis } from './redis.mjs'

checkNode()
// Debian packages install while npm is working.
const installing = ensureInstalled()
ensureRedis()
await installing

// Imported late, because these need the packages.
const { findBrowser } = await import('./browser.mjs')
const { ensureOtherEngines, otherEngines } = await import('./engines.mjs')
const { chaos, contacted, endToEnd, named, quick, runAll, underSes } = await import('./suites.mjs')

// Installed during the quick checks, one after the other, because Debian's package manager has a single lock.
const browser = findBrowser().catch((error) => {
  console.error(error.message)
  return undefined
})
const others = browser.then((path) => path && ensureOtherEngines())
const inBrowser = (suite) => ({
  ...suite,
  run: async (env) => {
    await others
    const path = await browser
    return path ? suite.run({ ...env, CHROME_PATH: path }) : { passed: 0, failed: 1 }
  },
})
const soak = process.env.SOAK === '1'
const engines = process.env.CI ? [otherEngines(others)] : []
const all = [...quick, ...engines, inBrowser(endToEnd), contacted, ...(soak ? [chaos, underSes].map(inBrowser) : [])]
process.exitCode = await runAll(named(all, soak ? process.argv.slice(2) : []))
