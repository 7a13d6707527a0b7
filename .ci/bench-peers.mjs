import { buildPeers, installedSize, installPeers, pathOf, servePeers, subjects } from './bench-peers-build.mjs'
import { measure, measureCycles } from './bench-peers-page.mjs'
import { ensureInstalled } from './install.mjs'
import { at, isMain, writeJson } from './root.mjs'

const rounds = Number(process.env.ROUNDS ?? 9)
const cycles = Number(process.env.CYCLES ?? 200)
const throttles = (process.env.THROTTLES ?? '1,4').split(',').filter(Boolean).map(Number)
/** Only these peers, by a pattern; the floors and ours are always there. `none` leaves all of this out. */
const { PEERS = '' } = process.env
const wanted = new RegExp(PEERS, 'i')
/** What was built before is measured as it is. */
const asBuilt = process.env.BUILT === '1'
const MB = 1_000_000

/** What each figure of ours may be at most. Times are judged against the floors of the same run. */
const limits = [
  ['script before the button', ({ ours }) => [ours.script, 20_000], 'B'],
  ['button usable', ({ ours, empty }) => [ours.button, empty.button * 1.2], 'ms'],
  ['blocking time', ({ ours }) => [ours.blocking, 0], 'ms'],
  ['cold open', ({ ours, hello }) => [ours.coldOpen, hello.coldOpen * 2], 'ms'],
  ['warm open', ({ ours, hello }) => [ours.warmOpen, hello.warmOpen * 1.5], 'ms'],
  ['connect', ({ ours, hello }) => [ours.connect, hello.connect * 1.2], 'ms'],
  ['hosts before the visitor acts', ({ ours }) => [ours.hosts?.length, 0], ''],
]
const kept = [
  ['heap', 'opened', MB],
  ['heap', 'added', MB],
  ['listeners', 'opened', 0],
  ['listeners', 'added', 0],
]

const kB = (bytes) => (bytes === undefined ? '–' : (bytes / 1000).toFixed(1))
const whole = (value) => (value === undefined ? '–' : String(Math.round(value)))
const columns = [
  ['JS kB', 'script', kB],
  ['JS kB open', 'scriptOpen', kB],
  ['then', 'scriptLater', kB],
  ['requests', 'requests', whole],
  ['open', 'requestsOpen', whole],
  ['then', 'requestsLater', whole],
  ['hosts', 'hosts', (hosts) => whole(hosts?.length)],
  ['open', 'hostsOpen', (hosts) => whole(hosts?.length)],
  ['connect', 'hostsConnect', (hosts) => whole(hosts?.length)],
  ['button', 'button', whole],
  ['blocking', 'blocking', whole],
  ['cold', 'coldOpen', whole],
  ['warm', 'warmOpen', whole],
  ['connect', 'connect', whole],
  ['heap MB', 'heap', (bytes) => (bytes === undefined ? '–' : (bytes / MB).toFixed(2))],
  ['elements', 'elements', whole],
]

const line = (name, cells, width = 11) =>
  console.log(name.padEnd(24) + cells.map((cell) => String(cell).padStart(width)).join(''))

function median(runs, key) {
  const values = runs.map((run) => run[key]).filter((value) => value !== undefined)
  if (values.length === 0) return undefined
  if (Array.isArray(values[0])) return [...new Set(values.flat())]
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)]
}

const mediansOf = (runs) =>
  Object.fromEntries(
    Object.entries(runs).map(([name, each]) => [
      name,
      Object.fromEntries([...columns.map(([, key]) => key), 'failed'].map((key) => [key, median(each, key)])),
    ]),
  )

/** Measures ours against the floors and the peers and prints one table a throttle; resolves to an exit code. */
export async function benchPeers() {
  if (PEERS === 'none') return 0
  await ensureInstalled()
  const { findBrowser } = await import('./browser.mjs')
  const { build } = await import('./build.mjs')
  const { chromium } = await import('@playwright/test')
  const { AxeBuilder } = await import('@axe-core/playwright')
  const executablePath = await findBrowser()
  const chosen = subjects.filter(({ name, packages }) => !packages || wanted.test(name))
  if (!asBuilt) {
    if (!(await build()) || !(await installPeers())) return 1
    await buildPeers(chosen)
  }
  const { origin, close } = await servePeers(chosen)
  const args = ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
  /** In a browser that has measured nothing else. */
  const fresh = async (work) => {
    const browser = await chromium.launch({ executablePath, args })
    try {
      return await work(browser)
    } finally {
      await browser.close()
    }
  }
  const tables = {}
  const lasting = {}
  try {
    for (const slowdown of throttles) {
      const runs = Object.fromEntries(chosen.map(({ name }) => [name, []]))
      for (let round = 0; round < rounds; round++)
        for (const { name } of chosen) {
          const run = await fresh((browser) => measure(browser, origin, pathOf(name), slowdown))
          if (run.failed) console.error(`${name}, ${slowdown}x, round ${round + 1}: ${run.failed}`)
          runs[name].push(run)
        }
      tables[slowdown] = mediansOf(runs)
    }
    if (cycles > 0)
      for (const { name } of chosen)
        lasting[name] = await fresh((browser) => measureCycles(browser, origin, pathOf(name), cycles, AxeBuilder))
  } finally {
    close()
  }
  const sizes = Object.fromEntries(chosen.map((subject) => [subject.name, installedSize(subject)]))
  writeJson(at('.built/bench-peers.json'), { rounds, cycles, tables, lasting, sizes })
  return report(tables, lasting, sizes)
}

