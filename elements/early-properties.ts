/**
 * Passes properties that were set before the script loaded to the accessors; on the instance they would shadow these.
 * Returns the names that the markup's attributes must not overwrite: those are older, but read later.
 */
export function keepEarlyProperties(element: HTMLElement): string[] {
  const kept: string[] = []
  const accessors = Object.getPrototypeOf(element) as object
  for (const [name, early] of Object.entries(Object.getOwnPropertyDescriptors(element))) {
    if (!('value' in early) || !Object.getOwnPropertyDescriptor(accessors, name)?.set) continue
    Reflect.deleteProperty(element, name)
    try {
      Reflect.set(element, name, early.value)
    } catch {
      // The error has been reported to the host; thrown here it would prevent the element's upgrade.
    }
    // `open` has set or removed its attribute, whose change is still reported for the markup's.
    if (name !== 'open') kept.push(name)
  }
  return kept
}
