import { posix } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** A node of the syntax tree. */
type Branch = Record<string, unknown>
/** `a as b`, in an import or an export. */
type Pair = [local: string, other: string]

/**
 * Puts the core, which loads with the script tag, into the entry itself: an entry that only imports it costs every page a second,
 * sequential request. But a page may load the entry with a query in its URL, and chunks that import it would then load it a second
 * time. So no chunk imports it: it stores its exports on the element's class, from where chunks take them.
 */
export function coreInEntry(): Plugin {
  /** The name under which the core exports Vite's helper for dynamic imports. */
  let loader: string | undefined
  return {
    name: 'core-in-entry',
    apply: 'build',
    renderChunk(code, chunk) {
      if (chunk.name !== 'core') return null
      // Before minification, while each name still has one meaning.
      const changed = reassigned(this.parse(code))
      if (changed.length > 0) this.error(`Chunks would keep the first value of ${changed.join(', ')}: export a function`)
      loader = /__vitePreload as ([\w$]+)/.exec(code)?.[1]
      return null
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((each): each is Rolldown.OutputChunk => each.type === 'chunk')
      const core = chunks.find(({ name }) => name === 'core')
      const entry = chunks.find(({ fileName }) => fileName === 'wallet-modal.js')
      if (!core || !entry) return
      const file = posix.basename(core.fileName)
      const exporting = /export\s*\{([^}]*)\}\s*;?\s*$/
      const names = pairs(exporting.exec(core.code)?.[1])
      const hint = /^\/\/#.*\n/.exec(core.code)?.[0] ?? ''
      const body = core.code.slice(hint.length)
      if (names.length === 0 || /^import\b/m.test(body)) this.error('The core is not whole by itself')
      const shared = names.map(([local, name]) => `${name}:${local}`).join()
      const own = pairs(/export\s*\{([^}]*)\}/.exec(entry.code)?.[1])
      const classOf = own.find(([, name]) => name === 'WalletModalElement')?.[0]
      // The same release counts as the same copy, whatever URL it is loaded from; another one stays idle. It is not identified by
      // `import.meta.url`, because hosts' bundlers replace that with a path on the developer's disk.
      const name = JSON.stringify(file.replace(/\.js$/, ''))
      entry.code = `${hint}let core=globalThis.customElements?.get("wallet-modal")?.core;
if(core?.["."]!==${name}){core=(()=>{${body
        .replace(exporting, () => `return{${shared}}`)
        .replaceAll(/\bimport\(([`'"])\.\//g, 'import($1./chunks/')}})();
core["."]=${name};
Object.defineProperty(core.${classOf},"core",{value:Object.freeze(core)})}
export const{${own.map(([name, exported]) => `${name}:${exported}`).join()}}=core;
`
      for (const each of chunks) {
        if (each === core || each === entry) continue
        const importing = new RegExp(`import\\s*(?:\\{([^}]*)\\}\\s*from\\s*)?["'\`]\\./${file}["'\`];?`)
        const [, list] = importing.exec(each.code) ?? []
        const without = each.code.replace(importing, '')
        // Chunks with dynamic imports import Vite's helper, but few still use it after `plain-imports`.
        const isUsed = ([name, local]: Pair) =>
          name !== loader || new RegExp(`\\b${escaped(local)}\\((async)?\\s*\\(\\)\\s*=>`).test(without)
        const taken = pairs(list).filter(isUsed)
        const text = taken.map(([name, local]) => (name === local ? name : `${name}:${local}`)).join()
        each.code =
          taken.length > 0
            ? each.code.replace(importing, () => `let{${text}}=customElements.get(\`wallet-modal\`).core;`)
            : without
        if (each.code.includes(file)) this.error(`${each.fileName} loads the core by itself`)
      }
      delete bundle[core.fileName]
    },
  }
}

const escaped = (name: string) => name.replaceAll('$', '\\$')

const pairs = (list = '') =>
  list
    .split(',')
    .map((each) => each.trim().split(' as ') as [string, string?])
    .filter(([name]) => name)
    .map(([name, other = name]): Pair => [name, other])

/** Calls `visit` with every node of a tree. */
function walk(tree: unknown, visit: (node: Branch) => void): void {
  if (typeof tree !== 'object' || tree === null) return
  if (!Array.isArray(tree)) visit(tree as Branch)
  for (const each of Object.values(tree)) walk(each, visit)
}

/** The exported names that are reassigned later. */
function reassigned(tree: unknown): string[] {
  const exported = new Set<unknown>()
  const assigned = new Set<unknown>()
  walk(tree, ({ type, left, argument, local }) => {
    if (type === 'ExportSpecifier') exported.add((local as Branch).name)
    if (/^(AssignmentExpression|For(In|Of)Statement)$/.test(String(type)))
      for (const name of targetsOf(left as Branch)) assigned.add(name)
    if (type === 'UpdateExpression') assigned.add((argument as Branch).name)
  })
  return [...assigned].filter((name): name is string => typeof name === 'string' && exported.has(name))
}

/** The names that a pattern assigns; members of objects do not count. */
function targetsOf({ type, name, elements, properties, value, left, argument }: Branch): unknown[] {
  if (type === 'Identifier') return [name]
  const within = [elements, properties, value, left, argument].flat()
  return within.filter((each): each is Branch => typeof each === 'object' && each !== null).flatMap(targetsOf)
}
