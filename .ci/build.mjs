import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { node, run, tools } from './command.mjs'
import { writeSite } from './docs-site.mjs'
import { buildEntries } from './entries.mjs'
import { manifest } from './manifest.mjs'
import { completePackage, isPublicType, withoutViews } from './package-files.mjs'
import { at, isMain, readJson, writeJson } from './root.mjs'

const dist = at('dist')

/** Every file below a folder: relative paths with `/`, sorted. */
export function filesIn(folder) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = names
    .filter((each) => each.isFile())
    .map((each) => relative(folder, join(each.parentPath ?? each.path, each.name)))
  return files.map((file) => file.replaceAll('\\', '/')).sort()
}

/** Subresource integrity of every file of a release except the list itself, maps and types: path relative to the folder → `sha384-…`. */
export function integrityOf(folder) {
  const files = filesIn(folder).filter((file) => file !== 'integrity.json' && !/\.(map|d\.c?ts)$/.test(file))
  return Object.fromEntries(files.map((file) => [file, hash(readFileSync(join(folder, file)))]))
}

/** Builds all of `dist/`; resolves to whether every part worked. */
export async function build() {
  rmSync(dist, { recursive: true, force: true })
  if (await node(tools.vite, ['build', '--logLevel', 'warn'])) return false
  await buildEntries(dist)
  copyFileSync(at('.ci/wallet-modal.classic.js'), join(dist, 'wallet-modal.classic.js'))
  if (!(await buildTypes()) || !(await importsInNode())) return false
  const names = Object.keys(await import(pathToFileURL(join(dist, 'wallet-modal.js')).href))
  const { version } = readJson(at('package.json'))
  writeFileSync(join(dist, 'no-page.js'), withoutPage(names, version))
  writeFileSync(join(dist, 'require.cjs'), required(names, version))
  writeFileSync(join(dist, 'require.d.cts'), requiredTypes(names))
  const described = await manifest()
  writeJson(join(dist, 'custom-elements.json'), described)
  await completePackage(dist, described)
  // The docs as a site; the package has them as Markdown.
  await writeSite(at('.built/docs'), described)
  writeJson(join(dist, 'integrity.json'), integrityOf(dist))
  return true
}

/**
 * What bundles for workers and edge runtimes get instead of the elements: single-file bundles run lazily loaded code
 * at once, and there is no page there.
 */
export const withoutPage = (names, version) =>
  names.map((name) => `export class ${name} { static version = ${JSON.stringify(version)} }\n`).join('')

/**
 * What `require` returns: the module itself if ES modules can be required. Jest's default setup cannot load them; there only the
 * exported names exist, so that a host's tests run, with tags that stay plain elements.
 */
export const required = (names, version) => `try {
  module.exports = require('./wallet-modal.js')
} catch (error) {
  if (error.name !== 'SyntaxError') throw error
${names.map((name) => `  exports.${name} = class ${name} { static version = ${JSON.stringify(version)} }\n`).join('')}}
`

/** The same for TypeScript, which does not apply an ES module's types to `require`; each class is a value and a type. */
const requiredTypes = (names) => {
  const module = `'./types/elements/index.js' with { 'resolution-mode': 'import' }`
  const both = names.map((name) => `export declare const ${name}: typeof all.${name}\nexport type ${name} = all.${name}\n`)
  return `import type * as all from ${module}\nexport type * from ${module}\n${both.join('')}`
}

/** Servers also import the package, to render pages: the import must do nothing. */
async function importsInNode() {
  const imports = ['wallet-modal.js', 'login-server.js'].map(
    (file) => `await import(${JSON.stringify(pathToFileURL(join(dist, file)).href)})`,
  )
  const ended = await run(process.execPath, ['--input-type=module', '--eval', imports.join(';')], { minutes: 1 })
  if (ended !== 0) console.error('dist/ cannot be imported in Node; see above.')
  return ended === 0
}

/** Declarations of the public elements and of the types they mention, with the file endings that Node's resolution needs. */
async function buildTypes() {
  if (await node(tools.tsc, ['-p', at('.ci/tsconfig.types.json')])) return false
  const types = join(dist, 'types')
  for (const file of readdirSync(at('elements')).filter((name) => name.endsWith('.d.ts')))
    copyFileSync(at('elements', file), join(types, 'elements', file))
  for (const file of filesIn(types)) writeFileSync(join(types, file), withEndings(join(types, file)))
  withoutViews(join(types, 'src/views'))
  const entries = filesIn(types).filter(isPublicType)
  const mentioned = reach(types, entries)
  for (const file of filesIn(types)) if (!mentioned.has(file)) rmSync(join(types, file))
  // Types only; importing the file does nothing.
  writeFileSync(join(dist, 'types.js'), 'export {}\n')
  return true
}

const specifier = /(\bfrom\s*|\bimport\s*\(?\s*)(['"])(\.{1,2}\/[^'"]*|\.)\2/g

function withEndings(file) {
  return readFileSync(file, 'utf8').replace(specifier, (_, before, quote, target) => {
    const bare = target
      .replace(/\.(tsx?|js)$/, '')
      .replace(/^\.$/, './index')
      .replace(/\/$/, '/index')
    const path = join(dirname(file), bare)
    const ending = existsSync(`${path}.d.ts`) || !existsSync(join(path, 'index.d.ts')) ? '.js' : '/index.js'
    return `${before}${quote}${bare}${ending}${quote}`
  })
}

function reach(folder, entries) {
  const seen = new Set(entries)
  for (const file of seen)
    for (const [, , , target] of readFileSync(join(folder, file), 'utf8').matchAll(specifier)) {
      const next = join(dirname(file), target.replace(/\.js$/, '.d.ts')).replaceAll('\\', '/')
      if (existsSync(join(folder, next))) seen.add(next)
    }
  return seen
}

const hash = (bytes) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`

/** Every file of `dist/` with its hash, as one text to compare. */
const fingerprint = () => filesIn(dist).map((file) => `${hash(readFileSync(join(dist, file)))} ${file}`)

if (isMain(import.meta.url)) {
  let done = await build()
  if (done && process.argv.includes('--twice')) {
    const first = fingerprint()
    done = await build()
    const differ = fingerprint().filter((line) => !first.includes(line))
    if (differ.length > 0) console.error(`Two builds of the same source differ:\n${differ.join('\n')}`)
    done &&= differ.length === 0
  }
  if (!done) process.exit(1)
  console.log(`dist/ has ${filesIn(dist).length} files; sizes: npm run size`)
}
