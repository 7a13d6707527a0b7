import { afterEach, expect, test, vi } from 'vitest'
import { loadViews } from './views'

afterEach(() => vi.unstubAllGlobals())

test('error: where there are no dialogs, as in jsdom, none is drawn, and why is said', async () => {
  vi.stubGlobal('HTMLDialogElement', class {})
  await expect(loadViews()).rejects.toThrow('Nothing is drawn where there are no dialogs')
})
