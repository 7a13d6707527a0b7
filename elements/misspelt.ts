import { attributeNames, propertyOf } from './attributes'
import { invalid } from './host-errors'

const properties =
  'themeVariables messages customWallets customNetworks externalConnectors signClient siwx siweConfig login'.split(' ')

/** Name without case, hyphens and plural: HTML lowercases attribute names, and templates omit hyphens. */
const plain = (name: string) => name.replace(/[-_]|s$/g, '').toLowerCase()
const meanings = new Map([
  ...properties.map((name) => [plain(name), { property: name, advice: `set the property ${name} from a script` }] as const),
  ...attributeNames.flatMap((name) => {
    const meaning = { property: propertyOf(name), advice: `write ${name}` }
    return [name, meaning.property].map((each) => [plain(each), meaning] as const)
  }),
])

type Settings = { readonly given?: object } & { readonly [property: string]: unknown }

/** Whether a script has set this property: to more than the empty list or record that it is at first. */
function isSet(element: Settings, property: string): boolean {
  if (!properties.includes(property)) return property in (element.given ?? {})
  const value = element[property]
  const isPlain = [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(Object(value)))
  return value !== undefined && (!isPlain || Object.keys(Object(value)).length > 0)
}

/**
 * Attributes that nothing reads, each with what to do instead: `projectid`, or one with the name of a property. Svelte's server
 * writes properties as such attributes, and they stay; those that are set by now are none.
 */
export function misspelt(element: Element): (readonly [name: string, advice: string])[] {
  const unread = element.getAttributeNames().filter((name) => !attributeNames.includes(name))
  return unread.flatMap((name) => {
    const meaning = meanings.get(plain(name))
    if (!meaning) return []
    const { property, advice } = meaning
    return name === property.toLowerCase() && isSet(element as never, property) ? [] : [[name, advice] as const]
  })
}

/** Reports each of them to the host, once a framework has had the time to set its properties on a page that a server rendered. */
export function tellMisspelt(element: Element): void {
  setTimeout(() => {
    for (const [name, advice] of misspelt(element))
      invalid(name, element.getAttribute(name) ?? '', `Nothing reads ${name}: ${advice}.`)
  }, 2000)
}
