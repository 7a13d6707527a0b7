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

/** Sets theme variables on an element; what is unknown or no value of its kind is left out and returned by name. */
export function setThemeVariables(element: HTMLElement, values: Readonly<Record<string, string>>): string[] {
  const refused: string[] = []
  for (const name of Object.keys(variables)) if (!(name in values)) element.style.removeProperty(name)
  for (const [name, value] of Object.entries(values)) {
    const syntax = variables[name]
    // A url() would be a request of somebody else's choosing.
    if (syntax && typeof value === 'string' && CSS.supports(syntax, value) && !/url\(|;|\}/i.test(value))
      element.style.setProperty(name, value)
    else refused.push(name)
  }
  return refused
}
