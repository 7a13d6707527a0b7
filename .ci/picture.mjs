import { PNG } from 'pngjs'

/** Cells in a row of a picture: for a 384 px wide dialog they are 6 px. */
const COLUMNS = 64
/** Cells count as alike up to this difference in grey: digits of a price, another port in a URL. */
const ALIKE = 24
/** If more than this share of cells differ, it is another picture. */
const SHARE = 0.025
/** Rows that one picture may have more than the other. */
const ROWS = 2
/** If most cells of a block this large differ, a part of the picture is missing. */
const BLOCK = { columns: 8, rows: 2, differing: 13 }

/**
 * A screenshot as a grid of greys, 64 cells wide: what is where and how dark it is, but not how letters are rendered.
 * `png` and the result are PNG files.
 */
export function gridOf(png) {
  const { width, height, data } = PNG.sync.read(png)
  const size = width / COLUMNS
  const rows = Math.round(height / size)
  const grid = new PNG({ width: COLUMNS, height: rows })
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < COLUMNS; column++) {
      let [sum, count] = [0, 0]
      for (let y = Math.floor(row * size); y < Math.min(height, Math.floor((row + 1) * size)); y++)
        for (let x = Math.floor(column * size); x < Math.floor((column + 1) * size); x++) {
          const at = (y * width + x) * 4
          sum += 0.2126 * data[at] + 0.7152 * data[at + 1] + 0.0722 * data[at + 2]
          count++
        }
      const grey = Math.round(sum / Math.max(1, count))
      grid.data.set([grey, grey, grey, 255], (row * COLUMNS + column) * 4)
    }
  return PNG.sync.write(grid, { colorType: 0 })
}

/** The difference between two grids in words; undefined if they show the same. */
export function difference(expected, found) {
  const [before, now] = [PNG.sync.read(expected), PNG.sync.read(found)]
  if (Math.abs(before.height - now.height) > ROWS) return `${now.height} rows high, not ${before.height}`
  const rows = Math.min(before.height, now.height)
  const differs = (row, column) => {
    const at = (row * COLUMNS + column) * 4
    return Math.abs(before.data[at] - now.data[at]) > ALIKE
  }
  let all = 0
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < COLUMNS; column++) {
      if (differs(row, column)) all++
      let near = 0
      for (let y = row; y < Math.min(rows, row + BLOCK.rows); y++)
        for (let x = column; x < Math.min(COLUMNS, column + BLOCK.columns); x++) if (differs(y, x)) near++
      if (near >= BLOCK.differing) return `another part at row ${row}, column ${column} of 64`
    }
  const share = all / (rows * COLUMNS)
  return share > SHARE ? `${(share * 100).toFixed(1)} % of it is different` : undefined
}
