import { setTimeout as sleep } from 'node:timers/promises'
import { frameEnds, heapOf } from './bench-measure.mjs'

// Runs in the page before anything else: ends of frames in which a condition holds, on the page's clock.
const probes = () => {
  /** Text of a button, including shadow roots and slots of its parts; read in every frame, so the browser's own way comes first. */
  const textOf = (element) => {
    const parts = [...element.querySelectorAll('*')].map((part) => {
      if (part instanceof HTMLSlotElement) return part.assignedNodes({ flatten: true }).map(({ textContent }) => textContent)
      return part.shadowRoot && textOf(part.shadowRoot)
    })
    return [element.getAttribute?.('aria-label'), element.textContent, ...parts].flat().join(' ')
  }
  const within = (root, wanted) => {
    for (const element of root.querySelectorAll('*')) {
      if (wanted(element)) return element
      const found = element.shadowRoot && within(element.shadowRoot, wanted)
      if (found) return found
    }
    return undefined
  }
  const shown = (element) => {
    const box = element.getBoundingClientRect()
    const inside = box.width > 0 && box.height > 0 && box.top < innerHeight && box.bottom > 0
    return inside && !element.disabled && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  }
  const find = (pattern) =>
    within(document, (element) => element.localName === 'button' && pattern.test(textOf(element)) && shown(element))
  const until = async (holds) => {
    for (;;) {
      const end = await window.frameEnd()
      if (holds()) return end
    }
  }
  const button = () => find(/connect|select wallet/i)
  const row = () => find(/bench wallet/i)
  const account = () => find(/(0xf3|oeYf|[UE]Q).{0,8}(2266|kq96|[\w-]{4})/)
  let pressed = 0
  addEventListener('pointerdown', ({ timeStamp }) => (pressed ||= timeStamp), true)
  const tasks = []
  new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask', buffered: true })
  const since = async (holds) => {
    pressed = 0
    const end = await until(holds)
    return { end, took: end - pressed }
  }
  const places = { button, row }
  window.bench = {
    usable: until(button),
    blocking: () => tasks.reduce((sum, { duration }) => sum + duration - 50, 0),
    where: (name) => {
      const box = places[name]().getBoundingClientRect()
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    },
    still: async (name) => {
      for (let before = window.bench.where(name); ; ) {
        for (let frames = 6; frames > 0; frames--) await window.frameEnd()
        const now = window.bench.where(name)
        if (now.x === before.x && now.y === before.y) return now
        before = now
      }
    },
    opened: () => since(row),
    connected: () => since(account),
    gone: () => until(() => !row()),
    ready: () => until(button),
    elements: () => {
      const count = (root) =>
        [...root.querySelectorAll('*')].reduce((sum, each) => sum + 1 + (each.shadowRoot ? count(each.shadowRoot) : 0), 0)
      return count(document)
    },
    close: () => {
      if (window.subject.close) return window.subject.close()
      const dialog = within(document, (element) => element.localName === 'dialog' && element.open)
      if (dialog) return dialog.close()
      const target = row() ?? document.body
      target.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', keyCode: 27, bubbles: true, composed: true }),
      )
    },
    openAndClose: async (times) => {
      for (let left = times; left > 0; left--) {
        await until(button)
        button().click()
        await until(row)
        await window.bench.close()
        await until(() => !row())
      }
    },
    removeAndAdd: async (times) => {
      for (let left = times; left > 0; left--) {
        window.subject.remove()
        await until(() => !button())
        window.subject.add()
        await until(button)
      }
    },
  }
}

/** Opens a subject's page in a new tab and observes it; `slowdown` is the CPU throttle. */
async function visit(browser, origin, path, slowdown) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const tab = await context.newPage()
  tab.setDefaultTimeout(20_000)
  const client = await context.newCDPSession(tab)
  // The time to start a renderer does not count for any subject.
  await tab.goto(`${origin}/blank`)
  if (slowdown > 1) await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await client.send('Network.enable')
  const requests = new Map()
  client.on('Network.requestWillBeSent', ({ requestId, request, timestamp, wallTime }) => {
    if (!/^(data|blob):/.test(request.url))
      requests.set(requestId, { url: new URL(request.url), started: wallTime * 1000, offset: wallTime - timestamp })
  })
  client.on('Network.webSocketCreated', ({ requestId, url }) =>
    requests.set(requestId, { url: new URL(url), started: Date.now() }),
  )
  client.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const request = requests.get(requestId)
    if (request) Object.assign(request, { bytes: encodedDataLength, ended: (timestamp + request.offset) * 1000 })
  })
  await tab.addInitScript(frameEnds)
  await tab.addInitScript(probes)
  const seen = () => [...requests.values()].filter(({ url }) => !/^\/(wallets\/main\.js|blank|favicon\.ico)$/.test(url.pathname))
  await tab.goto(`${origin}/${path}`, { waitUntil: 'load' })
  const scripts = () => seen().filter(({ url, bytes }) => bytes && url.pathname.endsWith('.js'))
  return {
    tab,
    client,
    close: () => context.close(),
    count: () => seen().length,
    /** Requests made until a time on the page's clock. */
    async until(moment) {
      const limit = (await tab.evaluate(() => performance.timeOrigin)) + moment
      return seen().filter(({ started }) => started <= limit).length
    },
    hosts: () => [...new Set(seen().map(({ url }) => url.hostname))].filter((host) => host !== 'localhost').sort(),
    foreign: () => seen().filter(({ url }) => url.hostname !== 'localhost').length,
    /** Bytes of script over the wire, until a time on the page's clock if given. */
    async script(until) {
      const origin = await tab.evaluate(() => performance.timeOrigin)
      const limit = until === undefined ? Number.POSITIVE_INFINITY : origin + until
      return scripts().reduce((sum, { bytes, ended }) => (ended <= limit ? sum + bytes : sum), 0)
    },
  }
}

