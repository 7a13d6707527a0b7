import { attributeNames, propertyOf } from './attributes'
import { invalid } from './host-errors'

const properties =
  'themeVariables messages customWallets customNetworks externalConnectors signClient siwx siweConfig login'.split(' ')

/** Name without case, hyphens and plural: HTML lowercases attribute names, and templates omit hyphens. */
const plain = (name: string) => name.replace(/[-_]|s$/g, '').toLowerCase()
const meanings = new Map([
  ...properties.map((name) => [plain(name), `set the property ${name} from a script`] as const),
  ...attributeNames.flatMap((name) => [name, propertyOf(name)].map((each) => [plain(each), `write ${name}`] as const)),
])

/** Attributes that nothing reads, each with what to do instead: `projectid`, or one with the name of a property. */
export function misspelt(element: Element): (readonly [name: string, advice: string])[] {
  const unread = element.getAttributeNames().filter((name) => !attributeNames.includes(name))
  return unread.flatMap((name) => {
    const advice = meanings.get(plain(name))
    return advice ? [[name, advice] as const] : []
  })
}

/** Reports each of them to the host. */
export function tellMisspelt(element: Element): void {
  for (const [name, advice] of misspelt(element))
    invalid(name, element.getAttribute(name) ?? '', `Nothing reads ${name}: ${advice}.`)
}
