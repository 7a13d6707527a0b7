import { checkNode, ensureInstalled } from './install.mjs'
import { ensureRedis } from './redis.mjs'

checkNode()
await ensureInstalled()
ensureRedis()

// Only now, since these need the packages.
const { findBrowser } = await import('./browser.mjs')
const { ensureOtherEngines, otherEngines } = await import('./engines.mjs')
const { chaos, contacted, endToEnd, named, quick, runAll, underSes } = await import('./suites.mjs')

const browser = await findBrowser().catch((error) => {
  console.error(error.message)
  return undefined
})
// They come while the quick checks run.
const others = ensureOtherEngines()
const journeys = {
  ...endToEnd,
  run: async (env) => {
    await others
    return endToEnd.run(env)
  },
}
const noBrowser = { name: 'end to end', run: async () => ({ passed: 0, failed: 1 }) }
const soak = process.env.SOAK === '1'
const engines = process.env.CI ? [otherEngines(others)] : []
const all = browser ? [...quick, ...engines, journeys, contacted, ...(soak ? [chaos, underSes] : [])] : [...quick, noBrowser]
const words = soak ? process.argv.slice(2) : []
process.exitCode = await runAll(named(all, words), browser ? { CHROME_PATH: browser } : {})
