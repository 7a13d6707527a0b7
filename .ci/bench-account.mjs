import { open, tokens, transactions, world } from './bench-account-world.mjs'
import { heapOf, launch, mainThreadClock, median, percentile, verdicts } from './bench-measure.mjs'
import { at, writeJson } from './root.mjs'

const slowdown = 4

/**
 * 95th percentile of frames, in ms of the main thread at a quarter of this machine's speed; nodes in the element; heap kept after
 * scrolling to the end and back, in bytes.
 */
const limits = { frame: 50, nodes: 1500, heap: 10_000_000, shift: 0 }
/** Distance that a turn of the wheel or a quick flick scrolls in one frame, and how many frames are measured; the rest is skipped. */
const STEP = 120
const WATCHED = 300
const LEAP = 6000

// Runs in the page: measures the open dialog.
const probes = () => {
  const element = () => document.querySelector('wallet-modal')
  const body = () => element().shadowRoot.querySelector('.body')
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  let shift = 0
  let watching = false
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (watching && !hadRecentInput) shift += value
  }).observe({ type: 'layout-shift', buffered: true })
  window.bench = {
    nodes: () => element().shadowRoot.querySelectorAll('*').length,
    text: () => element().shadowRoot.textContent,
    /** Nothing has moved for a quarter of a second, except endless animations. */
    still: async () => {
      const moves = ({ effect }) => effect.getComputedTiming().iterations !== Number.POSITIVE_INFINITY
      for (let calm = 0; calm < 15; ) {
        await frame()
        calm = document.getAnimations().some(moves) ? 0 : calm + 1
      }
    },
    watch: () => {
      shift = 0
      watching = true
    },
    shift: () => shift,
    /** Scrolls by this many pixels; resolves when everything that follows from it has been drawn. */
    step: async (by) => {
      body().scrollTop += by
      await frame()
      await frame()
    },
    /** Scrolls in leaps until the last of the wanted rows is visible, and returns how many there are. */
    reach: async (leap, wanted) => {
      const until = performance.now() + 300_000
      for (let still = 0; ; ) {
        const scroller = body()
        const before = scroller.scrollTop
        scroller.scrollTop += leap
        await frame()
        still = scroller.scrollTop === before ? still + 1 : 0
        const rows = Number(scroller.querySelector('[aria-setsize]')?.getAttribute('aria-setsize') ?? 0)
        if (still > 5 && (leap < 0 || rows >= wanted || performance.now() > until)) return rows
      }
    },
  }
}

/** Scrolls to the end of a list and back: frames down and up, nodes, and kept heap. */
async function list(tab, client, busy, rows) {
  await tab.evaluate(() => window.bench.still())
  const before = await heapOf(client)
  const scroll = async (step, times = WATCHED) => {
    const lengths = []
    let most = 0
    for (let count = 0; count < times; count++) {
      const since = await busy()
      await tab.evaluate((by) => window.bench.step(by), step)
      lengths.push(((await busy()) - since) * slowdown)
      if (count % 20 === 0) most = Math.max(most, await tab.evaluate(() => window.bench.nodes()))
    }
    return { lengths, most }
  }
  const reach = (leap) => tab.evaluate(([by, wanted]) => window.bench.reach(by, wanted), [leap, rows])
  // The cost of measuring itself, without scrolling.
  const nothing = median((await scroll(0, 20)).lengths)
  const down = await scroll(STEP)
  const reached = await reach(LEAP)
  const up = await scroll(-STEP)
  await reach(-LEAP)
  const heap = (await heapOf(client)) - before
  const frames = [...down.lengths, ...up.lengths].map((length) => Math.max(0, length - nothing))
  return {
    rows: reached,
    frames: frames.length,
    median: median(frames),
    frame: percentile(frames, 0.95),
    nodes: Math.max(down.most, up.most),
    heap,
  }
}

