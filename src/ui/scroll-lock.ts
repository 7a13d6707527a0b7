import { afterFrame } from './after-frame'

let holders = 0
let release = () => {}

/**
 * Stops the page from scrolling without moving anything in it. It starts with the next frame, as it lays out the whole page and a
 * dialog's first frame must not wait for that. The last returned stop restores the inline style exactly. The gutter of a classic
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
 * The element whose overflow applies to the window: the body if only it has one. Locking the root then would make the body a
 * scroller of its own, and sticky elements would jump.
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
    // Reading the attribute first makes Chrome serialize it; otherwise it keeps an empty one.
    if (before === null && node.getAttribute('style') === '') node.removeAttribute('style')
  }
}
