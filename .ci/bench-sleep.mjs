import { setTimeout as passed } from 'node:timers/promises'

/** Runs in the page: records the freeze events that it gets, and for how long its timers stood still. */
const watch = () => {
  let heard = []
  let stood = 0
  let last = performance.now()
  for (const type of ['freeze', 'resume']) document.addEventListener(type, () => heard.push(type))
  document.addEventListener('visibilitychange', () => heard.push(document.visibilityState))
  setInterval(() => {
    stood = Math.max(stood, performance.now() - last)
    last = performance.now()
  }, 500)
  window.sleep = {
    taken: () => {
      const taken = { heard, stood }
      heard = []
      stood = 0
      return taken
    },
  }
}

const passable = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 }

/**
 * Puts a tab to sleep as the browser itself does with a page that it does not keep awake (`launchPlain`): its window is hidden, its
 * network is cut off, and nothing in it runs. `cutOff` ends the sockets that the browser leaves open. The returned function sleeps for
 * the given ms and resolves to whether the page was asleep the whole time.
 */
export async function sleepOf(tab, client, cutOff) {
  await tab.evaluate(watch)
  const { windowId } = await client.send('Browser.getWindowForTarget')
  const turnWindow = (windowState) => client.send('Browser.setWindowBounds', { windowId, bounds: { windowState } })
  const turnNetwork = (offline) => {
    cutOff(offline)
    return client.send('Network.emulateNetworkConditions', { offline, ...passable })
  }
  return async (ms, meanwhile) => {
    await turnWindow('minimized')
    await turnNetwork(true)
    await client.send('Page.setWebLifecycleState', { state: 'frozen' })
    await Promise.all([passed(ms), meanwhile()])
    await client.send('Page.setWebLifecycleState', { state: 'active' })
    await turnNetwork(false)
    await turnWindow('normal')
    // The frozen timer has to fire once more to report it.
    await passed(1000)
    const { heard, stood } = await tab.evaluate(() => window.sleep.taken())
    return heard.join() === 'hidden,freeze,resume,visible' && stood >= ms
  }
}
