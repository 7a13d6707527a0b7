import { page, serve, world } from './bench-account.mjs'
import { counts, limits, scales } from './bench-scale-rows.mjs'
import { OWNER, startList, startLossy, startSigner } from './bench-scale-world.mjs'
import { ensureInstalled } from './install.mjs'
import { at, isMain, writeJson } from './root.mjs'

const OTHER = '0x00000000000000000000000000000000000bEaCC'.toLowerCase()
const transactions = Number(process.env.TRANSACTIONS ?? 10_000)
const tokens = Number(process.env.TOKENS ?? 5000)
/** What a row may wait for any one thing. */
const WAIT_MS = 20_000

// The wallet of the page: one that tells of its accounts, and as many more as are asked for.
const wallet = (chainId) => `
const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
const hex = '0x${chainId.toString(16)}'
let account = '${OWNER}'
const heard = new Set()
const provider = {
  request: async ({ method }) => {
    if (method === 'eth_chainId') return hex
    if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [account]
    throw Object.assign(new Error(method), { code: 4200 })
  },
  on: (event, listener) => void (event === 'accountsChanged' && heard.add(listener)),
  removeListener: (event, listener) => void heard.delete(listener),
}
const tell = (address) => { account = address; for (const listener of heard) listener([address]) }
const infos = [['Bench Wallet', 'example.bench']]
const announce = () => infos.forEach(([name, rdns], at) => dispatchEvent(new CustomEvent('eip6963:announceProvider', {
  detail: Object.freeze({ info: Object.freeze({ uuid: '350670db-19fa-4704-a166-' + String(at).padStart(12, '0'), name, icon, rdns }), provider }),
})))
window.announce = (count) => { for (let at = 1; at <= count; at++) infos.push(['Announced ' + at, 'example.announced' + at]); announce() }
// A page hears of an account again and again, and shows the newest: what was told is applied once it, or what came after it,
// is the element's account, two seconds later at most.
const accounts = ['${OWNER}', ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((at) => '${OWNER}'.slice(0, -1) + at)]
window.flood = async (perSecond, seconds) => {
  const all = perSecond * seconds
  let [sent, covered, applied, oldest] = [0, 0, 0, performance.now()]
  const cover = () => {
    if (performance.now() - oldest < 2000) applied += sent - covered
    covered = sent
  }
  document.addEventListener('wallet-account-changed', cover)
  for (const since = performance.now(); sent < all; ) {
    const due = Math.min(all, Math.floor(((performance.now() - since) / 1000) * perSecond))
    if (covered === sent) oldest = performance.now()
    for (; sent < due; sent++) tell(sent === all - 1 ? '${OTHER}' : accounts[Math.floor(Math.random() * accounts.length)])
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  for (const since = performance.now(); covered < sent && performance.now() - since < 3000; )
    await new Promise((resolve) => setTimeout(resolve, 5))
  document.removeEventListener('wallet-account-changed', cover)
  if (perSecond === 0) tell('${OWNER}')
  return { applied, last: account }
}
addEventListener('eip6963:requestProvider', announce)
announce()`

// Runs in the page before anything else.
const probes = () => {
  let slowest = 0
  let presses = 0
  let scroll = 0
  // The observer tells only of those that took 16 ms; one that is fast is one all the same.
  for (const type of ['click', 'keydown']) addEventListener(type, ({ isTrusted }) => void (isTrusted && presses++), true)
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) if (interactionId) slowest = Math.max(slowest, duration)
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 })
  const root = () => document.querySelector('wallet-modal').shadowRoot
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => resolve()))
  // What a virtual list says that it has; a plain one has what it shows.
  const rows = () =>
    Number(root().querySelector('[aria-setsize]')?.getAttribute('aria-setsize') ?? 0) ||
    root().querySelectorAll('.row-list > li').length
  const scroller = () =>
    [...root().querySelectorAll('.wallet-grid, .body')].find(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
  const markup = ['wallet-modal', 'wallet-button']
  let hidden = false
  for (const [name, value] of [
    ['visibilityState', () => (hidden ? 'hidden' : 'visible')],
    ['hidden', () => hidden],
  ])
    Object.defineProperty(document, name, { get: value })
  let most = 0
  window.scale = {
    rows,
    slowest: () => slowest,
    presses: () => presses,
    scroll: () => scroll,
    nodes: () => Math.max(most, root().querySelectorAll('*').length),
    visible: (now) => {
      hidden = !now
      document.dispatchEvent(new Event('visibilitychange'))
    },
    endAndBack: async (leap, wanted) => {
      let reached = rows()
      for (const by of [leap, -leap])
        for (let still = 0, until = performance.now() + 120_000; still < 8 && performance.now() < until; ) {
          const body = scroller()
          const before = body?.scrollTop ?? 0
          const since = performance.now()
          if (body) body.scrollTop += by
          await frame()
          await frame()
          if (body) scroll = Math.max(scroll, performance.now() - since)
          most = Math.max(most, root().querySelectorAll('*').length)
          reached = Math.max(reached, rows())
          const moved = (scroller()?.scrollTop ?? 0) !== before
          // At the end of what is there, until the rest has come.
          still = moved || (by > 0 && reached < wanted) ? 0 : still + 1
        }
      return reached
    },
    fill: async (count) => {
      const first = document.querySelector('wallet-modal')
      for (const each of document.querySelectorAll(markup.join())) if (each !== first) each.remove()
      for (let at = 0; at < count; at++)
        document.body.append(...markup.slice(at === 0 ? 1 : 0).map((name) => document.createElement(name)))
      await frame()
      await frame()
    },
    sign: async (count) => {
      const modal = document.querySelector('wallet-modal')
      const asked = Array.from({ length: count }, (_, at) =>
        modal
          .getProvider('eip155')
          .request({ method: 'personal_sign', params: [`0x${at.toString(16).padStart(4, '0')}`, modal.state.account.address] }),
      )
      const given = await Promise.allSettled(asked)
      return given.filter(({ value }, at) => value === `0x${at.toString(16).padStart(4, '0')}`).length
    },
  }
}

