import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dependencies, reviewProblems } from './docs-dependencies.mjs'
import { bundledModules, packageOf } from './module-lists.mjs'
import { at, isMain, readJson } from './root.mjs'

const permissive = new Set([
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
])

// Later releases have a licence that limits the number of users and requires one network (DECISIONS 3).
const pinned = { version: '2.21.8', names: ['sign-client', 'core', 'utils', 'types'] }

/** Whether an SPDX expression permits shipping: all sides of AND, one side of OR, parentheses; anything else does not. */
export function isPermissive(expression) {
  const words = typeof expression === 'string' ? (expression.match(/[()]|[^\s()]+/g) ?? []) : []
  let at = 0
  const term = () => {
    const word = words[at++]
    if (word !== '(') return permissive.has(word)
    const inside = either()
    return words[at++] === ')' && inside
  }
  const both = () => {
    let holds = term()
    while (words[at] === 'AND') {
      at++
      holds = term() && holds
    }
    return holds
  }
  const either = () => {
    let holds = both()
    while (words[at] === 'OR') {
      at++
      holds = both() || holds
    }
    return holds
  }
  const holds = either()
  return holds && at === words.length
}

/** One sentence for each package of the folders whose licence is not permissive or not stated. */
export function licenceProblems(folders) {
  return folders.flatMap((folder) => {
    const found = readJson(join(folder, 'package.json'))
    if (!found) return [`${folder} has no package.json`]
    const { name, version, license, licenses } = found
    const stated = license?.type ?? license ?? licenses?.map(({ type }) => type).join(' OR ')
    return isPermissive(stated) ? [] : [`${name} ${version} is under ${stated ?? 'no stated licence'} (${folder})`]
  })
}

/** One sentence for each WalletConnect package below a node_modules folder, however deep, that is not the pinned release. */
export function versionProblems(modules) {
  if (!existsSync(modules)) return []
  const packages = readdirSync(modules).flatMap((name) => {
    if (name.startsWith('.')) return []
    return name.startsWith('@') ? readdirSync(join(modules, name)).map((each) => `${name}/${each}`) : [name]
  })
  return packages.flatMap((name) => {
    const nested = versionProblems(join(modules, name, 'node_modules'))
    const watched = pinned.names.some((each) => name === `@walletconnect/${each}`)
    const { version } = (watched && readJson(join(modules, name, 'package.json'))) || { version: pinned.version }
    return version === pinned.version
      ? nested
      : [`${name} is ${version}, not ${pinned.version} (${join(modules, name)})`, ...nested]
  })
}

async function main() {
  const modules = bundledModules()
  if (!modules) {
    console.error('There is no list of bundled packages; run npm run build first.')
    return false
  }
  const installed = Object.keys(JSON.parse(readFileSync(at('package.json'), 'utf8')).dependencies ?? {}).map(
    (name) => `node_modules/${name}/`,
  )
  const inside = [...modules, ...installed].map(packageOf).filter(Boolean)
  const folders = [...new Set(inside)].sort().map((folder) => at(folder))
  const problems = [
    ...licenceProblems(folders),
    ...versionProblems(at('node_modules')),
    ...(await reviewProblems(await dependencies())),
  ]
  for (const problem of problems) console.error(problem)
  if (problems.length === 0)
    console.log(`licences: ${folders.length} shipped packages, all permissive; WalletConnect ${pinned.version}`)
  return problems.length === 0
}

if (isMain(import.meta.url)) process.exitCode = (await main()) ? 0 : 1
