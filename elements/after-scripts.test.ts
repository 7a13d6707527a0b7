import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterScripts } from './after-scripts'

const run = vi.fn()
const later = () => new Promise((done) => setTimeout(done, 5))
let page = { readyState: '' }

/** A page whose scripts that stand behind ours have run at `ranAt`, 0 until then; without it the browser does not tell. */
function open(readyState: string, ranAt?: number) {
  page = { readyState }
  const timing = { domContentLoadedEventStart: ranAt }
  vi.stubGlobal('document', page)
  vi.stubGlobal('performance', ranAt === undefined ? {} : { timing })
  return timing
}

beforeEach(() => run.mockClear())
afterEach(() => vi.unstubAllGlobals())

test.each(['loading', 'interactive'])('scripts behind ours are waited for where the document is %s', async (readyState) => {
  const timing = open(readyState, 0)
  afterScripts(run)
  await later()
  expect(run).not.toHaveBeenCalled()
  timing.domContentLoadedEventStart = 12
  await vi.waitFor(() => expect(run).toHaveBeenCalledOnce())
})

test('where the browser tells no times, so is the rest of the page', async () => {
  open('interactive')
  afterScripts(run)
  await later()
  expect(run).not.toHaveBeenCalled()
  page.readyState = 'complete'
  await vi.waitFor(() => expect(run).toHaveBeenCalledOnce())
})

test.each([
  ['interactive', 12],
  ['complete', undefined],
] as const)('where they have run, and the document is %s, nothing is waited for', async (readyState, ranAt) => {
  open(readyState, ranAt)
  afterScripts(run)
  expect(run).not.toHaveBeenCalled()
  await later()
  expect(run).toHaveBeenCalledOnce()
})
