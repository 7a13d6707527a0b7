import { world } from './bench-account-world.mjs'
import { frameEnds, launch, median, percentile, verdicts } from './bench-measure.mjs'
import { at, writeJson } from './root.mjs'

const slowdown = 4
const rounds = Number(process.env.ROUNDS ?? 5)
/**
 * In ms at this throttle: from a click to the first frame of the change of view, in which the old view is already
 * leaving, and the 75th percentile of a click. The time until the next view is complete is reported too.
 */
const limits = { view: 50, task: 50, inp: 200, shift: 0 }

/** A visitor's journey through the views: what is pressed, and the heading after it (none if the view stays). */
const toConnected = [
  [/^Connect wallet/, /^Connect/],
  [/^All wallets/, /^All wallets/],
  [/^Back$/, /^Connect/],
  [/^Get one in a minute/, /^New to wallets/],
  [/^Choose a wallet app/, /^Get a wallet/],
  [/^Back$/, /^New to wallets/],
  [/^Back$/, /^Connect/],
]
const connected = [
  [/^Network: /, /^Networks/],
  [/^Back$/, /^0x/],
  [/^Receive$/, /^Receive/],
  [/^Back$/, /^0x/],
  [/^NFTs$/],
  [/^Activity$/],
  [/^Tokens$/],
  [/^Send$/, /^Send/],
  [/^Token: /, /^Choose a token/],
  [/^Back$/, /^Send/],
  [/^Back$/, /^0x/],
  [/^0x/, /^Your account/],
  [/^Back$/, /^0x/],
]

// Runs in the page before anything else.
const probes = () => {
  const found = { interactions: new Map(), tasks: [], shifts: [] }
  const observe = (type, tell, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(tell)).observe({ type, buffered: true, ...more })
  observe(
    'event',
    ({ interactionId, duration }) => {
      if (!interactionId) return
      found.interactions.set(interactionId, Math.max(duration, found.interactions.get(interactionId) ?? 0))
    },
    { durationThreshold: 16 },
  )
  observe('longtask', ({ startTime, duration }) => found.tasks.push({ startTime, duration }))
  observe('layout-shift', ({ value, hadRecentInput, sources }) => {
    if (!hadRecentInput) found.shifts.push({ value, where: sources.flatMap(({ node }) => node?.getAttribute?.('class') || []) })
  })
  const root = () => document.querySelector('wallet-modal').shadowRoot
  const heading = () => root()?.querySelector('dialog[open] h2')?.textContent ?? ''
  let clicked = 0
  addEventListener('click', ({ timeStamp }) => (clicked ||= timeStamp), true)
  window.journey = {
    found: () => ({ ...found, interactions: [...found.interactions.values()] }),
    /**
     * In ms from the next click to the end of the first frame of the change, and of the first one with the wanted heading,
     * which comes with its view.
     */
    until: async (pattern) => {
      clicked = 0
      let first
      for (const wanted = new RegExp(pattern); ; ) {
        const end = await window.frameEnd()
        if (!clicked) continue
        const there = wanted.test(heading())
        if (there || root()?.querySelector('.views[data-leaves]')) first ??= end - clicked
        if (there) return { ms: first, whole: end - clicked }
      }
    },
    /** The code of the next views is loaded, and nothing moves. */
    still: async () => {
      const moves = ({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
      for (let calm = 0; calm < 20; ) {
        await window.frameEnd()
        calm = [...document.getAnimations(), ...(root()?.getAnimations() ?? [])].some(moves) ? 0 : calm + 1
      }
    },
  }
}

async function walk(tab, steps, times) {
  for (const [name, heading] of steps) {
    await tab.evaluate(() => window.journey.still())
    const button = tab.getByRole(/^\^(NFTs|Activity|Tokens)/.test(name.source) ? 'tab' : 'button', { name }).first()
    await button.waitFor()
    const box = await button.boundingBox()
    const changed = heading && tab.evaluate((wanted) => window.journey.until(wanted), heading.source)
    // The pointer rests on the target before pressing it, as a visitor's does.
    await tab.mouse.move(box.x + Math.min(box.width / 2, 40), box.y + box.height / 2)
    await tab.evaluate(() => new Promise((resolve) => setTimeout(resolve, 120)))
    await tab.mouse.click(box.x + Math.min(box.width / 2, 40), box.y + box.height / 2)
    if (changed) times.push({ view: `${name.source} to ${heading.source}`, ...(await changed) })
  }
}

async function measure(browser, origin) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const tab = await context.newPage()
    const client = await context.newCDPSession(tab)
    await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await tab.addInitScript(frameEnds)
    await tab.addInitScript(probes)
    await tab.goto(origin, { waitUntil: 'networkidle' })
    const times = []
    const before = await tab.evaluate(() => performance.now())
    await walk(tab, toConnected.slice(0, 1), times)
    await tab.waitForLoadState('networkidle')
    const opened = await tab.evaluate(() => performance.now())
    const open = times.splice(0)
    await walk(tab, toConnected.slice(1), times)
    await tab.getByRole('button', { name: /Bench Wallet/ }).click()
    await tab.getByRole('dialog').waitFor({ state: 'hidden' })
    await walk(tab, [[/^Account 0x/, /^0x/]], open)
    await tab.getByText('Seeded ').first().waitFor({ timeout: 60_000 })
    await walk(tab, connected, times)
    await tab.evaluate(() => window.journey.still())
    const { tasks, ...found } = await tab.evaluate(() => window.journey.found())
    const opening = tasks.filter(({ startTime }) => startTime >= before && startTime <= opened)
    return { times, tasks: opening.map(({ duration }) => duration), ...found }
  } finally {
    await context.close()
  }
}

