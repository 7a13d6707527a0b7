import { applyGiven, type Door } from './page'

type Way = { enabled?: boolean; required?: boolean; getRequired?(): boolean }

/** Signs in the host's own way, or at its own backend. Whoever brings one wants it used, where the `sign-in` attribute or its property does not say how. */
export function takeSiwx(element: Door, given: { siwx?: unknown; siweConfig?: unknown; login?: unknown }): void {
  const way = ([given.siwx, given.siweConfig, given.login] as (Way | undefined)[]).find((each) => each && each.enabled !== false)
  if (!way) delete element.given.ownSignIn
  else element.given.ownSignIn = (way.getRequired?.() ?? way.required) === false ? 'optional' : 'required'
  applyGiven(element)
}
