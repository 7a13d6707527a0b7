import { type ComponentType, lazy, useState } from 'react'
import { WalletError } from '../lib/errors'

type Component = ComponentType<never>
type Load<Module> = () => Promise<Module>

const missing = new Set<() => void>()

/**
 * A component whose chunk loads when it is rendered. If that fails, its view fails with VIEW_UNAVAILABLE, and the chunk is requested
 * again after `askAgain`; `lazy` by itself would keep the failure for the page's lifetime. `soon`: loads at once, and then appears together
 * with what is around it, where `lazy` would leave it empty for 300 ms.
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

/** The same for a part that a view can do without: nothing is rendered until it has loaded, or if it fails. */
export function lazyExtra<Props extends object>(load: Load<{ default: ComponentType<Props> }>): ComponentType<Props> {
  return lazy(() => load().catch(() => ({ default: Absent })))
}

const Absent = () => null

/** Makes the parts that failed load again when they are rendered next. */
export function askAgain(): void {
  for (const again of missing) again()
  missing.clear()
}
