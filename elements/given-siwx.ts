import { applyGiven, type Door } from './page'

type Way = { enabled?: boolean; required?: boolean; getRequired?(): boolean }

/**
 * Uses the host's own sign-in or backend. Providing one turns sign-in on, as optional if it says so, else as required; the `sign-in`
 * attribute or its property takes precedence.
 */
export function takeSiwx(element: Door, given: { siwx?: unknown; siweConfig?: unknown; login?: unknown }): void {
  const way = ([given.siwx, given.siweConfig, given.login] as (Way | undefined)[]).find((each) => each && each.enabled !== false)
  if (!way) delete element.given.ownSignIn
  else element.given.ownSignIn = (way.getRequired?.() ?? way.required) === false ? 'optional' : 'required'
  applyGiven(element)
}
