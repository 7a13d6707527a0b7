/**
 * Hands properties that were set before the script arrived to the accessors; they lie on the instance and would hide them.
 * Returns the names of those that the markup's attributes, older and read later, must not overwrite.
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
      // The host has been told of what cannot be, which would else keep the element from ever being one.
    }
    // `open` has written its attribute, or taken it away; the markup's is told of all the same.
    if (name !== 'open') kept.push(name)
  }
  return kept
}
