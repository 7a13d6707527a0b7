/** Public knobs of the look (`--wm-accent` and so on) and the CSS property whose syntax each follows. */
const variables: Record<string, string> = {
  '--wm-accent': 'color',
  '--wm-accent-dark': 'color',
  '--wm-bg': 'color',
  '--wm-font': 'font-family',
  '--wm-radius': 'border-radius',
  '--wm-size': 'font-size',
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
