import { afterFrame } from './after-frame'

const PROPERTIES = ['overflow', 'scrollbar-gutter', 'padding-inline-end'] as const

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
  const { style } = page
  const before = page.getAttribute('style')
  const kept = PROPERTIES.map((name) => [name, style.getPropertyValue(name), style.getPropertyPriority(name)] as const)
  const scrollbar = window.innerWidth - page.clientWidth
  if (scrollbar > 0) {
    if (CSS.supports('scrollbar-gutter: stable')) style.setProperty('scrollbar-gutter', 'stable', 'important')
    else style.setProperty('padding-inline-end', `${scrollbar}px`, 'important')
  }
  style.setProperty('overflow', 'hidden', 'important')
  return () => {
    for (const [name, value, priority] of kept) {
      if (value) style.setProperty(name, value, priority)
      else style.removeProperty(name)
    }
    // Reading it first writes the attribute out: Chrome keeps a removed one otherwise, empty.
    if (before === null && page.getAttribute('style') === '') page.removeAttribute('style')
  }
}
