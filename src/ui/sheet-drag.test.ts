import { afterEach, describe, expect, test, vi } from 'vitest'
import { dragSheet, isDismissed } from './sheet-drag'

describe('isDismissed', () => {
  test('dismisses a sheet dragged beyond 40 % of its height, however slowly', () => {
    expect([isDismissed(241, 5000, 600), isDismissed(239, 5000, 600)]).toEqual([true, false])
  })
  test('dismisses it at half a pixel per millisecond', () => {
    expect([isDismissed(60, 100, 600), isDismissed(60, 200, 600)]).toEqual([true, false])
  })
  test('keeps it after a short twitch, however fast', () => {
    expect(isDismissed(20, 1, 600)).toBe(false)
  })
  test('keeps it after a drag upwards', () => {
    expect(isDismissed(-300, 100, 600)).toBe(false)
  })
})

/** A sheet 600 px high, and fingers on it at these heights. */
function sheet(scale = 1) {
  const view = Object.assign(new EventTarget(), { scale })
  vi.stubGlobal('window', Object.assign(new EventTarget(), { visualViewport: view }))
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  vi.stubGlobal('Element', class {})
  vi.stubGlobal('HTMLElement', class {})
  const style = { translate: '', setProperty() {}, removeProperty() {} }
  const header = { style: { touchAction: '' } }
  const own = { style, offsetHeight: 600, getAnimations: () => [], animate() {}, querySelectorAll: () => [header] }
  const panel = Object.assign(new EventTarget(), own)
  const onDismiss = vi.fn(() => true)
  dragSheet({ panel: panel as unknown as HTMLElement, scrim: null, locked: () => false, onDismiss })
  const touch = (type: string, ...heights: number[]) => {
    const touches = heights.map((clientY) => ({ clientY }))
    const event = Object.assign(new Event(type, { cancelable: true }), { touches, changedTouches: touches })
    panel.dispatchEvent(event)
    return { moved: style.translate, taken: event.defaultPrevented }
  }
  const zoom = (scale: number) => {
    view.scale = scale
    view.dispatchEvent(new Event('resize'))
  }
  return { touch, onDismiss, zoom, header }
}

describe('dragSheet', () => {
  afterEach(() => vi.unstubAllGlobals())

  test('a sheet follows a finger, and closes if released far below', () => {
    const { touch, onDismiss } = sheet()
    touch('touchstart', 100)
    expect(touch('touchmove', 400)).toEqual({ moved: '0 300px', taken: true })
    touch('touchend', 400)
    expect(onDismiss).toHaveBeenCalledOnce()
  })

  test('two fingers zoom the page: the sheet stays, even if one of them was there first', () => {
    const { touch, onDismiss } = sheet()
    touch('touchstart', 100)
    touch('touchmove', 120)
    touch('touchstart', 120, 90)
    expect(touch('touchmove', 400, 20)).toEqual({ moved: '', taken: false })
    touch('touchend', 400)
    expect(onDismiss).not.toHaveBeenCalled()
  })

  test('so it does if the other finger is beside it, on the page', () => {
    const { touch, onDismiss } = sheet()
    touch('touchstart', 100)
    touch('touchmove', 120)
    expect(touch('touchmove', 400, 20)).toEqual({ moved: '', taken: false })
    touch('touchend', 400)
    expect(onDismiss).not.toHaveBeenCalled()
  })

  test('a touch that the browser cancels, or that a second finger ends, does not close it, however far down it was', () => {
    const { touch, onDismiss } = sheet()
    touch('touchstart', 100)
    touch('touchmove', 400)
    touch('touchcancel', 400)
    touch('touchstart', 100)
    touch('touchmove', 400)
    expect(touch('touchmove', 400, 20)).toEqual({ moved: '', taken: false })
    expect(onDismiss).not.toHaveBeenCalled()
  })

  test('on a zoomed page the browser handles a finger on the handle, as anywhere else', () => {
    const { zoom, header } = sheet()
    expect(header.style.touchAction).toBe('')
    zoom(2)
    expect(header.style.touchAction).toBe('auto')
    zoom(1)
    expect(header.style.touchAction).toBe('')
    expect(sheet(3).header.style.touchAction).toBe('auto')
  })

  test('on a zoomed page a finger pans: the sheet stays', () => {
    const { touch, onDismiss } = sheet(2)
    touch('touchstart', 100)
    expect(touch('touchmove', 400)).toEqual({ moved: '', taken: false })
    touch('touchend', 400)
    expect(onDismiss).not.toHaveBeenCalled()
  })
})
