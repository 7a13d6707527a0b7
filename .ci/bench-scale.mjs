import { setTimeout as passed } from 'node:timers/promises'
import { OWNER, tokens, transactions, world } from './bench-account-world.mjs'
import { frameEnds, heapOf, launch, launchPlain, print } from './bench-measure.mjs'
import { probes, wallet } from './bench-scale-page.mjs'
import { counts, limits, scales } from './bench-scale-rows.mjs'
import { startList, startLossy, startSigner } from './bench-scale-world.mjs'
import { at, writeJson } from './root.mjs'

/** How long a row may wait for one thing. */
const WAIT_MS = 20_000
/** How long a row may take; the row of the open tab takes its minutes. */
const ROW_MS = (counts.minutes + 15) * 60_000

/**
 * Bytes that a tab keeps: the minimum over some seconds, because temporary data (an answer being read, a view that is leaving, writes
 * of the relay client) can be a megabyte.
 */
async function heldBy(client) {
  let least = Number.POSITIVE_INFINITY
  for (let left = 5; left > 0; left--) {
    least = Math.min(least, await heapOf(client))
    await passed(1000)
  }
  return least
}

async function measure(browser, origin, world, { name, network, isPlain, run }) {
  const plain = isPlain && (await launchPlain())
  const context = plain ? plain.context : await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const tab = await context.newPage()
  tab.setDefaultTimeout(WAIT_MS)
  const errors = []
  tab.on('pageerror', (error) => errors.push(error.message))
  const client = await context.newCDPSession(tab)
  await client.send('Network.enable')
  if (network) await client.send('Network.emulateNetworkConditions', network)
  for (const script of [frameEnds, probes]) await tab.addInitScript(script)
  const row = { name: typeof name === 'string' ? name : name(world) }
  let before = 0
  const settled = async () => {
    before = await heldBy(client)
  }
  try {
    await tab.goto(origin, { timeout: 120_000 })
    const late = passed(ROW_MS, undefined, { ref: false }).then(() => Promise.reject(new Error('It did not end')))
    const [came, of] = await Promise.race([run({ tab, client, settled, world }), late])
    const figures = await tab.evaluate(() => {
      const { presses, slowest, scroll, nodes } = window.scale
      return { presses: presses(), press: slowest(), scroll: Math.round(scroll()), nodes: nodes() }
    })
    Object.assign(row, { came, of, ...figures, kept: (await heldBy(client)) - before })
  } catch (error) {
    errors.push(error.message.split('\n')[0])
  }
  await (plain ? plain.close() : context.close())
  console.error(`${row.name}: ${row.came} of ${row.of} ${errors.join(', ')}`)
  // Without presses the page has not shown that it responds.
  const answers = row.presses > 0 && row.press < limits.press && row.scroll < limits.press
  const holds = errors.length === 0 && row.came >= row.of && answers && row.kept < limits.kept
  return { ...row, errors, holds }
}

const tableOf = (rows) => ({
  head: [
    '',
    'came through',
    'presses',
    `press < ${limits.press} ms`,
    `scroll < ${limits.press} ms`,
    `kept < ${limits.kept / 1e6} MB`,
    'nodes',
    'holds',
  ],
  rows: rows.map(({ name, came, of, presses, press, scroll, kept, nodes, holds }) => [
    name,
    `${came ?? '–'} of ${of ?? '–'}`,
    presses ?? '–',
    press || (presses ? '< 16' : '–'),
    scroll || '–',
    kept === undefined ? '–' : (kept / 1e6).toFixed(1),
    nodes ?? '–',
    holds ? 'yes' : 'NO',
  ]),
  notes: Object.fromEntries(rows.filter(({ errors }) => errors.length > 0).map(({ name, errors }) => [name, errors])),
})

/** Measures the modal with large amounts of data. `ONLY` is a pattern of the rows to run. */
export async function bench() {
  const { register } = await import('tsx/esm/api')
  register()
  const { startRelay } = await import('../demo/stack/relay.ts')
  const relay = await startRelay(0)
  // Both sides lose packets; only the page's side can be cut off.
  const port = Number(new URL(relay.url).port)
  const [near, far] = await Promise.all([startLossy(port), startLossy(port)])
  const signer = await startSigner(far.url)
  const list = await startList(counts.wallets)
  const { origin, provider, rpc, stop } = await world(transactions, (html) =>
    html
      .replace(/wallets-url="[^"]*"/, `wallets-url="${list.url}" relay-url="${near.url}"`)
      .replace('<script src="/wallet.js"></script>', `<script>${wallet}</script>`)
      .replace('</html>', '<wallet-button></wallet-button></html>'),
  )
  const setBalance = async (coins) => {
    const params = [OWNER, `0x${(BigInt(coins) * 10n ** 18n).toString(16)}`]
    await fetch(rpc, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'anvil_setBalance', params }),
    })
  }
  const told = () => ({ packets: near.told().packets + far.told().packets, lost: near.told().lost + far.told().lost })
  const browser = await launch()
  const rows = []
  try {
    const all = { provider, rpc, tokens, transactions, setBalance, signer, lost: () => told().lost, cutOff: near.cutOff }
    for (const scale of scales) {
      const name = typeof scale.name === 'string' ? scale.name : scale.name(all)
      if (new RegExp(process.env.ONLY ?? '').test(name)) rows.push(await measure(browser, origin, all, scale))
    }
    const { packets, lost } = told()
    writeJson(at('.built/bench-scale.json'), { limits, rows, packets, lost })
    const about = `${lost} of ${packets} packets to and from the relay were lost`
    console.log(`Scale: ${about}\n`)
    const table = tableOf(rows)
    print(table, [50, 16])
    return { about, tables: [table], holds: rows.every(({ holds }) => holds) }
  } finally {
    await browser.close()
    list.stop()
    await signer.stop()
    for (const each of [near, far]) each.stop()
    await relay.stop()
    await stop()
  }
}
