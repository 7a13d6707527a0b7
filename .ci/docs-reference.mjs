import { typesNamedIn } from './docs-types.mjs'

/** A page for each public element, from the custom elements manifest: attributes, properties, methods, events, parts. */
export function referencePages({ modules }) {
  const elements = modules.flatMap(({ declarations }) => declarations)
  return Object.fromEntries(elements.map((element) => [element.tagName, page(element)]))
}

function page(element) {
  const { tagName, description = '', attributes = [], members = [], events = [] } = element
  const { slots = [], cssParts = [], cssStates = [] } = element
  const attributeRow = ({ name, type, description = '', default: fallback }) => [
    code(name),
    type?.text === 'text' || !type ? '' : type.text,
    description,
    fallback ?? (type?.text === 'present or absent' ? 'absent' : ''),
  ]
  // Properties of attributes are listed with the attributes.
  const fields = members.filter(({ kind, attribute }) => kind === 'field' && !attribute)
  const methods = members.filter(({ kind }) => kind === 'method')
  const attributeProperties = attributes.filter(({ fieldName }) => fieldName)
  return [
    `# \`<${tagName}>\``,
    `${description}\n\nThis page is made from \`custom-elements.json\`.`,
    section('Attributes', ['attribute', 'expects', 'meaning', 'default'], attributes.map(attributeRow)),
    attributeProperties.length > 0 &&
      `Each attribute has a property of the same name in camelCase (\`sign-in\`: \`signInMode\`). Booleans are true when present. Lists are
words separated by spaces. Removing an attribute restores its default; a value that cannot be read keeps the last good one and
raises [\`wallet-error\`](errors/ATTRIBUTE_INVALID.md).`,
    section(
      'Properties',
      ['property', 'type', 'meaning'],
      fields.map(({ name, type, description = '', readonly, static: isStatic }) => [
        code(name),
        code(type?.text ?? ''),
        [
          description,
          (readonly || isStatic) && `${[readonly && 'Read-only', isStatic && 'on the class'].filter(Boolean).join(', ')}.`,
        ]
          .filter(Boolean)
          .join(' '),
      ]),
    ),
    section(
      'Methods',
      ['method', 'returns', 'does'],
      methods.map(({ name, parameters = [], return: returned, description = '' }) => [
        code(`${name}(${parameters.map(parameter).join(', ')})`),
        code(returned?.type.text ?? 'void'),
        description,
      ]),
    ),
    section(
      'Events',
      ['event', 'detail', 'told'],
      events.map(({ name, type, description = '' }) => [
        code(name),
        code(type.text.replace(/^CustomEvent<(.*)>$/, '$1')),
        description,
      ]),
    ),
    events.length > 0 && 'All bubble and cross shadow boundaries.',
    section(
      'Slots',
      ['slot', 'is'],
      slots.map(({ name, description = '' }) => [code(name), description]),
    ),
    section(
      'Parts',
      ['part', 'is'],
      cssParts.map(({ name, description = '' }) => [code(name), description]),
    ),
    section(
      'States',
      ['selector', 'is so'],
      cssStates.map(({ name, description = '' }) => [code(`:state(${name})`), description]),
    ),
    ...typeSections([...fields, ...methods]),
  ]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n')
}

const parameter = ({ name, optional, default: fallback, type }) => `${name}${optional || fallback ? '?' : ''}: ${type.text}`

/** The types that properties and methods name, each with its members. */
function typeSections(members) {
  const named = members.flatMap(({ type, parameters = [], return: returned }) =>
    [type, returned?.type, ...parameters.map((each) => each.type)].map((each) => each?.text ?? ''),
  )
  const types = typesNamedIn(named).map(({ name, description, also, members }) =>
    [
      `### ${code(name)}`,
      [description, also.length > 0 && `With the members of ${also.map(code).join(', ')}.`].filter(Boolean).join(' '),
      table(
        ['member', 'type', 'meaning'],
        members.map((each) => [code(each.name), code(each.type), each.description]),
      ),
    ].join('\n\n'),
  )
  return types.length > 0 ? ['## Types', ...types] : []
}

const section = (title, head, rows) => rows.length > 0 && `## ${title}\n\n${table(head, rows)}`
const table = (head, rows) => [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
const row = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
const code = (text) => (text ? `\`${text}\`` : '')
