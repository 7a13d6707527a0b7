import { expect, test } from 'vitest'
import { setThemeVariables } from './theme'

test('where CSS.supports is missing, as in jsdom, a variable is set without its check, and none that could load something', () => {
  const set = new Map<string, string>()
  const style = { setProperty: set.set.bind(set), removeProperty: set.delete.bind(set) }
  const values = { '--wm-accent': '#07c', '--wm-bg': 'url(//evil.example)', '--wm-other': '1' }
  expect(setThemeVariables({ style } as never, values)).toEqual(['--wm-bg', '--wm-other'])
  expect([...set]).toEqual([['--wm-accent', '#07c']])
})
