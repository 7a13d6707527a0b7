import { attributeNames, propertyOf } from './attributes'
import { refuse } from './told'

const properties =
  'themeVariables messages customWallets customNetworks externalConnectors signClient siwx siweConfig login'.split(' ')

/** HTML knows no capitals, and templates leave hyphens out. */
const plain = (name: string) => name.replace(/[-_]|s$/g, '').toLowerCase()
const meanings = new Map([
  ...properties.map((name) => [plain(name), `to be set from a script, as the property ${name}`] as const),
  ...attributeNames.flatMap((name) => [name, propertyOf(name)].map((each) => [plain(each), `to be written ${name}`] as const)),
])

/** Attributes of an element that nobody reads, by name, each with what is expected of it: `projectid`, and `[object Object]` for a property. */
export function misspelt(element: Element): (readonly [name: string, expected: string])[] {
  const unread = element.getAttributeNames().filter((name) => !attributeNames.includes(name))
  return unread.flatMap((name) => {
    const expected = meanings.get(plain(name))
    return expected ? [[name, expected] as const] : []
  })
}

/** Tells the host of them. */
export function tellMisspelt(element: Element): void {
  for (const [name, expected] of misspelt(element)) refuse(name, element.getAttribute(name) ?? '', expected)
}
