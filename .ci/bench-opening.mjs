import { writeFileSync } from 'node:fs'
import { benchFlood } from './bench-flood.mjs'
import { frameEnds, launch, median, noForeignHosts, print, verdicts } from './bench-measure.mjs'
import { filesOf, serveFiles } from './bench-server.mjs'
import { at, writeJson } from './root.mjs'

const rounds = Number(process.env.ROUNDS ?? 9)
const slowdown = 4
const folder = at('.built/bench')

/** Upper limits within the same run: ours against the two floors. */
const limits = { button: { floor: 'empty element', ratio: 1.25 }, coldOpen: { ms: 120 }, warmOpen: { ms: 50 } }

// Answers at once, so that only the page's own time is measured.
const wallet = `
const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
const detail = Object.freeze({ info: Object.freeze({ uuid: '350670db-19fa-4704-a166-e52e178b59d2', name: 'Bench Wallet', icon, rdns: 'example.bench' }),
  provider: { request: async ({ method }) => (method === 'eth_chainId' ? '0x7a69' : []), on() {}, removeListener() {} } })
const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
addEventListener('eip6963:requestProvider', announce)
announce()`

// The two floors do as little as a connect button with a list of one wallet can.
const sources = {
  'empty.js': `
customElements.define('x-connect', class extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: 'open' })
    root.innerHTML = '<button>Connect wallet</button><dialog><button class="row">Bench Wallet</button><button class="close">Close</button></dialog>'
    const [open, row, close] = root.querySelectorAll('button')
    const dialog = root.querySelector('dialog')
    open.onclick = () => dialog.showModal()
    close.onclick = () => dialog.close()
  }
})`,
  'r2wc.js': `
import r2wc from '@r2wc/react-to-web-component'
import { createElement as h, useRef } from 'react'
function Connect() {
  const dialog = useRef(null)
  return [
    h('button', { key: 1, onClick: () => dialog.current.showModal() }, 'Connect wallet'),
    h('dialog', { key: 2, ref: dialog }, h('button', { className: 'row' }, 'Bench Wallet'), h('button', { onClick: () => dialog.current.close() }, 'Close')),
  ]
}
customElements.define('x-connect', r2wc(Connect, { shadow: 'open' }))`,
}

