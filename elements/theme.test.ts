import { afterEach, expect, test, vi } from 'vitest'
import { setThemeVariables } from './theme'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['as in jsdom', undefined],
  // The polyfill `css.escape` of many test set-ups makes `CSS` with this alone.
  ['as in jsdom with CSS.escape added', { escape: String }],
])('where CSS.supports is missing, %s, a variable is set without its check, and none that could load something', (_, CSS) => {
  vi.stubGlobal('CSS', CSS)
  vi.stubGlobal(
    'MutationObserver',
    class {
      observe() {}
    },
  )
  const set = new Map<string, string>()
  const style = {
    getPropertyValue: (name: string) => set.get(name) ?? '',
    setProperty: set.set.bind(set),
    removeProperty: set.delete.bind(set),
  }
  const values = { '--wm-accent': '#07c', '--wm-bg': 'url(//evil.example)', '--wm-other': '1' }
  expect(setThemeVariables({ style } as never, values)).toEqual(['--wm-bg', '--wm-other'])
  expect([...set]).toEqual([['--wm-accent', '#07c']])
})
