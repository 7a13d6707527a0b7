import { ensureInstalled } from './install.mjs'

/** What a page asks of a host other than this machine fails at once. */
export const noForeignHosts = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost'

/** Starts the browser that is measured in. */
export async function launch({ args = [], ...options } = {}) {
  await ensureInstalled()
  const [{ findBrowser }, { chromium }] = await Promise.all([import('./browser.mjs'), import('@playwright/test')])
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath: await findBrowser(), args: [...args, ...sandbox], ...options })
}

/** Playwright keeps every page in sight and awake; these are what it starts a browser with to that end. */
const keptAwake = ['background-timer-throttling', 'backgrounding-occluded-windows', 'renderer-backgrounding'].map(
  (name) => `--disable-${name}`,
)

/** Starts a browser as a visitor has it, whose windows can be hidden and whose pages sleep then; with its context and its end. */
export async function launchPlain() {
  const { freePort } = await import('../demo/stack/listen.ts')
  const port = await freePort()
  const args = [`--remote-debugging-port=${port}`, '--window-size=1280,800']
  const browser = await launch({ args, ignoreDefaultArgs: keptAwake })
  const { chromium } = await import('@playwright/test')
  const plain = await chromium.connectOverCDP(`http://localhost:${port}`, { noDefaults: true })
  return { context: plain.contexts()[0], close: () => browser.close() }
}

/** The value at a part of so many, from 0 to 1; 0 of none. */
export const percentile = (values, part) => [...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? 0

export const median = (values) => percentile(values, 0.5)

/** Bytes in use after collections; three, since what one frees may free more. */
export async function heapOf(client) {
  for (let left = 3; left > 0; left--) await client.send('HeapProfiler.collectGarbage')
  return (await client.send('Runtime.getHeapUsage')).usedSize
}

/** A clock of what the main thread has worked so far, in ms; what else the machine does meanwhile is not in it. */
export async function mainThreadClock(client) {
  await client.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await client.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
}

/** Runs in the page before other probes: `frameEnd()` resolves to when the frame that comes next has been drawn, on the page's clock. */
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

/** What is said of each figure, printed as it is said; `rows` has all of it. */
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

/** A table as text: the first column so wide, the others each as wide as the second number says; notes below what they are of. */
export function print({ head, rows, notes = {} }, [first, others]) {
  for (const [name, ...cells] of [head, ...rows]) {
    console.log(name.padEnd(first) + cells.map((cell) => String(cell).padStart(others)).join(''))
    for (const note of notes[name] ?? []) console.log(`    ${note}`)
  }
  console.log()
}
