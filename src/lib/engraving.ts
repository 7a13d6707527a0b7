import { fnv1a } from './fnv1a'

/**
 * Guilloché line work: closed curves `r(θ) = mid + amp · cos(nθ)`, each drawn m times and turned by 360 / (n · m) degrees.
 * All numbers come from a seeded generator, so a lookalike address or origin draws a different figure.
 */
export type Band = {
  /** SVG path data of one curve around 0 0. */
  d: string
  /** Degrees by which each copy is turned. */
  turns: number[]
  /** Stroke width in the units of the figure. */
  width: number
}

/** Avatar: two hues in degrees for the ground, and the bands to draw over it in a box of -20 to 20. */
type Seal = { hues: [light: number, deep: number]; bands: Band[] }

/** mulberry32: a generator of numbers from 0 up to 1, the same sequence for the same `seed`. */
export function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Seal of an address for a picture of `size` px: finer and with a second band where there is room. */
export function seal(seed: string, size: number): Seal {
  const { between, whole } = draw(seed)
  const deep = whole(0, 359)
  const light = deep + whole(40, 85)
  const petals = whole(6, 12)
  const amp = between(3.3, 4.95)
  const innerPetals = whole(3, 7)
  const inner = (18.4 - 2 * amp) * 1.02
  const [outerLines, innerLines, width] = size < 36 ? [3, 0, 1.3] : size < 64 ? [4, 3, 0.85] : [7, 6, 0.55]
  const bands = [band(petals, outerLines, 18.4 - amp, amp, width)]
  if (innerLines > 0) bands.push(band(innerPetals, innerLines, (inner + 2.2) / 2, (inner - 2.2) / 2, width * 0.9))
  return { hues: [light % 360, deep], bands }
}

/**
 * Three nested bands in a box of -100 to 100, for the corner of a root view and the halo behind a picture: SVG path data of all
 * their thirty curves, turned here, so that it is one element and not thirty.
 */
export function corner(seed: string): string {
  const { between, whole } = draw(seed)
  const amp = between(22, 26)
  const middleAmp = between(19, 21)
  const middleMax = 98 - 2 * amp + 8
  const innerMax = middleMax - 2 * middleAmp + 3
  return [
    copies(whole(14, 22), 10, 98 - amp, amp),
    copies(whole(7, 11), 12, middleMax - middleAmp, middleAmp),
    copies(whole(4, 7), 8, (innerMax + 3) / 2, (innerMax - 3) / 2),
  ].join('')
}

/** The ring around a wallet in a box of -92 to 92; fewer, stronger lines where it stands small. */
export const ring = (size: number): Band => (size < 160 ? band(14, 5, 76, 14, 1.1) : band(14, 9, 76, 14, 0.8))

function draw(seed: string) {
  const next = mulberry32(fnv1a(seed.toLowerCase()))
  return {
    between: (low: number, high: number) => low + next() * (high - low),
    whole: (low: number, high: number) => low + Math.floor(next() * (high - low + 1)),
  }
}

function band(petals: number, lines: number, mid: number, amp: number, width: number): Band {
  return { d: drawn(curve(petals, mid, amp), 0), turns: turnsOf(petals, lines).map(round), width }
}

function copies(petals: number, lines: number, mid: number, amp: number): string {
  const points = curve(petals, mid, amp)
  return turnsOf(petals, lines)
    .map((turn) => drawn(points, turn))
    .join('')
}

/** Degrees by which each of the copies is turned, evenly over one petal. */
const turnsOf = (petals: number, lines: number) => Array.from({ length: lines }, (_, line) => (360 / (petals * lines)) * line)

type Point = readonly [x: number, y: number]

/**
 * Six cubic pieces a petal, with the curve's own tangents: the error stays under a twentieth of a stroke. The start, then each
 * piece's two handles and its end.
 */
function curve(petals: number, mid: number, amp: number): Point[] {
  const pieces = petals * 6
  const step = (2 * Math.PI) / pieces
  const at = (index: number) => {
    const angle = index * step
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
    const r = mid + amp * Math.cos(petals * angle)
    const slope = -amp * petals * Math.sin(petals * angle)
    const reach = step / 3
    return { x: r * cos, y: r * sin, dx: (slope * cos - r * sin) * reach, dy: (slope * sin + r * cos) * reach }
  }
  let from = at(0)
  const points: Point[] = [[from.x, from.y]]
  for (let index = 1; index <= pieces; index += 1) {
    const to = at(index)
    points.push([from.x + from.dx, from.y + from.dy], [to.x - to.dx, to.y - to.dy], [to.x, to.y])
    from = to
  }
  return points
}

/** A curve as closed SVG path data, turned by so many degrees around 0 0. */
function drawn(points: readonly Point[], degrees: number): string {
  const angle = (degrees * Math.PI) / 180
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  const [start, ...rest] = points.map(([x, y]) => `${round(x * cos - y * sin)} ${round(x * sin + y * cos)}`)
  // One `C` for all pieces: what follows the first is read as more of the same.
  return `M${start}C${rest.join(' ')}Z`
}

const round = (value: number) => Math.round(value * 100) / 100
