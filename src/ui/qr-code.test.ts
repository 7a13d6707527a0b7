import jsQR from 'jsqr'
import { describe, expect, test } from 'vitest'
import { BAR_WIDTH, drawQr, type QrDrawing } from './qr-code'

const SCALE = 8
const QUIET = 4

/** Paints the drawing as the browser does: 8 px a module, without anti-aliasing, with a dark logo in the hole. */
function paint({ size, bars, finders, hole }: QrDrawing) {
  const side = (size + 2 * QUIET) * SCALE
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  const fill = (left: number, top: number, right: number, bottom: number, inside: (x: number, y: number) => boolean) => {
    for (let row = Math.floor((top + QUIET) * SCALE); row < (bottom + QUIET) * SCALE; row += 1)
      for (let column = Math.floor((left + QUIET) * SCALE); column < (right + QUIET) * SCALE; column += 1)
        if (inside((column + 0.5) / SCALE - QUIET, (row + 0.5) / SCALE - QUIET))
          pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3)
  }
  const half = BAR_WIDTH / 2
  for (const [, left = '', middle = '', length = '0'] of bars.matchAll(/M([\d.]+) ([\d.]+)a[^a-z]*?(?:v(\d+))?a/g)) {
    const x = Number(left) + half
    const first = Number(middle)
    const last = first + Number(length || 0)
    fill(
      x - half,
      first - half,
      x + half,
      last + half,
      (px, py) => Math.hypot(px - x, py - Math.max(first, Math.min(last, py))) <= half,
    )
  }
  const rounded = (cx: number, cy: number, reach: number, radius: number) => (px: number, py: number) =>
    Math.hypot(Math.max(0, Math.abs(px - cx) - reach + radius), Math.max(0, Math.abs(py - cy) - reach + radius)) <= radius
  for (const [x, y] of finders) {
    const [outer, inner, core] = [
      rounded(x + 3.5, y + 3.5, 3.5, 2.5),
      rounded(x + 3.5, y + 3.5, 2.5, 1.5),
      rounded(x + 3.5, y + 3.5, 1.5, 1),
    ]
    fill(x, y, x + 7, y + 7, (px, py) => (outer(px, py) && !inner(px, py)) || core(px, py))
  }
  const middle = size / 2
  // The logo is 52 of 264 px wide, with rounded corners that reach a little beyond the circle.
  const logo = hole > 0 ? (size * 26) / 264 : 0
  fill(middle - logo, middle - logo, middle + logo, middle + logo, rounded(middle, middle, logo, logo / 2))
  return jsQR(pixels, side, side, { inversionAttempts: 'dontInvert' })?.data
}

/** A pairing URI as WalletConnect makes them, lengthened to `length` characters. */
const uri = (length: number) => {
  const start = `wc:${'7f6e504bfad60b485450578e05678ed3'.repeat(2)}@2?relay-protocol=irn&symKey=${'587d5484ce2a2a6ee3ba1962fdd7e858'.repeat(2)}&methods=`
  return (start + 'wc_sessionAuthenticate,'.repeat(20)).slice(0, length)
}

describe('drawQr', () => {
  test.each([60, 120, 174, 240, 300, 350, 400])('a code of %i characters with a logo can be read', (length) => {
    expect(paint(drawQr(uri(length), true))).toBe(uri(length))
  })
  test.each([42, 174, 400])('a code of %i characters without a logo can be read', (length) => {
    expect(paint(drawQr(uri(length), false))).toBe(uri(length))
  })
  test('clears about 13 of 57 modules across for the logo, and none without', () => {
    const { size, hole } = drawQr(uri(174), true)
    expect(hole / size).toBeGreaterThan(0.19)
    expect(hole / size).toBeLessThan(0.26)
    expect(hole % 2).toBe(1)
    expect(drawQr(uri(174), false).hole).toBe(0)
  })
  test('merges the modules of a column into bars', () => {
    const { bars, size } = drawQr(uri(174), false)
    const count = bars.split('M').length - 1
    expect(count).toBeGreaterThan(size)
    expect(count).toBeLessThan((size * size) / 3)
  })
  test('is the same for the same text', () => {
    expect(drawQr('wc:a', true)).toEqual(drawQr('wc:a', true))
  })
  test('error: a text beyond the largest code throws', () => {
    expect(() => drawQr('x'.repeat(5000), true)).toThrow(Error)
  })
})
