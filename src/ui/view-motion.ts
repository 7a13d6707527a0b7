// How views come and go; not needed until the first view is on screen.

import { addSheet } from './adopt'
import { prefersReducedMotion } from './motion'
import { leaving } from './ViewTransition'
import css from './view-motion.css?inline'

/** After this the leaving view is removed even if its animation never ran (a hidden tab). */
const LEAVING_LIMIT_MS = 400

addSheet(css)

leaving.copy = (view) => {
  if (prefersReducedMotion() || !view.checkVisibility()) return
  const begun = view.parentElement?.hasAttribute('data-leaves')
  const [running] = view.getAnimations()
  // Its leaving animation has already ended.
  if (begun && !running) return
  const ghost = view.cloneNode(true)
  if (!(ghost instanceof HTMLElement)) return
  ghost.classList.add('view-leaving')
  ghost.inert = true
  // The copy continues the animation where the view was.
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