/** No request for half a second, or six seconds have passed: unreachable hosts are tried again and again. */
async function settled({ count }) {
  let before = -1
  for (let left = 12; left > 0 && count() !== before; left--) {
    before = count()
    await sleep(500)
  }
}

/** Clicks like a person: on an element that is not moving. */
async function click(tab, name) {
  const { x, y } = await limited(tab.evaluate((wanted) => window.bench.still(wanted), name))
  await tab.mouse.move(x, y)
  await tab.mouse.click(x, y)
}

async function inUse({ client }) {
  const heap = await heapOf(client)
  const { metrics } = await client.send('Performance.getMetrics')
  const metricOf = (name) => metrics.find((metric) => metric.name === name)?.value ?? 0
  return { heap, listeners: metricOf('JSEventListeners'), nodes: metricOf('Nodes') }
}

/** One visitor's journey: the button, the first opening, the second, and the wallet. `undefined`: the subject could not do it. */
export async function measure(browser, origin, path, slowdown) {
  const visited = await visit(browser, origin, path, slowdown)
  const { tab, client } = visited
  const found = {}
  try {
    await client.send('Performance.enable')
    found.button = await limited(tab.evaluate(() => window.bench.usable))
    await settled(visited)
    found.blocking = await tab.evaluate(() => window.bench.blocking())
    found.script = await visited.script(found.button)
    found.requests = visited.count()
    found.hosts = visited.hosts()
    found.foreign = visited.foreign()
    const open = async () => {
      const opened = tab.evaluate(() => window.bench.opened())
      opened.catch(() => {})
      await click(tab, 'button')
      return limited(opened)
    }
    const cold = await open()
    found.coldOpen = cold.took
    await settled(visited)
    found.scriptOpen = await visited.script(cold.end)
    found.requestsOpen = await visited.until(cold.end)
    found.scriptLater = await visited.script()
    found.requestsLater = visited.count()
    found.hostsOpen = visited.hosts()
    found.heap = await heapOf(client)
    found.elements = await tab.evaluate(() => window.bench.elements())
    await limited(tab.evaluate(() => window.bench.close()))
    await limited(tab.evaluate(() => window.bench.gone()))
    found.warmOpen = (await open()).took
    const connected = tab.evaluate(() => window.bench.connected())
    connected.catch(() => {})
    await click(tab, 'row')
    found.connect = (await limited(connected)).took
    await settled(visited)
    found.hostsConnect = visited.hosts()
  } catch (error) {
    found.failed = error.message.split('\n')[0]
  } finally {
    await visited.close()
  }
  return found
}

/** A peer whose button or row does not appear must not hold up the rest of the table. */
function limited(work, seconds = 15) {
  return Promise.race([
    work,
    sleep(seconds * 1000, undefined, { ref: false }).then(() => Promise.reject(new Error('Nothing came'))),
  ])
}

/** What is still held after `cycles` openings and as many removals, and axe's findings in the open modal. */
export async function measureCycles(browser, origin, path, cycles, AxeBuilder) {
  const visited = await visit(browser, origin, path, 1)
  const { tab, client } = visited
  const found = {}
  const grown = async (work) => {
    const before = await inUse(visited)
    await limited(
      tab.evaluate(([name, times]) => window.bench[name](times), [work, cycles]),
      90,
    )
    const after = await inUse(visited)
    return Object.fromEntries(Object.keys(before).map((key) => [key, after[key] - before[key]]))
  }
  try {
    await client.send('Performance.enable')
    await limited(tab.evaluate(() => window.bench.usable))
    await settled(visited)
    await limited(tab.evaluate(() => window.bench.openAndClose(5)))
    found.opened = await grown('openAndClose')
    if (await tab.evaluate(() => Boolean(window.subject.add))) {
      await limited(tab.evaluate(() => window.bench.removeAndAdd(5)))
      found.added = await grown('removeAndAdd')
    }
    const opened = tab.evaluate(() => window.bench.opened())
    await click(tab, 'button')
    await limited(opened)
    // Colours are checked after all fading has ended.
    await sleep(600)
    const { violations } = await new AxeBuilder({ page: tab }).analyze()
    found.axe = violations.map(({ id }) => id)
  } catch (error) {
    found.failed = error.message.split('\n')[0]
  } finally {
    await visited.close()
  }
  return found
}
