import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { expect, test } from 'vitest'
import { at } from './root.mjs'

/** Exports of the package's entries are for others, whose uses are not here. */
const PUBLIC = /^(elements|src\/(headless|login-server|testing))\//
const EXPORTED = /^export (?:declare )?(?:async )?(const|let|function\*?|class|type|interface) ([\w$]+)/gm
/** `import { a, type B as C } from '…'`, `export { a } from '…'`, `import('…').B`; an import of all takes each name. */
const TAKEN =
  /(?:^|\n)(?:import|export) (?:type )?(?:[\w$]+, )?(\{[^}]*\}|\*[^'"]*) from '([^']+)'|import\('([^']+)'\)(?:\.([\w$]+))?/g

test('what only its own file uses is not exported', () => {
  const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: at('.'),
    encoding: 'utf8',
  })
  const files = (stdout ?? '').split('\n').filter((path) => /\.(m?[jt]s|tsx)$/.test(path) && existsSync(at(path)))
  const texts = new Map(files.map((path) => [path, readFileSync(at(path), 'utf8')]))
  const words = new Map([...texts].map(([path, text]) => [path, new Set(text.match(/[\w$]+/g))]))
  const resolve = (from, to) => {
    const path = join(dirname(from), to)
    return [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`, path.replace(/js$/, 'ts')].find((each) => texts.has(each))
  }
  // A type is named where it is imported; a value may be read from a loaded module anywhere, by its name.
  const takers = new Map()
  for (const [path, text] of texts)
    for (const [, names, from, loaded, member] of text.matchAll(TAKEN)) {
      const target = resolve(path, from ?? loaded)
      if (!target || target === path) continue
      const taken = takers.get(target) ?? { names: new Set(), all: [] }
      takers.set(target, taken)
      if (names?.startsWith('{')) for (const each of names.matchAll(/(?:[{,]\s*)(?:type )?([\w$]+)/g)) taken.names.add(each[1])
      else if (member) taken.names.add(member)
      else taken.all.push(path)
    }
  const alone = []
  for (const [path, text] of texts) {
    if (!path.startsWith('src/') || PUBLIC.test(path) || /\.test\.tsx?$/.test(path)) continue
    const { names, all } = takers.get(path) ?? { names: new Set(), all: [] }
    const others = (kind) => (/type|interface/.test(kind) ? all : [...texts.keys()].filter((each) => each !== path))
    for (const [, kind, name] of text.matchAll(EXPORTED))
      if (!names.has(name) && !others(kind).some((taker) => words.get(taker)?.has(name))) alone.push(`${path}: ${name}`)
  }
  expect(texts.size === 0 || texts.size > 500).toBe(true)
  expect(alone).toEqual([])
})
