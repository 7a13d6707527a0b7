// How views come and go: no view has gone anywhere before the first one is on screen.

import { addSheet } from './adopt'
import { prefersReducedMotion } from './motion'
import { leaving } from './ViewTransition'
import css from './view-motion.css?inline'

/** An animation that never runs (a hidden tab) leaves nothing behind. */
const LEAVING_LIMIT_MS = 400

addSheet(css)

leaving.copy = (view) => {
  if (prefersReducedMotion() || !view.checkVisibility()) return
  const begun = view.parentElement?.hasAttribute('data-leaves')
  const [running] = view.getAnimations()
  // It has been seen to go.
  if (begun && !running) return
  const ghost = view.cloneNode(true)
  if (!(ghost instanceof HTMLElement)) return
  ghost.classList.add('view-leaving')
  ghost.inert = true
  // It goes on where the view itself was.
  if (begun) ghost.style.animationDelay = `${-Number(running?.currentTime)}ms`
  ghost.setAttribute('aria-hidden', 'true')
  for (const node of ghost.querySelectorAll('[id]')) node.removeAttribute('id')
  return (stage) => {
    stage.append(ghost)
    const remove = () => ghost.remove()
    ghost.addEventListener('animationend', remove)
    setTimeout(remove, LEAVING_LIMIT_MS)
  }
}
