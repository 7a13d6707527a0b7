/**
 * Keeps `--keyboard` on `node` at the height that an on-screen keyboard takes from the viewport, and the focused field
 * in sight; returns the stop.
 */
export function followKeyboard(node: HTMLElement): () => void {
  const view = window.visualViewport
  if (!view) return () => {}
  const root = node.getRootNode()
  let before = 0
  const follow = () => {
    const hidden = Math.max(0, Math.round(window.innerHeight - view.height * view.scale - view.offsetTop))
    // Less than this is a browser bar, not a keyboard.
    const keyboard = hidden > 80 && view.scale === 1 ? hidden : 0
    node.style.setProperty('--keyboard', `${keyboard}px`)
    // The browser scrolled to the field before the keyboard took its room.
    if (keyboard > before && root instanceof ShadowRoot) root.activeElement?.scrollIntoView({ block: 'nearest' })
    before = keyboard
  }
  view.addEventListener('resize', follow)
  view.addEventListener('scroll', follow)
  follow()
  return () => {
    view.removeEventListener('resize', follow)
    view.removeEventListener('scroll', follow)
    // The keyboard goes with the focused field, and nothing updates this any more.
    node.style.removeProperty('--keyboard')
  }
}
