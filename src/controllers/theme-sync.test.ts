import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeShop, openShop, type Stage, signInFramed } from '../../.ci/embedded-world'
import { PATIENCE } from '../connectors/test-frame'
import { followTheme } from './theme-sync'

type Look = { colorScheme: string; backgroundColor: string; [variable: `--${string}`]: string }
const CLEAR = 'rgba(0, 0, 0, 0)'

let stage: Stage
/** Looks of the room of the frame and of the dialog around it. */
let room: Look
let dialog: Look
let isSystemDark: boolean
let change: () => void
const observed = new Set<unknown>()
let stop = () => {}

/** As much of a page as has colours. */
class Root {
  host = { name: 'host' }
}

beforeEach(() => {
  stage = openShop()
  room = { colorScheme: 'light', backgroundColor: CLEAR }
  dialog = { colorScheme: 'light', backgroundColor: CLEAR }
  isSystemDark = false
  observed.clear()
  vi.stubGlobal('ShadowRoot', Root)
  Object.assign(document, { documentElement: { name: 'html' }, body: { name: 'body' } })
  const system = new EventTarget()
  Object.defineProperty(system, 'matches', { get: () => isSystemDark })
  vi.stubGlobal('matchMedia', () => system)
  vi.stubGlobal('getComputedStyle', (element: { look: () => Look }) => ({
    ...element.look(),
    getPropertyValue: (name: `--${string}`) => element.look()[name] ?? '',
  }))
  vi.stubGlobal(
    'MutationObserver',
    class {
      constructor(tell: () => void) {
        change = tell
      }
      observe = (each: { name: string }) => observed.add(each.name)
      disconnect = () => observed.clear()
    },
  )
})
afterEach(() => {
  stop()
  closeShop()
})

/** Signs in, so that there is a frame, and has it follow the theme; resolves to what it is told first. */
async function follow(): Promise<unknown[]> {
  await signInFramed(stage, { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', chainId: 31337 })
  start()
  return colours()
}

function start(): void {
  const around = { look: () => dialog, parentElement: null }
  const root = new Root()
  stop = followTheme({ look: () => room, parentElement: around, getRootNode: () => root } as never)
}

/** What the frame has been told, oldest first. */
const told = (): unknown[] =>
  stage.last().posted.flatMap(({ type, payload }) => (type === '@w3m-app/SYNC_THEME' ? [payload] : []))

type Told = { themeMode: string; themeVariables: object; w3mThemeVariables: Record<string, string> }
/** The mode, accent and background that the frame is told `nth`. */
async function colours(nth = 1): Promise<unknown[]> {
  await vi.waitFor(() => expect(told()).toHaveLength(nth), PATIENCE)
  const { themeMode, themeVariables, w3mThemeVariables } = told().at(-1) as Told
  expect(themeVariables).toEqual({})
  return [themeMode, w3mThemeVariables['--w3m-accent'], w3mThemeVariables['--w3m-background']]
}

test('the frame is told the default colours of a light and of a dark theme where the page sets none', async () => {
  expect(await follow()).toEqual(['light', '#00705d', '#fff'])
  room = { ...room, colorScheme: 'dark' }
  change()
  expect(await colours(2)).toEqual(['dark', '#58d3b0', '#121313'])
})

test('a theme that follows the system is the system’s', async () => {
  room = { ...room, colorScheme: 'light dark' }
  expect(await follow()).toEqual(['light', '#00705d', '#fff'])
  isSystemDark = true
  matchMedia('').dispatchEvent(new Event('change'))
  expect(await colours(2)).toEqual(['dark', '#58d3b0', '#121313'])
  // One that is pinned is not.
  room = { ...room, colorScheme: 'light' }
  change()
  expect(await colours(3)).toEqual(['light', '#00705d', '#fff'])
})

test('the page’s accent counts in both themes, its dark one only in a dark theme', async () => {
  await follow()
  room = { ...room, '--wm-accent': ' #07c ', '--wm-accent-dark': '' }
  change()
  expect(await colours(2)).toEqual(['light', '#07c', '#fff'])
  room = { ...room, colorScheme: 'dark' }
  change()
  expect(await colours(3)).toEqual(['dark', '#07c', '#121313'])
  room = { ...room, '--wm-accent-dark': '#9cf' }
  change()
  expect(await colours(4)).toEqual(['dark', '#9cf', '#121313'])
  room = { ...room, colorScheme: 'light' }
  change()
  expect(await colours(5)).toEqual(['light', '#07c', '#fff'])
})

test('the background is the nearest one that is not transparent', async () => {
  await follow()
  dialog = { ...dialog, backgroundColor: 'oklch(0.998 0.001 170)' }
  change()
  expect(await colours(2)).toEqual(['light', '#00705d', 'oklch(0.998 0.001 170)'])
  room = { ...room, backgroundColor: 'rgb(250, 250, 250)' }
  change()
  expect(await colours(3)).toEqual(['light', '#00705d', 'rgb(250, 250, 250)'])
})

test('a change of page, body or element that changes no colour is not told, and nothing is after the end', async () => {
  await follow()
  expect([...observed]).toEqual(['html', 'body', 'host'])
  change()
  room = { ...room, '--wm-accent': '#07c' }
  change()
  await colours(2)
  stop()
  expect(observed.size).toBe(0)
  room = { ...room, colorScheme: 'light dark' }
  isSystemDark = true
  matchMedia('').dispatchEvent(new Event('change'))
  // What is told arrives a moment later: here only what is told from the new beginning.
  start()
  expect(await colours(3)).toEqual(['dark', '#07c', '#121313'])
})
