import { ensureInstalled } from './install.mjs'

/** Requests to any host other than this machine fail at once. */
export const noForeignHosts = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost'

/** Starts the browser for measurements. */
export async function launch({ args = [], ...options } = {}) {
  await ensureInstalled()
  const [{ findBrowser }, { chromium }] = await Promise.all([import('./browser.mjs'), import('@playwright/test')])
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath: await findBrowser(), args: [...args, ...sandbox], ...options })
}

/** The flags with which Playwright keeps every page visible and awake. */
const keptAwake = ['background-timer-throttling', 'backgrounding-occluded-windows', 'renderer-backgrounding'].map(
  (name) => `--disable-${name}`,
)

/** Starts a browser like a visitor's, whose hidden windows' pages sleep; returns it with its context and a function that ends it. */
export async function launchPlain() {
  const { freePort } = await import('../demo/stack/listen.ts')
  const port = await freePort()
  const args = [`--remote-debugging-port=${port}`, '--window-size=1280,800']
  const browser = await launch({ args, ignoreDefaultArgs: keptAwake })
  const { chromium } = await import('@playwright/test')
  const plain = await chromium.connectOverCDP(`http://localhost:${port}`, { noDefaults: true })
  return { context: plain.contexts()[0], close: () => browser.close() }
}

/** The value at a fraction (0 to 1) of the sorted values; 0 without values. */
export const percentile = (values, part) => [...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? 0

export const median = (values) => percentile(values, 0.5)

/** Heap bytes in use after three garbage collections: what one frees may let the next free more. */
export async function heapOf(client) {
  for (let left = 3; left > 0; left--) await client.send('HeapProfiler.collectGarbage')
  return (await client.send('Runtime.getHeapUsage')).usedSize
}

/** A clock of the main thread's CPU time in ms; other load on the machine does not count. */
export async function mainThreadClock(client) {
  await client.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await client.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
}

/** Runs in the page before other probes: `frameEnd()` resolves to the time at which the next frame was drawn, on the page's clock. */
export const frameEnds = () => {
  window.frameEnd = () =>
    new Promise((resolve) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now())
        port2.postMessage(0)
      }),
    )
}

/** Collects the verdict on each figure and prints it at once; `rows` has all of them. */
export function verdicts() {
  const rows = []
  return {
    rows,
    judge(holds, measure, figure, limit) {
      rows.push({ measure, figure: String(figure), limit: String(limit), holds })
      console.log(`${holds ? 'yes' : 'NO '}  ${measure}: ${figure}, limit ${limit}`)
    },
    hold: () => rows.every(({ holds }) => holds),
  }
}

/** Prints a table: `first` is the width of the first column, `others` of each other one; notes follow the row that they are about. */
export function print({ head, rows, notes = {} }, [first, others]) {
  for (const [name, ...cells] of [head, ...rows]) {
    console.log(name.padEnd(first) + cells.map((cell) => String(cell).padStart(others)).join(''))
    for (const note of notes[name] ?? []) console.log(`    ${note}`)
  }
  console.log()
}
