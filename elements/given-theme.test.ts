import { afterEach, expect, test, vi } from 'vitest'
import { applyTheme } from './given-theme'
import * as theme from './theme'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('error: theme variables whose code does not load are set once it has, those that were replaced meanwhile are not', async () => {
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const set: Record<string, string> = {}
  const style = {
    getPropertyValue: (name: string) => set[name] ?? '',
    setProperty: (name: string, value: string) => Object.assign(set, { [name]: value }),
    removeProperty: () => {},
  }
  const element = { style, themeVariables: { '--wm-accent': '#f00', '--wm-size': '20px' } as Record<string, string> }
  let down = true
  const apply = () =>
    applyTheme(element as never, async () => {
      if (down) throw new TypeError('Failed to fetch dynamically imported module')
      return theme
    })
  apply()
  element.themeVariables = { '--wm-accent': '#07c' }
  apply()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(set).toEqual({})
  down = false
  await vi.advanceTimersByTimeAsync(60_000)
  expect(set).toEqual({ '--wm-accent': '#07c' })
})