async function measure(browser, origin, provider) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const tab = await context.newPage()
  const client = await context.newCDPSession(tab)
  const busy = await mainThreadClock(client)
  await tab.addInitScript(probes)
  const order = (wanted) => fetch(`${provider}/control`, { method: 'POST', body: JSON.stringify(wanted) })
  // From the skeleton to the data, with slow answers.
  await order({ path: '/v1/account', delayMs: 1500, times: 1 })
  await tab.goto(origin)
  await open(tab)
  await tab.evaluate(() => window.bench.still())
  await tab.evaluate(() => window.bench.watch())
  await tab.getByText('Seeded ').first().waitFor({ timeout: 60_000 })
  const skeletonShift = await tab.evaluate(() => window.bench.shift())
  const tokenList = await list(tab, client, busy, tokens + 1)
  await tab.getByRole('tab', { name: 'Activity' }).click()
  await tab.getByRole('list', { name: 'Activity' }).getByRole('listitem').nth(2).waitFor({ timeout: 60_000 })
  const activity = await list(tab, client, busy, transactions)
  // Again, from the cache: the first frame has the values although the provider has not answered yet.
  await tab.getByRole('tab', { name: 'Tokens' }).click()
  await order({ reset: true })
  await order({ path: '/v1/account', delayMs: 2000 })
  await tab.reload()
  await open(tab)
  const firstFrame = await tab.evaluate(() => /\d ETH/.test(window.bench.text()) && /Seeded /.test(window.bench.text()))
  await tab.evaluate(() => window.bench.still())
  await tab.evaluate(() => window.bench.watch())
  await tab.waitForResponse((response) => response.url().includes('/balance'), { timeout: 30_000 })
  await tab.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  const warmShift = await tab.evaluate(() => window.bench.shift())
  const log = await (await fetch(`${provider}/control/log`)).json()
  const asked = log.filter(({ path }) => path.endsWith('/balance')).length
  await context.close()
  return { tokenList, activity, skeletonShift, warmShift, firstFrame, asked }
}

function report({ tokenList, activity, skeletonShift, warmShift, firstFrame, asked }) {
  const { judge, rows, hold } = verdicts()
  for (const [name, wanted, { rows, frames, median, frame, nodes, heap }] of [
    ['Tokens', tokens + 1, tokenList],
    ['Activity', transactions, activity],
  ]) {
    judge(rows >= wanted, `${name}: rows that were reached`, rows, `all ${wanted}`)
    judge(
      frame < limits.frame,
      `${name}: frames, at the 95th of ${frames}`,
      `${frame.toFixed(0)} ms (median ${median.toFixed(0)})`,
      `${limits.frame} ms`,
    )
    judge(nodes < limits.nodes, `${name}: nodes at most`, nodes, limits.nodes)
    const [kept, most] = [heap, limits.heap].map((bytes) => `${(bytes / 1e6).toFixed(1)} MB`)
    judge(heap < limits.heap, `${name}: heap kept after the end and back`, kept, most)
  }
  judge(skeletonShift === limits.shift, 'layout shift from skeleton to data', skeletonShift, limits.shift)
  judge(warmShift === limits.shift, 'layout shift from kept to fresh values', warmShift, limits.shift)
  judge(firstFrame, 'the first frame has the kept values', firstFrame ? 'yes' : 'no', 'yes')
  judge(asked === 1, 'questions for the balances of one refresh', asked, 1)
  return { holds: hold(), rows }
}

/** Measures the account with thousands of rows. */
export async function bench() {
  const { origin, provider, stop } = await world(transactions)
  const browser = await launch()
  try {
    const found = await measure(browser, origin, provider)
    writeJson(at('.built/bench-account.json'), { slowdown, ...found })
    const about = `${tokens} tokens and ${transactions} transactions at ${slowdown}x CPU throttle`
    console.log(`The account: ${about}\n`)
    return { about, ...report(found) }
  } finally {
    await browser.close()
    await stop()
  }
}
