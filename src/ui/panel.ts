import { animateHeight } from './height'
import { keepTyped } from './typed-keys'

/** Behaviour that a panel does not need in its first frame; takes the arguments of `animateHeight`. Returns the stop. */
export function startPanel(...given: Parameters<typeof animateHeight>): () => void {
  keepTyped(given[0])
  return animateHeight(...given)
}
