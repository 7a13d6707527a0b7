import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname } from 'node:path'
import { filesIn } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { at, isMain, writeJson } from './root.mjs'

const slowdown = 4
/** How much the account holds; TOKENS and TRANSACTIONS make it less for a quick look. */
const tokens = Number(process.env.TOKENS ?? 5000)
const transactions = Number(process.env.TRANSACTIONS ?? 10_000)
const CHAIN_ID = 42161
const OWNER = '0x00000000000000000000000000000000000beacb'

/** Frames at the 95th percentile, in ms of the main thread at a quarter of this machine's speed; nodes in the element; heap kept after the end and back, in bytes. */
const limits = { frame: 50, nodes: 1500, heap: 10_000_000, shift: 0 }
/** How far a turn of the wheel or a quick flick goes in one frame, and for how many frames that is watched; the rest is leapt over. */
const STEP = 120
const WATCHED = 300
const LEAP = 6000

export const page = (provider, rpc) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>bench</title>
<script src="/wallet.js"></script><script type="module" src="/dist/wallet-modal.js"></script>
<wallet-modal project-id="bench" networks="eip155:${CHAIN_ID}" provider-url="${provider}/" wallets-url="${provider}/" rpc-url="eip155:${CHAIN_ID}=${rpc}"></wallet-modal></html>`

const wallet = `
const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
const answers = { eth_chainId: '0x${CHAIN_ID.toString(16)}', eth_accounts: ['${OWNER}'], eth_requestAccounts: ['${OWNER}'] }
const provider = { request: async ({ method }) => { if (method in answers) return answers[method]; throw Object.assign(new Error(method), { code: 4200 }) }, on() {}, removeListener() {} }
const detail = Object.freeze({ info: Object.freeze({ uuid: '350670db-19fa-4704-a166-e52e178b59d2', name: 'Bench Wallet', icon, rdns: 'example.bench' }), provider })
const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
addEventListener('eip6963:requestProvider', announce)
announce()`

export function serve(html) {
  const files = new Map([
    ['/', { body: html, type: 'text/html' }],
    ['/wallet.js', { body: wallet, type: 'text/javascript' }],
  ])
  for (const file of filesIn(at('dist')))
    if (extname(file) === '.js') files.set(`/dist/${file}`, { body: readFileSync(at('dist', file)), type: 'text/javascript' })
  const server = createServer((request, response) => {
    const found = files.get(new URL(request.url ?? '/', 'http://localhost').pathname)
    if (!found) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': found.type }).end(found.body)
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

/** A chain with the account on it, and a provider before it. Resolves to their URLs and their stop. */
export async function world(transactions) {
  const { register } = await import('tsx/esm/api')
  register()
  const [{ startChain }, { startProviderApi }, { seed }, { freePort }] = await Promise.all(
    ['chain', 'provider-api', 'seed', 'listen'].map((name) => import(`../demo/stack/${name}.ts`)),
  )
  const chain = await startChain(CHAIN_ID, await freePort())
  const since = Date.now()
  await seed(chain.url, { account: OWNER, transactions, tokens })
  const seeded = Date.now()
  const provider = await startProviderApi(0, { chains: [chain], walletUrl: 'http://localhost:1/', drift: false })
  await fetch(`${provider.url}/v1/account/${OWNER}/history?chainId=eip155:${CHAIN_ID}`)
  console.log(
    `${tokens} tokens and ${transactions} transactions: seeded in ${seconds(seeded - since)} s, indexed in ${seconds(Date.now() - seeded)} s\n`,
  )
  const stop = async () => {
    await provider.stop()
    await chain.stop()
  }
  return { provider: provider.url, rpc: chain.url, stop }
}

const seconds = (ms) => (ms / 1000).toFixed(1)

// Runs in the page: what is measured of the open dialog.
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
    /** Nothing moves any more, for a quarter of a second; what pulses for ever aside. */
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
    /** Scrolls by so much; resolves when all that follows from it has been drawn. */
    step: async (by) => {
      body().scrollTop += by
      await frame()
      await frame()
    },
    /** Leaps until the last of so many rows is in sight, and gives how many there are. */
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

export const percentile = (values, part) => [...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? 0

async function heapOf(client) {
  await client.send('HeapProfiler.collectGarbage')
  return (await client.send('Runtime.getHeapUsage')).usedSize
}

/** What the main thread has worked so far, in ms; what else the machine does meanwhile is not in it. */
async function busy(client) {
  const { metrics } = await client.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}

export async function open(tab) {
  await tab.evaluate(async () => {
    await customElements.whenDefined('wallet-modal')
    const modal = document.querySelector('wallet-modal')
    await modal.ready
    if (modal.state.status !== 'connected') await modal.connect({ wallet: 'example.bench' })
    await modal.show({ view: 'Account' })
  })
}

/** To the end of a list and back: frames on the way down and up, nodes, and what the heap has kept. */
async function list(tab, client, rows) {
  await tab.evaluate(() => window.bench.still())
  const before = await heapOf(client)
  const scroll = async (step, times = WATCHED) => {
    const lengths = []
    let most = 0
    for (let count = 0; count < times; count++) {
      const since = await busy(client)
      await tab.evaluate((by) => window.bench.step(by), step)
      lengths.push(((await busy(client)) - since) * slowdown)
      if (count % 20 === 0) most = Math.max(most, await tab.evaluate(() => window.bench.nodes()))
    }
    return { lengths, most }
  }
  const reach = (leap) => tab.evaluate(([by, wanted]) => window.bench.reach(by, wanted), [leap, rows])
  // What the asking itself takes, without a step.
  const nothing = percentile((await scroll(0, 20)).lengths, 0.5)
  const down = await scroll(STEP)
  const reached = await reach(LEAP)
  const up = await scroll(-STEP)
  await reach(-LEAP)
  const heap = (await heapOf(client)) - before
  const frames = [...down.lengths, ...up.lengths].map((length) => Math.max(0, length - nothing))
  return {
    rows: reached,
    frames: frames.length,
    median: percentile(frames, 0.5),
    frame: percentile(frames, 0.95),
    nodes: Math.max(down.most, up.most),
    heap,
  }
}

async function measure(browser, origin, provider) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const tab = await context.newPage()
  const client = await context.newCDPSession(tab)
  await client.send('Performance.enable', { timeDomain: 'threadTicks' })
  await tab.addInitScript(probes)
  const order = (wanted) => fetch(`${provider}/control`, { method: 'POST', body: JSON.stringify(wanted) })
  // From the skeleton to the data, when these take their time.
  await order({ path: '/v1/account', delayMs: 1500, times: 1 })
  await tab.goto(origin)
  await open(tab)
  await tab.evaluate(() => window.bench.still())
  await tab.evaluate(() => window.bench.watch())
  await tab.getByText('Seeded ').first().waitFor({ timeout: 60_000 })
  const skeletonShift = await tab.evaluate(() => window.bench.shift())
  const tokenList = await list(tab, client, tokens + 1)
  await tab.getByRole('tab', { name: 'Activity' }).click()
  await tab.getByRole('list', { name: 'Activity' }).getByRole('listitem').nth(2).waitFor({ timeout: 60_000 })
  const activity = await list(tab, client, transactions)
  // Again, with what is kept of it: the first frame has the values although the provider says nothing yet.
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
  const verdicts = []
  const say = (text, holds) => {
    verdicts.push(holds)
    console.log(`${holds ? 'yes' : 'NO '}  ${text}`)
  }
  for (const [name, wanted, { rows, frames, median, frame, nodes, heap }] of [
    ['Tokens', tokens + 1, tokenList],
    ['Activity', transactions, activity],
  ]) {
    say(`${name}: ${rows} rows were reached, ${wanted} are there`, rows >= wanted)
    say(
      `${name}: frames ${median.toFixed(0)} ms, ${frame.toFixed(0)} ms at the 95th of ${frames}, limit ${limits.frame} ms`,
      frame < limits.frame,
    )
    say(`${name}: ${nodes} nodes at most, limit ${limits.nodes}`, nodes < limits.nodes)
    say(`${name}: ${(heap / 1e6).toFixed(1)} MB kept after the end and back, limit ${limits.heap / 1e6} MB`, heap < limits.heap)
  }
  say(`layout shift from skeleton to data: ${skeletonShift}`, skeletonShift === limits.shift)
  say(`layout shift from kept to fresh values: ${warmShift}`, warmShift === limits.shift)
  say('the first frame has the kept values', firstFrame)
  say(`one question for the balances of one refresh: ${asked}`, asked === 1)
  return verdicts.every(Boolean) ? 0 : 1
}

/** Measures the account with thousands of rows; resolves to an exit code. */
export async function benchAccount() {
  await ensureInstalled()
  const { findBrowser } = await import('./browser.mjs')
  const { chromium } = await import('@playwright/test')
  const executablePath = await findBrowser()
  const { provider, rpc, stop } = await world(transactions)
  const server = await serve(page(provider, rpc))
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath, args })
  try {
    const found = await measure(browser, `http://localhost:${server.address().port}/`, provider)
    writeJson(at('.built/bench-account.json'), { slowdown, ...found })
    console.log(`The account at ${slowdown}x CPU throttle\n`)
    return report(found)
  } finally {
    await browser.close()
    server.close()
    await stop()
  }
}

if (isMain(import.meta.url)) process.exitCode = await benchAccount()
