const docs = (element) => element.description ?? `\`<${element.tagName}>\``

/** The allowed words of an attribute if it has a fixed set: `attributes.ts` lists them in `expected`. */
const wordsOf = ({ type }) => {
  const words = type?.text.split(', ') ?? []
  return words.length > 1 && words.every((word) => /^[a-z-]+$/.test(word)) ? words : []
}

/** The description of an attribute. */
const textOf = ({ description, type }) => description ?? (type?.text && `Expects ${type.text}`)

/** VS Code's custom data for HTML (`html.customData`), from a manifest's elements. */
export function vscodeData(elements) {
  const tags = elements.map((element) => ({
    name: element.tagName,
    description: docs(element),
    attributes: (element.attributes ?? []).map((attribute) => ({
      name: attribute.name,
      ...(textOf(attribute) && { description: textOf(attribute) }),
      ...(attribute.type?.text === 'present or absent' && { valueSet: 'v' }),
      ...(wordsOf(attribute).length > 0 && { values: wordsOf(attribute).map((name) => ({ name })) }),
    })),
  }))
  return { version: 1.1, tags }
}

/** JetBrains' web-types, from a manifest's elements. */
export function webTypes(elements, { name, version }) {
  const typeOfValue = (attribute) => {
    if (attribute.type?.text === 'present or absent') return { type: 'boolean' }
    const words = wordsOf(attribute)
    return { type: words.length > 0 ? words.map((word) => `'${word}'`).join(' | ') : 'string' }
  }
  const described = (each) => ({ name: each.name, ...(textOf(each) && { description: textOf(each) }) })
  const tags = elements.map((element) => ({
    name: element.tagName,
    description: docs(element),
    attributes: (element.attributes ?? []).map((attribute) => ({ ...described(attribute), value: typeOfValue(attribute) })),
    js: {
      properties: (element.members ?? [])
        .filter(({ kind }) => kind === 'field')
        .map((member) => ({ ...described(member), ...(member.type?.text && { value: { type: member.type.text } }) })),
      events: (element.events ?? []).map((event) => ({
        name: event.name,
        ...(event.description && { description: event.description }),
        value: { type: event.type.text },
      })),
    },
    css: { properties: (element.cssProperties ?? []).map(described), parts: (element.cssParts ?? []).map(described) },
  }))
  return {
    $schema: 'https://raw.githubusercontent.com/JetBrains/web-types/master/schema/web-types.json',
    name,
    version,
    'description-markup': 'markdown',
    contributions: { html: { elements: tags } },
  }
}
