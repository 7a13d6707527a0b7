import { open, page, percentile, serve, world } from './bench-account.mjs'
import { ensureInstalled } from './install.mjs'
import { at, isMain, writeJson } from './root.mjs'

/** A key in an amount's field answers within this many ms at the 95th percentile, at this throttle. */
const limit = 50
const slowdown = 4
const ROUNDS = 8
const TYPED = '1234.56789'
const RECEIVER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
/** The whole takes some twenty seconds; what takes longer than this hangs. */
const PATIENCE_MS = 120_000

/**
 * What a key costs: CPU time of the page's main thread from the press until two frames later, so that other programs on the machine
 * do not count; times the throttle, less what two frames take without a key.
 */
async function type(tab, client, field) {
  const spent = async () => {
    const { metrics } = await client.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration').value * 1000
  }
  const frames = () => tab.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  const costOf = async (act) => {
    const before = await spent()
    await act()
    await frames()
    return ((await spent()) - before) * slowdown
  }
  // Two frames in which nothing is pressed: what the asking itself takes.
  const idle = []
  for (let turn = 0; turn < 20; turn++) idle.push(await costOf(() => {}))
  const nothing = percentile(idle, 0.5)
  const costs = []
  for (let round = 0; round < ROUNDS; round++) {
    await field.fill('')
    await frames()
    for (const key of TYPED) costs.push(Math.max(0, (await costOf(() => tab.keyboard.press(key))) - nothing))
    if ((await field.inputValue()) !== TYPED) throw new Error('The field did not keep what was typed.')
  }
  if (process.env.EACH) console.log(costs.map(Math.round).join(' '))
  return { keys: costs.length, median: percentile(costs, 0.5), p95: percentile(costs, 0.95) }
}

/** Measures typing with thousands of tokens loaded; resolves to an exit code. */
export async function benchTyping() {
  await ensureInstalled()
  const { findBrowser } = await import('./browser.mjs')
  const { chromium } = await import('@playwright/test')
  // Only what plants the tokens: no history is looked at.
  const { provider, rpc, stop } = await world(0)
  const server = await serve(page(provider, rpc))
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath: await findBrowser(), args })
  // What waits for an answer of the browser rejects when that is gone.
  const limiter = setTimeout(() => void browser.close(), PATIENCE_MS)
  try {
    const tab = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    const client = await tab.context().newCDPSession(tab)
    await client.send('Performance.enable', { timeDomain: 'threadTicks' })
    await tab.goto(`http://localhost:${server.address().port}/`)
    await open(tab)
    await tab.getByText('Seeded ').first().waitFor({ timeout: 60_000 })
    console.log('The tokens are on screen; typing.')
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
      found[view] = await type(tab, client, field)
      const { keys, median, p95 } = found[view]
      const told = `${view}: a key takes ${median.toFixed(0)} ms, ${p95.toFixed(0)} ms at the 95th of ${keys}, limit ${limit} ms at ${slowdown}x`
      console.log(`${p95 <= limit ? 'yes' : 'NO '}  ${told}`)
    }
    writeJson(at('.built/bench-typing.json'), { slowdown, ...found })
    return Object.values(found).every(({ p95 }) => p95 <= limit) ? 0 : 1
  } finally {
    clearTimeout(limiter)
    await browser.close()
    server.close()
    await stop()
  }
}

if (isMain(import.meta.url)) process.exitCode = await benchTyping()
