import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tools } from './command.mjs'
import { pages, samplesOf } from './docs-site.mjs'
import { manifest } from './manifest.mjs'
import { at } from './root.mjs'

/** What a page's samples assume around them. */
const around = {
  headless: `declare const menu: HTMLElement
declare const title: HTMLElement
declare function drawQr(uri: string): void`,
  testing: 'declare const uri: string',
}

/** Names that a sample imports and does not use. */
const unusedImports = (text) =>
  [...text.matchAll(/^import (?:type )?\{([^}]*)\}/gm)]
    .flatMap(([, names]) => names.match(/\w+(?=\s*(,|$))/g) ?? [])
    .filter((name) => (text.match(new RegExp(`\\b${name}\\b`, 'g')) ?? []).length < 2)

test('every sample of the docs in TypeScript compiles, and uses what it imports', { timeout: 180_000 }, async () => {
  const folder = at('.built/docs-samples')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const unused = []
  const files = Object.entries(await pages(await manifest())).flatMap(([path, text]) =>
    // Files of the repository are compiled in place.
    samplesOf(text.replace(/^`demo\/hosts\/[^`]+`:\n\n```[\s\S]*?^```$/gm, ''))
      .filter(({ language }) => language === 'ts' || language === 'tsx')
      .map(({ language, text }, index) => {
        const file = `${path.replaceAll('/', '-')}-${index + 1}.${language}`
        writeFileSync(join(folder, file), `${text}\n${around[path] ?? ''}\nexport {}\n`)
        unused.push(...unusedImports(text).map((name) => `${name} in ${file}`))
        return file
      }),
  )
  expect(files.length).toBeGreaterThan(10)
  // Vite's templates refuse to build with one.
  expect(unused).toEqual([])
  const sources = {
    'wallet-modal': 'elements/index.ts',
    'wallet-modal/types': 'elements/jsx.d.ts',
    'wallet-modal/headless': 'src/headless/index.ts',
    'wallet-modal/testing': 'src/testing/index.ts',
    'wallet-modal/login-server': 'src/login-server/index.ts',
  }
  const compilerOptions = { noUnusedLocals: false, paths: {} }
  for (const [name, source] of Object.entries(sources)) compilerOptions.paths[name] = [at(source)]
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: at('tsconfig.json'), compilerOptions, files, include: [] }),
  )
  const { stdout, status } = spawnSync(process.execPath, [tools.tsc, '-p', folder], { encoding: 'utf8' })
  expect(stdout).toBe('')
  expect(status).toBe(0)
})
