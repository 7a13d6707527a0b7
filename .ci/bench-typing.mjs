import { open, tokens, world } from './bench-account-world.mjs'
import { launch, mainThreadClock, median, percentile, verdicts } from './bench-measure.mjs'
import { at, writeJson } from './root.mjs'

/** 95th percentile in ms of the response to a key in an amount field, at this throttle. */
const limit = 50
const slowdown = 4
const ROUNDS = 8
const TYPED = '1234.56789'
const RECEIVER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
/** The whole takes about twenty seconds; anything longer than this hangs. */
const PATIENCE_MS = 120_000

/**
 * The cost of a key: CPU time of the page's main thread from the press until two frames later, so that other programs on the machine
 * do not count; times the throttle, minus the cost of two frames without a key.
 */
async function type(tab, spent, field) {
  const frames = () => tab.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  const costOf = async (act) => {
    const before = await spent()
    await act()
    await frames()
    return ((await spent()) - before) * slowdown
  }
  // Two frames without a key: the cost of measuring itself.
  const idle = []
  for (let turn = 0; turn < 20; turn++) idle.push(await costOf(() => {}))
  const nothing = median(idle)
  const costs = []
  for (let round = 0; round < ROUNDS; round++) {
    await field.fill('')
    await frames()
    for (const key of TYPED) costs.push(Math.max(0, (await costOf(() => tab.keyboard.press(key))) - nothing))
    if ((await field.inputValue()) !== TYPED) throw new Error('The field did not keep what was typed.')
  }
  if (process.env.EACH) console.log(costs.map(Math.round).join(' '))
  return { keys: costs.length, median: median(costs), p95: percentile(costs, 0.95) }
}

/** Measures typing with thousands of tokens loaded. */
export async function bench() {
  // Tokens only: the history is not opened.
  const { origin, stop } = await world(0)
  const browser = await launch()
  // Pending calls to the browser reject when it is closed.
  const limiter = setTimeout(() => void browser.close(), PATIENCE_MS)
  try {
    const tab = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    const spent = await mainThreadClock(await tab.context().newCDPSession(tab))
    await tab.goto(origin)
    await open(tab)
    await tab.getByText('Seeded ').first().waitFor({ timeout: 60_000 })
    console.log('The tokens are on screen; typing.')
    const { judge, rows, hold } = verdicts()
    const found = {}
    for (const [view, name] of [
      ['Send', 'Amount'],
      ['Swap', 'You pay'],
    ]) {
      await tab.evaluate((wanted) => document.querySelector('wallet-modal').show({ view: wanted }), view)
      const field = tab.getByRole('textbox', { name })
      await field.waitFor()
      if (view === 'Send') {
        await tab.getByRole('textbox', { name: 'Receiver' }).fill(RECEIVER)
        await tab.getByText('Never used before').waitFor()
      }
      await field.focus()
      found[view] = await type(tab, spent, field)
      const { keys, median, p95 } = found[view]
      const told = `${p95.toFixed(0)} ms (median ${median.toFixed(0)})`
      judge(p95 <= limit, `${view}: a key, at the 95th of ${keys}`, told, `${limit} ms`)
    }
    writeJson(at('.built/bench-typing.json'), { slowdown, ...found })
    return { about: `With ${tokens} tokens at ${slowdown}x CPU throttle`, rows, holds: hold() }
  } finally {
    clearTimeout(limiter)
    await browser.close()
    await stop()
  }
}
