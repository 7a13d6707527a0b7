import { correction, generate } from 'lean-qr'

/** A QR code as it is drawn. Unit: one module. */
export type QrDrawing = {
  /** Side without the quiet zone. */
  size: number
  /** Dark modules outside the finders and the hole, merged down each column into rounded bars 0.9 wide. */
  bars: string
  /** Upper left corners of the three finders, 7 wide. */
  finders: readonly (readonly [x: number, y: number])[]
  /** Diameter of the round logo space in the middle; 0 without one. */
  hole: number
}

/** Width of a bar; the rest of the module is paper on both sides. */
export const BAR_WIDTH = 0.9

/** Of 57 modules across, 13 are cleared for the logo: 4 % of the area, level M restores 15 %. */
const HOLE_SHARE = 13 / 57

/** Draws `text` at level M. With `logo` a round space in the middle is left empty. Throws RangeError where it is too long. */
export function drawQr(text: string, logo: boolean): QrDrawing {
  const code = generate(text, { minCorrectionLevel: correction.M, maxCorrectionLevel: correction.M })
  const { size } = code
  const hole = logo ? odd(size * HOLE_SHARE) : 0
  const finders = [
    [0, 0],
    [size - 7, 0],
    [0, size - 7],
  ] as const
  const isFree = (x: number, y: number) =>
    Math.hypot(x + 0.5 - size / 2, y + 0.5 - size / 2) >= hole / 2 &&
    !finders.some(([left, top]) => x >= left && x < left + 7 && y >= top && y < top + 7)
  let bars = ''
  for (let x = 0; x < size; x += 1) {
    for (let y = 0; y < size; y += 1) {
      if (!code.get(x, y) || !isFree(x, y)) continue
      const top = y
      while (y + 1 < size && code.get(x, y + 1) && isFree(x, y + 1)) y += 1
      bars += bar(x, top, y - top + 1)
    }
  }
  return { size, bars, finders, hole }
}

function bar(x: number, top: number, length: number): string {
  const gap = (1 - BAR_WIDTH) / 2
  const radius = BAR_WIDTH / 2
  const body = length > 1 ? `v${length - 1}` : ''
  const back = length > 1 ? `v${1 - length}` : ''
  const cap = `a${radius} ${radius} 0 0 1`
  return `M${tidy(x + gap)} ${tidy(top + 0.5)}${cap} ${BAR_WIDTH} 0${body}${cap} ${-BAR_WIDTH} 0${back}z`
}

/** The odd number nearest to `value`: the middle of a code is a module. */
const odd = (value: number) => 2 * Math.round((value - 1) / 2) + 1

const tidy = (value: number) => Math.round(value * 100) / 100
