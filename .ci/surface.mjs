// What the built code can reach: the hosts it names and the page's globals it uses, compared with the last reviewed list.
import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { filesIn } from './build.mjs'
import { at, isMain, readJson, writeJson } from './root.mjs'

const list = at('.ci/surface.json')
const host = /\b(?:https?|wss?):\/\/((?:[a-z\d-]+\.)+[a-z]{2,})(?![\w.-]*@)/gi
/** Names for the global object: `window.name` is a global too. */
const pages = new Set(['window', 'globalThis', 'self', 'global'])
/** Positions in which an identifier is not a reference: the member of an object, the key of a record, a label. */
const own = {
  MemberExpression: 'property',
  Property: 'key',
  MethodDefinition: 'key',
  PropertyDefinition: 'key',
  ImportSpecifier: 'imported',
  ExportSpecifier: 'exported',
  LabeledStatement: 'label',
  BreakStatement: 'label',
  ContinueStatement: 'label',
}

/**
 * The hosts in a script's strings, and the names that it neither declares nor imports: those of the language, the browser and
 * the page. A name declared anywhere in it counts as its own; minified names are never those of the browser.
 */
export function surfaceOf(code) {
  const hosts = new Set()
  const used = new Set()
  const declared = new Set()
  const declare = (node) => {
    if (!node) return
    if (node.type === 'Identifier') declared.add(node.name)
    else if (node.type === 'AssignmentPattern') declare(node.left)
    else if (node.type === 'RestElement') declare(node.argument)
    else if (node.type === 'ArrayPattern') node.elements.forEach(declare)
    else if (node.type === 'ObjectPattern') for (const each of node.properties) declare(each.value ?? each)
  }
  const visit = (node, parent, key) => {
    if (Array.isArray(node)) for (const each of node) visit(each, parent, key)
    if (typeof node?.type !== 'string' || node.type === 'MetaProperty') return
    // Re-exports belong to the other file.
    if (node.type === 'ExportNamedDeclaration' && node.source) return
    const text = node.type === 'Literal' ? node.value : node.type === 'TemplateElement' ? node.value.cooked : undefined
    if (typeof text === 'string') for (const [, name] of text.matchAll(host)) hosts.add(name.toLowerCase())
    if (node.type === 'Identifier' && !(own[parent?.type] === key && !parent.computed)) used.add(node.name)
    if (node.type === 'MemberExpression' && pages.has(node.object.name)) {
      const name = node.computed ? node.property.value : node.property.name
      if (typeof name === 'string') used.add(name)
    }
    if (node.type === 'VariableDeclarator' || node.type.startsWith('Class')) declare(node.id)
    if (/Function/.test(node.type)) [node.id, ...node.params].forEach(declare)
    if (node.type === 'CatchClause') declare(node.param)
    if (/^Import.*Specifier$/.test(node.type)) declare(node.local)
    for (const [name, child] of Object.entries(node)) if (typeof child === 'object' && child) visit(child, node, name)
  }
  const { program, errors } = parseSync('file.js', code)
  if (errors.length > 0) throw new Error(errors[0].message)
  visit(program)
  return { hosts: [...hosts].sort(), globals: [...used].filter((name) => !declared.has(name)).sort() }
}

/** The same for everything that pages load and that a host's server imports. */
function surfaceOfBuild() {
  const folder = at('dist')
  const files = filesIn(folder).filter((file) => /\.js$/.test(file) && !/^(stack|testing|types|docs)\//.test(file))
  const found = files.map((file) => surfaceOf(readFileSync(`${folder}/${file}`, 'utf8')))
  const all = (part) => [...new Set(found.flatMap((each) => each[part]))].sort()
  return { hosts: all('hosts'), globals: all('globals') }
}

/** One sentence for each host and each name that is only in one of the lists. */
export function surfaceProblems(reviewed, found) {
  return ['hosts', 'globals'].flatMap((part) => [
    ...found[part].filter((name) => !reviewed[part].includes(name)).map((name) => `${part}: ${name} is new`),
    ...reviewed[part].filter((name) => !found[part].includes(name)).map((name) => `${part}: ${name} is gone`),
  ])
}

if (isMain(import.meta.url)) {
  const found = surfaceOfBuild()
  if (process.argv.includes('--write')) writeJson(list, found)
  const problems = surfaceProblems(readJson(list) ?? { hosts: [], globals: [] }, found)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0)
    console.error('What the code can reach has changed. Look at why; then node .ci/surface.mjs --write, and commit the list.')
  else console.log(`surface: ${found.hosts.length} hosts and ${found.globals.length} names, as reviewed`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
