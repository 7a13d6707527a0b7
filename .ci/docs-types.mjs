import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ts } from '@custom-elements-manifest/analyzer'
import { written } from './manifest.mjs'
import { at } from './root.mjs'

const ENTRY = 'elements/index.ts'
const sources = new Map()

/** A file of this repository, parsed once. */
function parsed(file) {
  if (!sources.has(file))
    sources.set(file, ts.createSourceFile(file, readFileSync(at(file), 'utf8'), ts.ScriptTarget.ES2022, true))
  return sources.get(file)
}

/** Imports and exports of a file from other files: each name, and that file. */
function namesFrom(file) {
  return parsed(file).statements.flatMap(({ importClause, exportClause, moduleSpecifier }) => {
    const named = importClause?.namedBindings?.elements ?? exportClause?.elements ?? []
    if (!moduleSpecifier?.text.startsWith('.')) return []
    const path = join(dirname(file), moduleSpecifier.text)
    const found = [`${path}.ts`, `${path}.tsx`, join(path, 'index.ts')].find((each) => existsSync(at(each)))
    return found ? [...named].map(({ name }) => [name.text, found]) : []
  })
}

/** The alias of a type that a file declares, imports or passes on; undefined for one that is not ours. */
function aliasOf(name, file) {
  const own = parsed(file).statements.find((each) => ts.isTypeAliasDeclaration(each) && each.name.text === name)
  if (own) return own
  const from = new Map(namesFrom(file)).get(name)
  return from && aliasOf(name, from)
}

/** The comment above a declaration, on one line. */
const saidOf = (node) => {
  const comment = ts.getJSDocCommentsAndTags(node)[0]?.comment
  return typeof comment === 'string' ? comment.replace(/\s+/g, ' ') : ''
}

/** The members of a type, those of an intersection's parts too. */
function membersIn(type) {
  if (ts.isIntersectionTypeNode(type)) return type.types.flatMap(membersIn)
  return ts.isTypeLiteralNode(type) ? [...type.members].filter(({ name }) => name) : []
}

/** The words that a type allows, those of types that it names too; undefined for any other type. */
function allowedBy(type) {
  if (ts.isLiteralTypeNode(type)) return [type.getText()]
  if (ts.isTypeReferenceNode(type)) {
    const alias = aliasOf(type.typeName.getText(), type.getSourceFile().fileName)
    return alias && allowedBy(alias.type)
  }
  const words = ts.isUnionTypeNode(type) ? type.types.map(allowedBy) : [undefined]
  return words.includes(undefined) ? undefined : words.flat()
}

function memberOf(member) {
  const given = member.parameters && `(${member.parameters.map(({ name }) => name.getText()).join(', ')})`
  const isOptional = member.questionToken !== undefined
  // Object types are listed themselves.
  const type = allowedBy(member.type)?.join(' | ') ?? written(member.type, new Map(), 2)
  return {
    name: `${member.name.getText()}${isOptional ? '?' : ''}${given ?? ''}`,
    type: isOptional ? type.replace(/ \| undefined$/, '') : type,
    description: saidOf(member),
  }
}

const wordsIn = (text) => text.match(/\b[A-Z]\w+/g) ?? []

/**
 * The package's types that these texts name, and those that they name themselves: name, comment, members. Only what has members is
 * listed; an intersection's other parts are named instead.
 */
export function typesNamedIn(texts) {
  const exported = new Map(namesFrom(ENTRY))
  const found = new Map()
  const visit = (name, file) => {
    const alias = file && aliasOf(name, file)
    const members = alias ? membersIn(alias.type).map(memberOf) : []
    if (found.has(name) || members.length === 0) return
    const parts = ts.isIntersectionTypeNode(alias.type) ? alias.type.types.filter((each) => !ts.isTypeLiteralNode(each)) : []
    const also = parts.map((each) => each.getText())
    found.set(name, { name, description: saidOf(alias), also, members })
    const inner = [...also, ...alias.type.getText().split('\n')].flatMap(wordsIn)
    for (const each of new Set(inner)) visit(each, alias.getSourceFile().fileName)
  }
  for (const name of new Set(texts.flatMap(wordsIn))) visit(name, exported.get(name))
  return [...found.values()]
}
