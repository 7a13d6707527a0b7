import { keepExposed } from './exposed'
import { animateHeight } from './height'
import { keepTyped } from './typed-keys'

/** Behaviour that a panel does not need in its first frame; takes the arguments of `animateHeight`. Returns the stop. */
export function startPanel(...given: Parameters<typeof animateHeight>): () => void {
  const [panel] = given
  keepTyped(panel)
  const dialog = panel.closest('dialog')
  const stops = [dialog && keepExposed(dialog), animateHeight(...given)]
  return () => {
    for (const stop of stops) stop?.()
  }
}
