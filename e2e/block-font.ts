const UNITS = 1000
const [FIRST, LAST] = [0x20, 0x2220]
/** Glyphs: the one for missing characters, then those from FIRST to LAST. */
const COUNT = LAST - FIRST + 2
const [ADVANCE, WIDE, TOP, BOTTOM] = [560, 500, 620, -60]
const [ASCENT, DESCENT] = [900, -250]

const field = (size: 1 | 2 | 4, value: number) => {
  const made = Buffer.alloc(size)
  made.writeUIntBE(value < 0 ? value + 2 ** (size * 8) : value, 0, size)
  return made
}
const u8 = (...values: number[]) => Buffer.concat(values.map((value) => field(1, value)))
const u16 = (...values: number[]) => Buffer.concat(values.map((value) => field(2, value)))
const u32 = (...values: number[]) => Buffer.concat(values.map((value) => field(4, value)))
const padded = (table: Buffer) => Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)])
const sumOf = (table: Buffer) => {
  let sum = 0
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0
  return sum
}

/** A rectangle: one contour of four points. */
const block = padded(
  Buffer.concat([u16(1, 0, BOTTOM, WIDE, TOP, 3, 0), u8(1, 1, 1, 1), u16(0, 0, WIDE, 0, BOTTOM, TOP - BOTTOM, 0, BOTTOM - TOP)]),
)

function tables(): Record<string, Buffer> {
  const name = Buffer.from('Block', 'utf16le').swap16()
  return {
    'OS/2': Buffer.concat([
      u16(4, ADVANCE, 400, 5, 0, 650, 700, 0, 140, 650, 700, 0, 480, 50, 300, 0),
      u8(...Array<number>(10).fill(0)),
      u32(1, 0, 0, 0),
      Buffer.from('TEST'),
      u16(0x40, FIRST, LAST, ASCENT, DESCENT, 0, ASCENT, -DESCENT),
      u32(1, 0),
      u16(TOP, TOP, 0, FIRST, 1),
    ]),
    cmap: Buffer.concat([
      u16(0, 1, 3, 1),
      u32(12),
      // Format 4: one segment, then the terminating one.
      u16(4, 32, 0, 4, 4, 1, 0, LAST, 0xffff, 0, FIRST, 0xffff, 1 - FIRST, 1, 0, 0),
    ]),
    // Every glyph is a block; only the space, the second one, is empty.
    glyf: Buffer.concat(Array<Buffer>(COUNT - 1).fill(block)),
    head: Buffer.concat([
      u32(0x00010000, 0x00010000, 0, 0x5f0f3cf5),
      u16(0x0b, UNITS),
      u32(0, 0, 0, 0),
      u16(0, BOTTOM, WIDE, TOP, 0, 8, 2, 1, 0),
    ]),
    hhea: Buffer.concat([u32(0x00010000), u16(ASCENT, DESCENT, 0, ADVANCE, 0, 0, WIDE, 1, 0, 0, 0, 0, 0, 0, 0, 1)]),
    hmtx: u16(ADVANCE, ...Array<number>(COUNT).fill(0)),
    loca: u32(0, ...Array.from({ length: COUNT }, (_, index) => (index === 0 ? 1 : index) * block.length)),
    maxp: Buffer.concat([u32(0x00010000), u16(COUNT, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)]),
    name: Buffer.concat([u16(0, 1, 18, 3, 1, 0x409, 1, name.length, 0), name]),
    post: Buffer.concat([u32(0x00030000, 0), u16(-100, 50), u32(1, 0, 0, 0, 0)]),
  }
}

/**
 * A TrueType font (ISO/IEC 14496-22) in which every letter is the same block and a space is empty: lines have the same length and
 * break at the same place on every machine, whatever fonts it has.
 */
export function blockFont(): Buffer {
  const all = Object.entries(tables())
  const head = Buffer.concat([u32(0x00010000), u16(all.length, 128, 3, all.length * 16 - 128)])
  let at = head.length + all.length * 16
  const entries: Buffer[] = []
  for (const [tag, table] of all) {
    entries.push(Buffer.concat([Buffer.from(tag), u32(sumOf(padded(table)), at, table.length)]))
    at += padded(table).length
  }
  const file = Buffer.concat([head, ...entries, ...all.map(([, table]) => padded(table))])
  const adjusted =
    file.length -
    all.slice(all.findIndex(([tag]) => tag === 'head')).reduce((sum, [, table]) => sum + padded(table).length, 0) +
    8
  file.writeUInt32BE((0xb1b0afba - sumOf(file)) >>> 0, adjusted)
  return file
}
