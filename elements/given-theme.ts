import { untilDone } from '../src/lib/when-loaded'
import { refuse } from './host-errors'

type Themed = HTMLElement & { readonly themeVariables: Readonly<Record<string, string>> }

const setter = () => import('./theme')

/** Sets an element's theme variables once the code for it has loaded; invalid ones are reported and left out. */
export function applyTheme(element: Themed, load = setter): void {
  const given = element.themeVariables
  void untilDone(async () => {
    const { setThemeVariables } = await load()
    // Others have been set meanwhile.
    if (element.themeVariables !== given) return
    for (const name of setThemeVariables(element, given))
      refuse('themeVariables', name, 'a --wm-* variable and a value of its kind')
  })
}