function report(runs) {
  const { judge, rows, hold } = verdicts()
  const all = runs.flatMap(({ times }) => times)
  for (const view of new Set(all.map((each) => each.view))) {
    const times = all.filter((each) => each.view === view)
    const [ms, whole] = ['ms', 'whole'].map((time) => median(times.map((each) => each[time])))
    const told = `${ms.toFixed(0)} ms (whole after ${whole.toFixed(0)})`
    judge(ms <= limits.view, `${view}, to its first frame`, told, `${limits.view} ms`)
  }
  const longest = median(runs.map(({ tasks }) => Math.max(0, ...tasks)))
  judge(longest <= limits.task, 'the longest task while opening', `${longest.toFixed(0)} ms`, `${limits.task} ms`)
  const presses = runs.flatMap(({ interactions }) => interactions)
  const inp = percentile(presses, 0.75)
  judge(inp <= limits.inp, `a click, at the 75th of ${presses.length}`, `${inp} ms`, `${limits.inp} ms`)
  const shifts = runs.flatMap(({ shifts }) => shifts)
  const shift = shifts.reduce((sum, { value }) => sum + value, 0)
  judge(
    shift === limits.shift,
    'layout shift',
    [shift.toFixed(4), ...new Set(shifts.flatMap(({ where }) => where))].join(' '),
    limits.shift,
  )
  return { rows, holds: hold() }
}

/** Goes through the views at a throttle and measures how long a visitor waits. */
export async function bench() {
  const { origin, stop } = await world(0, (html) => html.replace('</html>', '<wallet-button></wallet-button></html>'))
  const browser = await launch()
  const runs = []
  try {
    for (let round = 0; round < rounds; round++) runs.push(await measure(browser, origin))
    writeJson(at('.built/bench-journey.json'), { slowdown, runs })
    const about = `At ${slowdown}x CPU throttle, medians of ${rounds} rounds`
    console.log(`A visitor's way: ${about}\n`)
    return { about, ...report(runs) }
  } finally {
    await browser.close()
    await stop()
  }
}
