import { afterFrame } from './after-frame'

let holders = 0
let release = () => {}

/**
 * Stops the page from scrolling without moving anything in it, from the next frame on: it has the whole page laid out, and the first
 * frame of a dialog does not wait for that. The last returned stop restores the inline style exactly. The gutter of a classic
 * scrollbar stays reserved, so fixed headers do not move either.
 */
export function lockScroll(): () => void {
  holders += 1
  if (holders === 1) {
    let unlock = () => {}
    const wait = afterFrame(() => {
      unlock = lock(document.documentElement)
    })
    release = () => {
      wait()
      unlock()
    }
  }
  let held = true
  return () => {
    if (!held) return
    held = false
    holders -= 1
    if (holders === 0) release()
  }
}

function lock(page: HTMLElement): () => void {
  const scrollbar = window.innerWidth - page.clientWidth
  const scroller = scrollerOf(page)
  const stops = ['overflow-x', 'overflow-y'].map((name) => hold(scroller, name, 'hidden'))
  if (scrollbar > 0)
    stops.push(
      CSS.supports('scrollbar-gutter: stable')
        ? hold(page, 'scrollbar-gutter', 'stable')
        : hold(page, 'padding-inline-end', `${scrollbar}px`),
    )
  return () => {
    for (const stop of stops.reverse()) stop()
  }
}

/**
 * Whose overflow is the window's: that of the body where it alone has one. Locked above it, the body would be a scroller of its
 * own, and what sticks in the page would jump.
 */
function scrollerOf(page: HTMLElement): HTMLElement {
  const [own, inner] = [page, document.body].map((node) => getComputedStyle(node).overflow)
  return own === 'visible' && inner !== own ? document.body : page
}

function hold(node: HTMLElement, name: string, value: string): () => void {
  const { style } = node
  const before = node.getAttribute('style')
  const [kept, priority] = [style.getPropertyValue(name), style.getPropertyPriority(name)]
  style.setProperty(name, value, 'important')
  return () => {
    if (kept) style.setProperty(name, kept, priority)
    else style.removeProperty(name)
    // Reading it first writes the attribute out: Chrome keeps a removed one otherwise, empty.
    if (before === null && node.getAttribute('style') === '') node.removeAttribute('style')
  }
}
