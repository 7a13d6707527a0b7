import { animateHeight } from './height'
import { keepTyped } from './typed-keys'

/** What a panel does without in its first frame; `animateHeight` says of what. Returns the stop. */
export function startPanel(...given: Parameters<typeof animateHeight>): () => void {
  keepTyped(given[0])
  return animateHeight(...given)
}
