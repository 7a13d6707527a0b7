import { type ComponentType, lazy, useState } from 'react'
import { WalletError } from '../lib/errors'

type Component = ComponentType<never>
type Load<Module> = () => Promise<Module>

const missing = new Set<() => void>()

/**
 * A component whose chunk loads when it is drawn. One that does not come fails its view with VIEW_UNAVAILABLE, and is asked for
 * again after `askAgain`: `lazy` by itself would keep the failure for as long as the page is open. `soon`: it loads at once, and is
 * there with what stands around it, where `lazy` has nothing in its place for 300 ms even then.
 */
export function lazyPart<Part extends Component>(load: Load<{ default: Part }>, name?: 'default', soon?: boolean): Part
export function lazyPart<Name extends string, Module extends Record<Name, Component>>(
  load: Load<Module>,
  name: Name,
  soon?: boolean,
): Module[Name]
export function lazyPart(load: Load<Record<string, ComponentType>>, name = 'default', soon = false): ComponentType {
  let Loaded: ComponentType | undefined
  const come = () =>
    load().then(({ [name]: named = Absent }) => {
      Loaded = named
      return { default: named }
    })
  let Part = ask()
  function ask() {
    return lazy(() =>
      come().catch((cause) => {
        missing.add(() => {
          Part = ask()
        })
        throw new WalletError('VIEW_UNAVAILABLE', { cause })
      }),
    )
  }
  if (soon) come().catch(() => {})
  return (props) => {
    const [Drawn] = useState<ComponentType>(() => Loaded ?? Part)
    return <Drawn {...props} />
  }
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
