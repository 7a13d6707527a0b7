import { launch, median, noForeignHosts, print, verdicts } from './bench-measure.mjs'
import { buildPeers, installedSize, installPeers, pathOf, servePeers, subjects } from './bench-peers-build.mjs'
import { measure, measureCycles } from './bench-peers-page.mjs'
import { at, writeJson } from './root.mjs'

const rounds = Number(process.env.ROUNDS ?? 9)
const cycles = Number(process.env.CYCLES ?? 200)
const throttles = (process.env.THROTTLES ?? '1,4').split(',').filter(Boolean).map(Number)
/** Pattern of the peers to measure; the floors and ours are always included. `none` skips this part. */
const { PEERS = '' } = process.env
const wanted = new RegExp(PEERS, 'i')
/** Measures the existing build. */
const asBuilt = process.env.BUILT === '1'
const MB = 1_000_000
/** Measured first: the minimum that can be done, and ours. */
const floors = ['empty element', 'r2wc hello', 'wallet-modal']

/** Upper limits for our figures. Times are judged against the floors of the same run. */
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

function medianOf(runs, key) {
  const values = runs.map((run) => run[key]).filter((value) => value !== undefined)
  if (values.length === 0) return undefined
  return Array.isArray(values[0]) ? [...new Set(values.flat())] : median(values)
}

const mediansOf = (runs) =>
  Object.fromEntries(
    Object.entries(runs).map(([name, each]) => [
      name,
      Object.fromEntries([...columns.map(([, key]) => key), 'failed'].map((key) => [key, medianOf(each, key)])),
    ]),
  )

/** Measures ours against the floors and the peers, in one table per throttle and one of what is still held after many cycles. */
export async function bench() {
  const { judge, rows, hold } = verdicts()
  if (PEERS === 'none') return { rows, holds: true }
  const { AxeBuilder } = await import('@axe-core/playwright')
  const chosen = subjects.filter(({ name, packages }) => !packages || wanted.test(name))
  if (!asBuilt) {
    if (!(await installPeers())) throw new Error('The peers could not be installed; nothing is measured.')
    await buildPeers(chosen)
  }
  const { origin, close } = await servePeers(chosen)
  /** Runs in a fresh browser. */
  const fresh = async (work) => {
    const browser = await launch({ args: [noForeignHosts] })
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
  const shown = Object.entries(tables).map(([slowdown, medians]) => judgeTimes(slowdown, medians, judge))
  if (cycles > 0) shown.push(judgeLasting(lasting, sizes, judge))
  return { tables: shown, rows, holds: hold() }
}

const number = (value) => (Array.isArray(value) ? value.length : value)

function rank(judge, title, own, peers, shown) {
  const better = peers.filter(([, theirs]) => number(theirs) < number(own))
  const names = better.map(([name, theirs]) => `${name} ${shown(theirs)}`).join(', ')
  judge(better.length === 0, `first in ${title}`, shown(own), names || 'no peer less')
}

function judgeTimes(slowdown, medians, judge) {
  const [empty, hello, ours] = floors.map((name) => medians[name])
  const ratios = [
    ['ours : empty element', empty],
    ['ours : r2wc hello', hello],
  ].map(([name, floor]) => [
    name,
    ...columns.map(([, key]) => (floor[key] > 0 && ours[key] > 0 ? `${(ours[key] / floor[key]).toFixed(2)}x` : '')),
  ])
  const table = {
    title: `Medians of ${rounds} rounds, a fresh browser for each, ${slowdown}x CPU throttle; script in kB of gzip, times in ms`,
    head: ['', ...columns.map(([title]) => title)],
    rows: [
      ...Object.entries(medians).map(([name, each]) => [name, ...columns.map(([, key, shown]) => shown(each[key]))]),
      ...ratios,
    ],
    notes: notesOf(medians, ({ failed }) => failed),
  }
  console.log(`${table.title}\n`)
  print(table, [24, 11])
  for (const [what, of, unit] of limits) {
    const [value, limit] = of({ empty, hello, ours })
    judge(value <= limit, `${what} at ${slowdown}x`, `${whole(value)} ${unit}`.trim(), `${whole(limit)} ${unit}`.trim())
  }
  const peers = Object.entries(medians).slice(floors.length)
  for (const [, key, shown] of columns)
    rank(
      judge,
      `${key} at ${slowdown}x`,
      ours[key],
      peers.map(([name, each]) => [name, each[key]]),
      shown,
    )
  console.log()
  return table
}

function judgeLasting(lasting, sizes, judge) {
  const table = {
    title: `What is still held after ${cycles} openings and after ${cycles} removals; what axe finds; what a host installs`,
    head: ['', 'kB opened', 'listeners', 'nodes', 'kB added', 'listeners', 'nodes', 'axe', 'MB on disk'],
    rows: Object.entries(lasting).map(([name, { opened, added, axe }]) => [
      name,
      ...[opened, added].flatMap((each) => (each ? [kB(each.heap), whole(each.listeners), whole(each.nodes)] : ['–', '–', '–'])),
      whole(axe?.length),
      sizes[name] === undefined ? '–' : (sizes[name] / MB).toFixed(1),
    ]),
    notes: notesOf(lasting, ({ axe = [], failed = '' }) => [...axe, failed].join(' ').trim()),
  }
  console.log(`${table.title}\n`)
  print(table, [24, 11])
  const ours = lasting['wallet-modal']
  for (const [what, after, limit] of kept)
    judge(ours[after]?.[what] <= limit, `${what} ${after}: grown by`, ours[after]?.[what] ?? '–', limit)
  judge(ours.axe?.length === 0, 'axe', ours.axe?.join(' ') || whole(ours.axe?.length), 0)
  const peers = Object.keys(lasting).slice(floors.length)
  for (const [title, of] of [
    ...kept.map(([what, after]) => [`${what} ${after}`, (name) => lasting[name][after]?.[what]]),
    ['axe', (name) => lasting[name].axe?.length],
    ['bytes on disk', (name) => sizes[name]],
  ])
    rank(
      judge,
      title,
      of('wallet-modal'),
      peers.map((name) => [name, of(name)]),
      (value) => whole(number(value)),
    )
  return table
}

const notesOf = (found, of) =>
  Object.fromEntries(Object.entries(found).flatMap(([name, each]) => (of(each) ? [[name, [of(each)]]] : [])))