async function heapOf(client) {
  for (let turn = 0; turn < 3; turn++) await client.send('HeapProfiler.collectGarbage')
  return (await client.send('Runtime.getHeapUsage')).usedSize
}

async function measure(browser, origin, world, { name, clock, network, run }) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const tab = await context.newPage()
  tab.setDefaultTimeout(WAIT_MS)
  const errors = []
  tab.on('pageerror', (error) => errors.push(error.message))
  const client = await context.newCDPSession(tab)
  if (network) {
    await client.send('Network.enable')
    await client.send('Network.emulateNetworkConditions', network)
  }
  if (clock) await tab.clock.install()
  await tab.addInitScript(probes)
  const row = { name: typeof name === 'string' ? name : name(world) }
  let before = 0
  const settled = async () => {
    before = await heapOf(client)
  }
  try {
    await tab.goto(origin, { timeout: 120_000 })
    const [came, of] = await run({ tab, settled, world })
    const figures = await tab.evaluate(() => {
      const { presses, slowest, scroll, nodes } = window.scale
      return { presses: presses(), press: slowest(), scroll: Math.round(scroll()), nodes: nodes() }
    })
    Object.assign(row, { came, of, ...figures, kept: (await heapOf(client)) - before })
  } catch (error) {
    errors.push(error.message.split('\n')[0])
  }
  await context.close()
  console.error(`${row.name}: ${row.came} of ${row.of} ${errors.join(', ')}`)
  // A page that nobody pressed anything on has not shown that it answers.
  const answers = row.presses > 0 && row.press < limits.press && row.scroll < limits.press
  const holds = errors.length === 0 && row.came >= row.of && answers && row.kept < limits.kept
  return { ...row, errors, holds }
}

function report(rows) {
  const line = (...cells) =>
    console.log(cells.map((cell, at) => (at === 0 ? String(cell).padEnd(50) : String(cell).padStart(16))).join(''))
  line(
    '',
    'came through',
    'presses',
    `press < ${limits.press} ms`,
    `scroll < ${limits.press} ms`,
    `kept < ${limits.kept / 1e6} MB`,
    'nodes',
    'holds',
  )
  for (const { name, came, of, presses, press, scroll, kept, nodes, holds, errors } of rows) {
    line(
      name,
      `${came ?? '–'} of ${of ?? '–'}`,
      presses ?? '–',
      press ? press : presses ? '< 16' : '–',
      scroll ? scroll : '–',
      kept === undefined ? '–' : (kept / 1e6).toFixed(1),
      nodes ?? '–',
      holds ? 'yes' : 'NO',
    )
    for (const error of errors) console.log(`    ${error}`)
  }
  return rows.every(({ holds }) => holds) ? 0 : 1
}

/** Measures the modal with much of everything; resolves to an exit code. `ONLY` is a pattern of the rows that are wanted. */
export async function benchScale() {
  await ensureInstalled()
  const { findBrowser } = await import('./browser.mjs')
  const { chromium } = await import('@playwright/test')
  const { provider, rpc, stop } = await world(transactions)
  const { startRelay } = await import('../demo/stack/relay.ts')
  const relay = await startRelay(0)
  const lossy = await startLossy(Number(new URL(relay.url).port))
  // Both sides lose.
  const signer = await startSigner(lossy.url)
  const list = await startList(counts.wallets)
  const html = page(provider, rpc)
    .replace(/wallets-url="[^"]*"/, `wallets-url="${list.url}" relay-url="${lossy.url}"`)
    .replace('<script src="/wallet.js"></script>', `<script>${wallet(42161)}</script>`)
    .replace('</html>', '<wallet-button></wallet-button></html>')
  const server = await serve(html)
  const origin = `http://localhost:${server.address().port}/`
  const setBalance = async (coins) => {
    const params = [OWNER, `0x${(BigInt(coins) * 10n ** 18n).toString(16)}`]
    await fetch(rpc, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'anvil_setBalance', params }),
    })
  }
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath: await findBrowser(), args })
  const rows = []
  try {
    const all = { provider, rpc, tokens, transactions, setBalance, pair: signer.pair, lost: () => lossy.told().lost }
    for (const scale of scales) {
      const name = typeof scale.name === 'string' ? scale.name : scale.name(all)
      if (new RegExp(process.env.ONLY ?? '').test(name)) rows.push(await measure(browser, origin, all, scale))
    }
    const { packets, lost } = lossy.told()
    writeJson(at('.built/bench-scale.json'), { limits, rows, packets, lost })
    console.log(
      `Scale: ${lost} of ${packets} packets to and from the relay were lost; the half hour is of a clock that is turned\n`,
    )
    return report(rows)
  } finally {
    await browser.close()
    server.close()
    list.stop()
    await signer.stop()
    lossy.stop()
    await relay.stop()
    await stop()
  }
}

if (isMain(import.meta.url)) process.exitCode = await benchScale()
