import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The checkout's top folder, absolute. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** A path inside the checkout, absolute. */
export const at = (...path) => join(root, ...path)

/** A parsed JSON file, or `undefined` if it does not exist. */
export const readJson = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)

/** Writes a JSON file and creates its folders. */
export function writeJson(path, value) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)
}

/** Whether the file with this `import.meta.url` was started directly rather than imported. */
export const isMain = (url) => Boolean(process.argv[1]) && url === pathToFileURL(process.argv[1]).href
