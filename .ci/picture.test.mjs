import { readdirSync, readFileSync } from 'node:fs'
import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { difference, gridOf } from './picture.mjs'
import { at } from './root.mjs'

const folder = at('e2e/pictures')
const names = readdirSync(folder)
const read = (name) => readFileSync(`${folder}/${name}`)

/** The picture with a rectangle in the colour of its surroundings. */
function without(file, { left, top, wide, high }) {
  const png = PNG.sync.read(file)
  const ground = png.data[(top * 64 + 1) * 4]
  for (let y = top; y < top + high; y++)
    for (let x = left; x < left + wide; x++) png.data.fill(ground, (y * 64 + x) * 4, (y * 64 + x) * 4 + 3)
  return PNG.sync.write(png, { colorType: 0 })
}

test('the main views are stored as small pictures, each equal to itself', () => {
  expect(names.length).toBeGreaterThanOrEqual(10)
  for (const name of names) {
    expect(difference(read(name), read(name)), name).toBeUndefined()
    expect(read(name).length, name).toBeLessThan(8_000)
  }
})

test('gridOf averages a picture to greys', () => {
  const png = new PNG({ width: 384, height: 60 })
  png.data.fill(255)
  for (let y = 0; y < 60; y++) for (let x = 0; x < 192; x++) png.data.fill(0, (y * 384 + x) * 4, (y * 384 + x) * 4 + 3)
  const { width, height, data } = PNG.sync.read(gridOf(PNG.sync.write(png)))
  expect([width, height, data[31 * 4], data[32 * 4]]).toEqual([64, 10, 0, 255])
})

test('a view without its icons, or one row higher, is different', () => {
  const connect = read('connect.png')
  const { height } = PNG.sync.read(connect)
  const bare = without(connect, { left: 3, top: 12, wide: 8, high: height - 24 })
  expect(difference(connect, bare)).toMatch(/another part|different/)
  const higher = new PNG({ width: 64, height: height + 9 })
  higher.data.fill(255)
  expect(difference(connect, PNG.sync.write(higher, { colorType: 0 }))).toMatch(/rows high/)
})

test('a view with some other digits is the same', () => {
  const account = PNG.sync.read(read('account.png'))
  for (let cell = 0; cell < account.data.length / 4; cell += 97) {
    const grey = Math.max(0, account.data[cell * 4] - 60)
    account.data.fill(grey, cell * 4, cell * 4 + 3)
  }
  expect(difference(read('account.png'), PNG.sync.write(account, { colorType: 0 }))).toBeUndefined()
})