function report(tables, lasting, sizes) {
  let code = 0
  const judge = (holds, words) => {
    console.log(`${holds ? 'yes' : 'NO '}  ${words}`)
    if (!holds) code = 1
  }
  const number = (value) => (Array.isArray(value) ? value.length : value)
  const rank = (title, own, peers, shown) => {
    const better = peers.filter(([, theirs]) => number(theirs) < number(own))
    const names = better.map(([name, theirs]) => `${name} ${shown(theirs)}`).join(', ')
    judge(better.length === 0, `first in ${title}${better.length ? `, but for ${names}: ${shown(own)}` : ''}`)
  }
  for (const [slowdown, medians] of Object.entries(tables)) {
    console.log(
      `Medians of ${rounds} rounds, a fresh browser for each, ${slowdown}x CPU throttle; script in kB of gzip, times in ms\n`,
    )
    line(
      '',
      columns.map(([title]) => title),
    )
    for (const [name, each] of Object.entries(medians)) {
      line(
        name,
        columns.map(([, key, shown]) => shown(each[key])),
      )
      if (each.failed) console.log(`  ${each.failed}`)
    }
    const [empty, hello, ours] = ['empty element', 'r2wc hello', 'wallet-modal'].map((name) => medians[name])
    for (const [name, floor] of [
      ['ours : empty element', empty],
      ['ours : r2wc hello', hello],
    ])
      line(
        name,
        columns.map(([, key]) => (floor[key] > 0 && ours[key] > 0 ? `${(ours[key] / floor[key]).toFixed(2)}x` : '')),
      )
    console.log()
    for (const [what, of, unit] of limits) {
      const [value, limit] = of({ empty, hello, ours })
      judge(value <= limit, `${what} ${whole(value)} ${unit}, limit ${whole(limit)} ${unit}`)
    }
    const peers = Object.entries(medians).slice(3)
    for (const [, key, shown] of columns)
      rank(
        key,
        ours[key],
        peers.map(([name, each]) => [name, each[key]]),
        shown,
      )
    console.log()
  }
  if (Object.keys(lasting).length === 0) return code
  console.log(`What is still held after ${cycles} openings and after ${cycles} removals; what axe finds; what a host installs\n`)
  line('', ['kB opened', 'listeners', 'nodes', 'kB added', 'listeners', 'nodes', 'axe', 'MB on disk'])
  for (const [name, { opened, added, axe, failed }] of Object.entries(lasting)) {
    const cells = [opened, added].flatMap((each) => (each ? [kB(each.heap), each.listeners, each.nodes] : ['–', '–', '–']))
    line(name, [...cells, axe?.length ?? '–', sizes[name] === undefined ? '–' : (sizes[name] / MB).toFixed(1)])
    if (axe?.length || failed) console.log(`  ${[...(axe ?? []), failed ?? ''].join(' ')}`)
  }
  console.log()
  const ours = lasting['wallet-modal']
  for (const [what, after, limit] of kept)
    judge(ours[after]?.[what] <= limit, `${what} ${after}: grown by ${ours[after]?.[what]}, limit ${limit}`)
  judge(ours.axe?.length === 0, `axe: ${ours.axe?.join(' ') || 'nothing'}`)
  const peers = Object.entries(lasting).slice(3)
  for (const [title, of] of [
    ...kept.map(([what, after]) => [`${what} ${after}`, (name) => lasting[name][after]?.[what]]),
    ['axe', (name) => lasting[name].axe?.length],
    ['bytes on disk', (name) => sizes[name]],
  ])
    rank(
      title,
      of('wallet-modal'),
      peers.map(([name]) => [name, of(name)]),
      whole,
    )
  return code
}

if (isMain(import.meta.url)) process.exitCode = await benchPeers()
