/** Public knobs of the look (`--wm-accent` and so on) and the CSS property whose syntax each follows. */
const variables: Record<string, string> = {
  /** Colour of what acts; text on it stays readable for any value. @default #00705d, in a dark theme #58d3b0 */
  '--wm-accent': 'color',
  /** The same in a dark theme. @default --wm-accent */
  '--wm-accent-dark': 'color',
  /** Ground of the dialog. */
  '--wm-bg': 'color',
  /** Family of the text. @default the system's */
  '--wm-font': 'font-family',
  /** Corners of controls; those of the dialog follow. @default 12px */
  '--wm-radius': 'border-radius',
  /** Size of the text; on a phone no larger than names have room for. @default 1rem, between 16 and 20 px */
  '--wm-size': 'font-size',
  /** Stacking of the scrim; the dialog is one above. @default 2147483000 */
  '--wm-z': 'z-index',
}

/**
 * What is more than a value: an escape, an end, a picture (a request of somebody else's choosing), or a reference, which
 * the browser takes whatever stands around it. A property of the page's own is referred to alone.
 */
const more = /[\\;{}]|(url|src|image-set|var|env|attr)\(/i
const reference = /^var\(--[\w-]+\)$/

/** Sets theme variables on an element; what is unknown or no value of its kind is left out and returned by name. */
export function setThemeVariables(element: HTMLElement, values: Readonly<Record<string, string>>): string[] {
  const refused: string[] = []
  for (const name of Object.keys(variables)) if (!(name in values)) element.style.removeProperty(name)
  for (const [name, value] of Object.entries(values)) {
    const syntax = variables[name]
    if (syntax && typeof value === 'string' && CSS.supports(syntax, value) && (reference.test(value) || !more.test(value)))
      element.style.setProperty(name, value)
    else refused.push(name)
  }
  return refused
}
