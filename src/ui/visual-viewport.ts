/** Keeps `--keyboard` on `node` at the height that an on-screen keyboard takes from the viewport; returns the stop. */
export function followKeyboard(node: HTMLElement): () => void {
  const view = window.visualViewport
  if (!view) return () => {}
  const follow = () => {
    const hidden = Math.max(0, Math.round(window.innerHeight - view.height * view.scale - view.offsetTop))
    // Less than this is a browser bar that comes and goes, not a keyboard.
    node.style.setProperty('--keyboard', `${hidden > 80 && view.scale === 1 ? hidden : 0}px`)
  }
  view.addEventListener('resize', follow)
  view.addEventListener('scroll', follow)
  follow()
  return () => {
    view.removeEventListener('resize', follow)
    view.removeEventListener('scroll', follow)
  }
}
