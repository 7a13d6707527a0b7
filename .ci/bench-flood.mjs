/** Promise 22: what ten thousand announcements in one go may take of the main thread, in ms without throttle. */
const LIMIT = 50
const FLOOD = 10_000

/** Runs in the page: the announcements are made beforehand, so that only hearing them is measured. */
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

/** What one flood takes of an open modal, less the same events when nobody listens any more. */
async function measure(browser, url) {
  const context = await browser.newContext()
  const tab = await context.newPage()
  await tab.goto(url, { waitUntil: 'load' })
  await tab.getByRole('button', { name: 'Connect wallet' }).click()
  await tab.getByRole('button', { name: 'Bench Wallet' }).waitFor()
  await tab.evaluate(prepare, FLOOD)
  const client = await context.newCDPSession(tab)
  await client.send('Performance.enable', { timeDomain: 'threadTicks' })
  const spent = async () => {
    const { metrics } = await client.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration').value * 1000
  }
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

/** The median of as many floods as `rounds` says; prints it with its limit. Resolves to whether it holds. */
export async function benchFlood(browser, url, rounds) {
  const runs = []
  for (let round = 0; round < rounds; round++) runs.push(await measure(browser, url))
  const median = runs.sort((a, b) => a - b)[Math.floor(rounds / 2)]
  const holds = median < LIMIT
  console.log(
    `${holds ? 'yes' : 'NO '}  flood of ${FLOOD} announcements ${median.toFixed(0)} ms of the main thread, limit ${LIMIT} ms`,
  )
  return { holds, median }
}
