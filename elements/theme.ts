/** Public theme properties (`--wm-accent` and so on), each with the CSS property whose syntax it follows. */
const variables: Record<string, string> = {
  /** Colour of buttons and other controls; text on it stays readable for any value. @default #00705d, in a dark theme #58d3b0 */
  '--wm-accent': 'color',
  /** That colour in a dark theme. @default --wm-accent */
  '--wm-accent-dark': 'color',
  /** Background of the dialog. */
  '--wm-bg': 'color',
  /** Font family. @default the system's */
  '--wm-font': 'font-family',
  /** Corner radius of controls; the dialog's follows. @default 12px */
  '--wm-radius': 'border-radius',
  /** Text size; on a phone limited so that names fit. @default 1rem, between 16 and 20 px */
  '--wm-size': 'font-size',
  /** `z-index` of the backdrop; the dialog is one above. @default 2147483000 */
  '--wm-z': 'z-index',
}

/**
 * Matches what is not a plain value: an escape, a terminator, an image (a request to a host of somebody else's choice), or a
 * reference, which the browser accepts whatever is around it. References to the page's own properties are allowed only alone.
 */
const more = /[\\;{}]|(url|src|image-set|var|env|attr)\(/i
const reference = /^var\(--[\w-]+\)$/

/** jsdom, in which hosts test, has no `CSS`, or one of a polyfill for `CSS.escape` alone. */
const isValid = (syntax: string, value: string) => globalThis.CSS?.supports?.(syntax, value) ?? true

/**
 * Sets theme variables on an element; unknown and invalid ones are left out, and their names returned. They are set again if the
 * element loses its style: a page into which a server's markup is morphed takes away what that does not have.
 */
export function setThemeVariables(element: HTMLElement, values: Readonly<Record<string, string>>): string[] {
  const isSet = ([name, value]: [string, string]) => {
    const syntax = variables[name]
    return !!syntax && typeof value === 'string' && isValid(syntax, value) && (reference.test(value) || !more.test(value))
  }
  const given = Object.entries(values)
  const good = given.filter(isSet)
  const bad = given.filter((each) => !good.includes(each)).map(([name]) => name)
  // A bad value leaves the one before.
  for (const name of Object.keys(variables)) if (!bad.includes(name)) element.style.removeProperty(name)
  const setMissing = () => {
    for (const [name, value] of good) if (!element.style.getPropertyValue(name)) element.style.setProperty(name, value)
  }
  setMissing()
  kept.get(element)?.disconnect()
  const observer = new MutationObserver(setMissing)
  if (good[0]) observer.observe(element, { attributeFilter: ['style'] })
  kept.set(element, observer)
  return bad
}

/** The observer of each element's style. */
const kept = new WeakMap<HTMLElement, MutationObserver>()
