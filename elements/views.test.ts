import { afterEach, expect, test, vi } from 'vitest'
import { loadViews } from './views'

afterEach(() => vi.unstubAllGlobals())

test('error: without dialogs, as in jsdom, nothing is rendered, with a reason', async () => {
  vi.stubGlobal('HTMLDialogElement', class {})
  await expect(loadViews()).rejects.toThrow('Nothing is drawn where there are no dialogs')
})
