import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterScripts } from './after-scripts'

const run = vi.fn()
const later = () => vi.advanceTimersByTimeAsync(5)
let page = { readyState: '' }

/** A page whose later scripts have run at `ranAt`, 0 until then; undefined: the browser does not tell. */
function open(readyState: string, ranAt?: number) {
  page = { readyState }
  const timing = { domContentLoadedEventStart: ranAt }
  vi.stubGlobal('document', page)
  vi.stubGlobal('performance', ranAt === undefined ? {} : { timing })
  return timing
}

beforeEach(() => {
  run.mockClear()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each(['loading', 'interactive'])('waits for later scripts while the document is %s', async (readyState) => {
  const timing = open(readyState, 0)
  afterScripts(run)
  await later()
  expect(run).not.toHaveBeenCalled()
  timing.domContentLoadedEventStart = 12
  await later()
  expect(run).toHaveBeenCalledOnce()
})

test('if the browser gives no times, waits for the whole page', async () => {
  open('interactive')
  afterScripts(run)
  await later()
  expect(run).not.toHaveBeenCalled()
  page.readyState = 'complete'
  await later()
  expect(run).toHaveBeenCalledOnce()
})

test.each([
  ['interactive', 12],
  ['complete', undefined],
] as const)('if they have run, and the document is %s, waits for nothing', async (readyState, ranAt) => {
  open(readyState, ranAt)
  afterScripts(run)
  expect(run).not.toHaveBeenCalled()
  await later()
  expect(run).toHaveBeenCalledOnce()
})
