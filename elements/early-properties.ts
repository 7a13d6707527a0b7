/** Hands properties that were set before the script arrived to the accessors; they lie on the instance and would hide them. Returns their names. */
export function keepEarlyProperties(element: HTMLElement): string[] {
  const kept: string[] = []
  const accessors = Object.getOwnPropertyDescriptors(Object.getPrototypeOf(element) as object)
  for (const [name, { set }] of Object.entries(accessors)) {
    const early = Object.getOwnPropertyDescriptor(element, name)
    if (!set || !early || !('value' in early)) continue
    Reflect.deleteProperty(element, name)
    Reflect.set(element, name, early.value)
    kept.push(name)
  }
  return kept
}
