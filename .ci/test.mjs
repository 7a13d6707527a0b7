import { checkNode, ensureInstalled } from './install.mjs'
import { ensureRedis } from './redis.mjs'

checkNode()
await ensureInstalled()
ensureRedis()

// Only now, since these need the packages.
const { ensureOtherEngines, findBrowser } = await import('./browser.mjs')
const { contacted, endToEnd, quick, runAll } = await import('./suites.mjs')

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
process.exitCode = await runAll(
  browser ? [...quick, journeys, contacted] : [...quick, noBrowser],
  browser ? { CHROME_PATH: browser } : {},
)
