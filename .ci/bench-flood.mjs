import { mainThreadClock, median } from './bench-measure.mjs'

/** Promise 22: main-thread time that ten thousand announcements at once may take, in ms without throttle. */
const LIMIT = 50
const FLOOD = 10_000

/** Runs in the page: the announcements are created beforehand, so that only handling them is measured. */
const prepare = (count) => {
  const events = Array.from({ length: count }, (_, index) => {
    const info = { uuid: crypto.randomUUID(), name: `Flood ${index}`, icon: '', rdns: `test.flood${index}` }
    const provider = { request: async () => [], on() {}, removeListener() {} }
    return new CustomEvent('eip6963:announceProvider', { detail: { info, provider } })
  })
  window.flood = () => {
    for (const event of events) window.dispatchEvent(event)
  }
}

/** The cost of one flood with an open modal, minus that of the same events without listeners. */
async function measure(browser, url) {
  const context = await browser.newContext()
  const tab = await context.newPage()
  await tab.goto(url, { waitUntil: 'load' })
  await tab.getByRole('button', { name: 'Connect wallet' }).click()
  await tab.getByRole('button', { name: 'Bench Wallet' }).waitFor()
  await tab.evaluate(prepare, FLOOD)
  const client = await context.newCDPSession(tab)
  const spent = await mainThreadClock(client)
  const flood = async () => {
    const before = await spent()
    await tab.evaluate(() => window.flood())
    return (await spent()) - before
  }
  const heard = await flood()
  await tab.getByRole('button', { name: /^Flood 48\b/ }).waitFor()
  const unheard = await flood()
  await context.close()
  return heard - unheard
}

/** Judges the median of `rounds` floods. */
export async function benchFlood(browser, url, rounds, judge) {
  const runs = []
  for (let round = 0; round < rounds; round++) runs.push(await measure(browser, url))
  const ms = median(runs)
  judge(ms < LIMIT, `a flood of ${FLOOD} announcements, of the main thread`, `${ms.toFixed(0)} ms`, `${LIMIT} ms`)
}
