import { at, readJson, root, writeJson } from './root.mjs'

/** Every build in the package, with the part that it makes; each writes the list of its modules (`.built/bundled-…json`). */
export const parts = {
  bundled: 'element',
  'bundled-headless': 'headless',
  'bundled-testing': 'testing',
  'bundled-testing-node': 'testing',
  'bundled-testing-page-script': 'testing',
  'bundled-login-server': 'server',
  'bundled-stack-wallet': 'stack',
  'bundled-stack-secure': 'stack',
}

/** Each build's part with its chunks, as last written; `[]` before any build. Throws if one of them left no list. */
export function moduleLists(read = (file) => readJson(at(`.built/${file}.json`))) {
  const lists = Object.entries(parts).map(([file, part]) => [file, part, read(file)])
  if (lists.every(([, , chunks]) => !chunks)) return []
  const silent = lists.filter(([, , chunks]) => !chunks).map(([file]) => file)
  if (silent.length > 0) throw new Error(`No list of modules is in .built: ${silent.join(', ')}; run npm run build`)
  return lists.map(([, part, chunks]) => [part, chunks])
}

/** Every module whose code is in any part of what we ship. `undefined` before a build. */
export function bundledModules() {
  const chunks = moduleLists().flatMap(([, chunks]) => chunks)
  return chunks.length > 0 ? [...new Set(chunks.flatMap(({ modules }) => modules.map(({ id }) => id)))] : undefined
}

/** The folder of the package that a module belongs to, from `node_modules/` on, or `undefined` for our own. */
export function packageOf(module) {
  const [, ...folders] = module.split('node_modules/')
  const [scope, name] = folders.pop()?.split('/') ?? []
  if (!scope) return undefined
  return ['', ...folders, scope.startsWith('@') ? `${scope}/${name}` : scope].join('node_modules/')
}

/** Writes the list of a build's modules, for the licence checks. */
export function listModules(name) {
  if (!parts[`bundled-${name}`]) throw new Error(`${name} is no part of the package`)
  return {
    name: 'list-modules',
    writeBundle(_, bundle) {
      const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk')
      const modulesOf = ({ modules }) =>
        Object.entries(modules)
          .filter(([, { renderedLength }]) => renderedLength > 0)
          .map(([id, { renderedLength }]) => ({ id: id.replace(root, ''), bytes: renderedLength }))
      writeJson(
        at(`.built/bundled-${name}.json`),
        chunks.map((chunk) => ({ file: chunk.fileName, modules: modulesOf(chunk) })),
      )
    },
  }
}
