import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { create, ts } from '@custom-elements-manifest/analyzer'
import { tsImport } from 'tsx/esm/api'
import { at } from './root.mjs'

const path = 'wallet-modal.js'

/**
 * The custom elements manifest of the public elements: members and parts from their docblocks, `<wallet-modal>`'s
 * attributes and custom properties from the tables that parse them, its events from the type that lists them.
 */
export async function manifest() {
  const names = readdirSync(at('elements')).filter((name) => name.endsWith('.ts') && !/\.(test|d)\.ts$/.test(name))
  const parse = (name) =>
    ts.createSourceFile(`elements/${name}`, readFileSync(at('elements', name), 'utf8'), ts.ScriptTarget.ES2022, true)
  const sources = names.sort().map(parse)
  const { schemaVersion, modules } = create({ modules: sources, context: { dev: false } })
  const tags = new Map(modules.flatMap(definitionsIn))
  const attributes = await attributeTable(sources)
  const events = sources.flatMap(eventTable)
  const cssProperties = commentsIn(sources, 'theme.ts').map(([name, said]) => ({ name, ...said }))
  const declarations = modules
    .flatMap((module) => module.declarations)
    .flatMap((each) => {
      const tagName = each.tagName ?? tags.get(each.name)
      if (!each.customElement || !tagName || tagName.endsWith('-views')) return []
      const own = { ...each, tagName, members: each.members?.filter(isPublic) }
      if (tagName !== 'wallet-modal') return own
      const written = own.members.map(reflecting(attributes))
      own.members = [...attributes.filter(lacking(written)).map(fieldOf), ...written, ...sources.flatMap(laterProperties)]
      const described = { attributes: merge(attributes, each.attributes), events: merge(events, each.events) }
      return { ...own, cssProperties, cssStates: statesIn(events), ...described }
    })
  const exports = declarations.map(({ name, tagName }) => ({
    kind: 'custom-element-definition',
    name: tagName,
    declaration: { name, module: path },
  }))
  return { schemaVersion, readme: 'README.md', modules: [{ kind: 'javascript-module', path, declarations, exports }] }
}

// Members without a description are not meant for hosts.
const isPublic = ({ privacy, name, description }) =>
  (privacy ?? 'public') === 'public' && name && !name.startsWith('#') && (description !== undefined || name === 'version')

const definitionsIn = ({ exports = [] }) =>
  exports.filter(({ kind }) => kind === 'custom-element-definition').map(({ name, declaration }) => [declaration.name, name])

/** Merges entries by name; the docblock takes precedence over the table. */
function merge(table, documented = []) {
  const entries = new Map(table.map((each) => [each.name, each]))
  for (const each of documented) if (each.name) entries.set(each.name, { ...entries.get(each.name), ...each })
  return [...entries.values()]
}

const lacking = (members) => (attribute) => members.every(({ name }) => name !== attribute.fieldName)
/** The property of an attribute, with a type for editors. */
const fieldOf = ({ name, fieldName, type, ...said }) => ({
  kind: 'field',
  name: fieldName,
  type: { text: typeOf(type.text) },
  attribute: name,
  ...said,
})

/** Marks as reflecting a property that has an attribute and is also written out in the class, which it is only to write the attribute. */
const reflecting = (attributes) => (member) => {
  const attribute = attributes.find(({ fieldName }) => fieldName === member.name)
  return attribute ? { ...member, attribute: attribute.name, reflects: true } : member
}

/** The element's custom states: the statuses that `wallet-ready` lists. */
const statesIn = (events) =>
  [...(events.find(({ name }) => name === 'wallet-ready')?.type.text.matchAll(/'(\w+)'/g) ?? [])].map(([, name]) => ({
    name,
    description: `while \`state.status\` is \`${name}\``,
  }))

/** The type of a property, from what its attribute expects. */
function typeOf(expected) {
  if (expected === 'present or absent') return 'boolean'
  if (expected.startsWith('words of caip2=url')) return 'Record<string, string[]>'
  if (/^words of |ids/.test(expected)) return expected.startsWith('CAIP-2') ? 'readonly (string | object)[]' : 'readonly string[]'
  const words = expected === 'text' ? [] : expected.split(', ')
  return words.length > 0 && words.every((word) => /^[a-z-]+$/.test(word))
    ? words.map((word) => `'${word}'`).join(' | ')
    : 'string'
}