const page = (body) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>bench</title><script src="/wallet.js"></script>${body}</html>`
const pages = {
  '/blank': '<!doctype html><title>blank</title>',
  '/empty element': page('<script type="module" src="/bench/empty.js"></script><x-connect></x-connect>'),
  '/r2wc hello': page('<script type="module" src="/bench/r2wc.js"></script><x-connect></x-connect>'),
  '/wallet-modal': page(
    '<script type="module" src="/dist/wallet-modal.js"></script><wallet-modal></wallet-modal><wallet-button></wallet-button>',
  ),
}
/** `hover`: how long the pointer rests on the button before the click, in ms; visitors take longer than this. */
const subjects = [
  { name: 'empty element', hover: 0 },
  { name: 'r2wc hello', hover: 0 },
  { name: 'wallet-modal', hover: 0 },
  { name: 'wallet-modal, hovered', path: 'wallet-modal', hover: 200 },
]

async function buildFloors() {
  const { build } = await import('vite')
  for (const [name, source] of Object.entries(sources)) {
    writeJson(at('.built/bench-source/package.json'), { type: 'module' })
    const entry = at('.built/bench-source', name)
    writeFileSync(entry, source)
    const output = { entryFileNames: '[name].js' }
    const options = { outDir: folder, emptyOutDir: false, modulePreload: false, rollupOptions: { input: entry, output } }
    await build({ configFile: false, logLevel: 'error', root: at('.built/bench-source'), publicDir: false, build: options })
  }
}

/** Serves the pages and built files. */
const serve = () =>
  serveFiles(
    [...Object.entries(pages), ['/wallet.js', wallet], ...filesOf('/bench/', folder), ...filesOf('/dist/', at('dist'))],
    'br',
  )

// Runs in the page: the end of the first frame in which a condition holds, in ms of the page's clock.
const probes = () => {
  const within = (root, wanted) => {
    for (const element of root.querySelectorAll('*')) {
      if (wanted(element)) return element
      const found = element.shadowRoot && within(element.shadowRoot, wanted)
      if (found) return found
    }
    return undefined
  }
  const text = (element) => `${element.getAttribute('aria-label') ?? ''} ${element.textContent}`
  const shown = (element) => {
    const box = element.getBoundingClientRect()
    const inside = box.width > 0 && box.height > 0 && box.top < innerHeight && box.bottom > 0
    return inside && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  }
  const find = (pattern) =>
    within(document, (element) => element.localName === 'button' && pattern.test(text(element)) && shown(element))
  const until = async (pattern) => {
    for (;;) {
      const end = await window.frameEnd()
      if (find(pattern)) return end
    }
  }
  let clicked = 0
  addEventListener(
    'click',
    (event) => {
      clicked ||= event.timeStamp
    },
    true,
  )
  window.bench = {
    button: until(/connect wallet/i),
    where: (pattern) => {
      const box = find(new RegExp(pattern, 'i')).getBoundingClientRect()
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    },
    opened: async () => {
      const end = await until(/bench wallet/i)
      const took = end - clicked
      clicked = 0
      return took
    },
    gone: async () => {
      while (find(/bench wallet/i)) await window.frameEnd()
    },
    reset: () => {
      clicked = 0
    },
  }
}

async function measure(browser, origin, { name, path = name, hover }) {
  const context = await browser.newContext()
  const tab = await context.newPage()
  const client = await context.newCDPSession(tab)
  await tab.goto(`${origin}/blank`)
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await client.send('Network.enable')
  const seen = { bytes: 0, requests: 0 }
  const running = new Set()
  let last = performance.now()
  client.on('Network.requestWillBeSent', ({ requestId }) => running.add(requestId))
  const ended = ({ requestId, encodedDataLength = 0 }) => {
    running.delete(requestId)
    last = performance.now()
    seen.bytes += encodedDataLength
    seen.requests++
  }
  client.on('Network.loadingFinished', ended)
  client.on('Network.loadingFailed', ended)
  // Playwright's "networkidle" fires only once per page.
  const quiet = async () => {
    while (running.size > 0 || performance.now() - last < 500) await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await tab.addInitScript(frameEnds)
  await tab.addInitScript(probes)
  await tab.goto(`${origin}/${path}`, { waitUntil: 'load' })
  const button = await tab.evaluate(() => window.bench.button)
  await quiet()
  const before = { ...seen }
  const click = async (pattern) => {
    const { x, y } = await tab.evaluate((wanted) => window.bench.where(wanted), pattern)
    await tab.mouse.move(x, y)
    if (hover) await new Promise((resolve) => setTimeout(resolve, hover))
    await tab.mouse.click(x, y)
  }
  const open = async () => {
    await tab.evaluate(() => window.bench.reset())
    const opened = tab.evaluate(() => window.bench.opened())
    await click('connect wallet')
    return opened
  }
  const coldOpen = await open()
  await quiet()
  const after = { ...seen }
  await tab.keyboard.press('Escape')
  await tab.evaluate(() => window.bench.gone())
  const warmOpen = await open()
  await context.close()
  return {
    button,
    coldOpen,
    warmOpen,
    bytes: before.bytes,
    requests: before.requests,
    bytesOpen: after.bytes,
    requestsOpen: after.requests,
  }
}

const keys = ['button', 'coldOpen', 'warmOpen', 'bytes', 'requests', 'bytesOpen', 'requestsOpen']
const titles = ['button ms', 'cold open ms', 'warm open ms', 'kB at load', 'requests', 'kB when open', 'requests']

/** Measures the button, and the opening with and without hovering first, against both floors. */
export async function bench() {
  await buildFloors()
  const { origin, close } = await serve()
  const browser = await launch({ args: [noForeignHosts] })
  const runs = Object.fromEntries(subjects.map(({ name }) => [name, []]))
  const { judge, rows, hold } = verdicts()
  try {
    for (let round = 0; round < rounds; round++)
      for (const subject of subjects) runs[subject.name].push(await measure(browser, origin, subject))
    await benchFlood(browser, `${origin}/wallet-modal`, rounds, judge)
  } finally {
    await browser.close()
    close()
  }
  const medians = Object.fromEntries(
    Object.entries(runs).map(([subject, each]) => [
      subject,
      Object.fromEntries(keys.map((key) => [key, median(each.map((run) => run[key]))])),
    ]),
  )
  writeJson(at('.built/bench.json'), { rounds, slowdown, medians })
  const about = `Medians of ${rounds} rounds at ${slowdown}x CPU throttle`
  const table = tableOf(medians)
  console.log(`${about}\n`)
  print(table, [28, 14])
  const ours = medians['wallet-modal']
  for (const [key, { floor, ratio, ms }] of Object.entries(limits)) {
    const limit = ms ?? medians[floor][key] * ratio
    const most = `${limit.toFixed(0)} ms${ratio ? `, ${ratio} times the ${floor}` : ''}`
    judge(ours[key] <= limit, titles[keys.indexOf(key)].replace(' ms', ''), `${ours[key].toFixed(0)} ms`, most)
  }
  return { about, tables: [table], rows, holds: hold() }
}

function tableOf(medians) {
  const shown = (key, value) => (key.startsWith('bytes') ? (value / 1000).toFixed(1) : value.toFixed(0))
  const ours = medians['wallet-modal']
  return {
    head: ['', ...titles],
    rows: [
      ...Object.entries(medians).map(([subject, each]) => [subject, ...keys.map((key) => shown(key, each[key]))]),
      ...subjects
        .slice(0, 2)
        .map(({ name }) => [`ours : ${name}`, ...keys.map((key) => `${(ours[key] / medians[name][key]).toFixed(2)}x`)]),
    ],
  }
}
