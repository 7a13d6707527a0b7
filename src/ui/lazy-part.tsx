import { type ComponentType, lazy } from 'react'
import { WalletError } from '../lib/errors'

type Component = ComponentType<never>
type Load<Module> = () => Promise<Module>

const missing = new Set<() => void>()

/**
 * A component whose chunk loads when it is drawn. One that does not come fails its view with VIEW_UNAVAILABLE, and is asked for
 * again after `askAgain`: `lazy` by itself would keep the failure for as long as the page is open.
 */
export function lazyPart<Part extends Component>(load: Load<{ default: Part }>): Part
export function lazyPart<Name extends string, Module extends Record<Name, Component>>(
  load: Load<Module>,
  name: Name,
): Module[Name]
export function lazyPart(load: Load<Record<string, ComponentType>>, name = 'default'): ComponentType {
  let Part = ask()
  function ask() {
    return lazy(() =>
      load().then(
        ({ [name]: named = Absent }) => ({ default: named }),
        (cause) => {
          missing.add(() => {
            Part = ask()
          })
          throw new WalletError('VIEW_UNAVAILABLE', { cause })
        },
      ),
    )
  }
  return (props) => <Part {...props} />
}

/** The same for what a view is whole without: it is not there until it comes. */
export function lazyExtra<Props extends object>(load: Load<{ default: ComponentType<Props> }>): ComponentType<Props> {
  return lazy(() => load().catch(() => ({ default: Absent })))
}

const Absent = () => null

/** Has the parts that did not come asked for once more when they are drawn next. */
export function askAgain(): void {
  for (const again of missing) again()
  missing.clear()
}