const commentsIn = (sources, file) => sources.filter(({ fileName }) => fileName === `elements/${file}`).flatMap(commentsOf)

/** The attributes of `elements/attributes.ts`: the text of what each expects, and the comment above it. */
async function attributeTable(sources) {
  if (!existsSync(at('elements/attributes.ts'))) return []
  const { attributes = {}, ownAttributes = {}, propertyOf } = await tsImport('../elements/attributes.ts', import.meta.url)
  const said = new Map(commentsIn(sources, 'attributes.ts'))
  return Object.entries({ ...attributes, ...ownAttributes }).map(([name, { expected }]) => ({
    name,
    fieldName: propertyOf(name),
    type: { text: expected },
    ...said.get(name),
  }))
}

/** The comment above each entry of the exported tables, with its `@default`. */
function commentsOf(source) {
  const tables = source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations])
  const objects = tables
    .map(({ initializer }) => initializer?.expression ?? initializer)
    .filter((each) => each && ts.isObjectLiteralExpression(each))
  return objects
    .flatMap(({ properties }) => [...properties])
    .map((entry) => {
      const [comment] = ts.getJSDocCommentsAndTags(entry)
      const fallback = comment?.tags?.find(({ tagName }) => tagName.text === 'default')?.comment
      return [
        entry.name.text,
        { ...(comment?.comment && { description: comment.comment }), ...(fallback && { default: fallback }) },
      ]
    })
}

/** The members of a type in the source; none if the type does not exist. */
const membersOf = (source, name) =>
  source.statements.find((each) => ts.isTypeAliasDeclaration(each) && each.name.text === name)?.type.members ?? []

/** The properties that `definePropertySettings` adds to the class: name, type, the comment above. */
const laterProperties = (source) =>
  membersOf(source, 'PropertySettings').map((member) => ({
    kind: 'field',
    name: member.name.text,
    type: { text: member.type.getText(source) },
    description: ts.getJSDocCommentsAndTags(member)[0]?.comment,
  }))

/** The members of `type WalletEvents`: name, type of the event, the comment above. */
function eventTable(source) {
  const members = membersOf(source, 'WalletEvents')
  const words = members.length > 0 ? namedTypes(source) : new Map()
  return members.map((member) => {
    const comment = ts.getJSDocCommentsAndTags(member)[0]?.comment
    return {
      name: member.name.text,
      type: { text: `CustomEvent<${written(member.type, words)}>` },
      ...(typeof comment === 'string' && { description: comment }),
    }
  })
}

/** The types that a file uses: its own, and those it imports. */
function namedTypes(source) {
  const aliases = ({ statements }) => statements.filter(ts.isTypeAliasDeclaration).map(({ name, type }) => [name.text, type])
  const imported = source.statements.filter(ts.isImportDeclaration).flatMap(({ moduleSpecifier }) => {
    const file = at('elements', `${moduleSpecifier.text}.ts`)
    return existsSync(file) ? aliases(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true)) : []
  })
  return new Map([...imported, ...aliases(source)])
}

/** A type in readable form: on one line, with names of word unions and, up to a depth of 2, of object types expanded. */
export function written(type, named, depth = 0) {
  if (ts.isTypeLiteralNode(type)) {
    const members = type.members.map(
      ({ name, questionToken, type: of }) => `${name.getText()}${questionToken ? '?' : ''}: ${written(of, named, depth + 1)}`,
    )
    return `{ ${members.join('; ')} }`
  }
  if (ts.isUnionTypeNode(type)) return type.types.map((each) => written(each, named, depth)).join(' | ')
  if (ts.isArrayTypeNode(type)) return `${written(type.elementType, named, depth)}[]`
  if (ts.isTypeOperatorNode(type)) return written(type.type, named, depth)
  const meant = ts.isTypeReferenceNode(type) ? named.get(type.typeName.getText()) : undefined
  const isWords = meant && ts.isUnionTypeNode(meant) && meant.types.every(ts.isLiteralTypeNode)
  const isShape = meant && ts.isTypeLiteralNode(meant) && depth < 2
  return isWords || isShape ? written(meant, named, depth) : type.getText().replace(/\s+/g, ' ')
}
