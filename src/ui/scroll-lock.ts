import { afterFrame } from './after-frame'

let holders = 0
let release = () => {}

/**
 * Stops the page from scrolling without moving anything in it. It starts with the next frame, as it lays out the whole page and a
 * dialog's first frame must not wait for that. The gutter of a classic scrollbar stays reserved, so fixed headers do not move either.
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

/**
 * By a style sheet: a dialog of the page that opens or closes meanwhile remembers and restores the inline style, and whichever of the
 * two closes last would leave the page without scrolling.
 */
function lock(page: HTMLElement): () => void {
  const scrollbar = window.innerWidth - page.clientWidth
  const gutter = getComputedStyle(page).getPropertyValue('scrollbar-gutter')
  // A page that reserves it already does so in its own way. The property is empty where the browser does not know it.
  const room = gutter ? gutter === 'auto' && 'scrollbar-gutter: stable' : `padding-inline-end: ${scrollbar}px`
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(rule(scrollerOf(page), 'overflow: hidden') + (scrollbar > 0 && room ? rule(page, room) : ''))
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
  }
}

/** An important rule for `html` or `body`, as specific as one with an id. */
const rule = ({ localName }: HTMLElement, declaration: string) => `${localName}:not(#_) { ${declaration} !important }`

/**
 * The element whose overflow applies to the window: the body if only it has one. Locking the root then would make the body a
 * scroller of its own, and sticky elements would jump.
 */
function scrollerOf(page: HTMLElement): HTMLElement {
  const [own, inner] = [page, document.body].map((node) => getComputedStyle(node).overflow)
  return own === 'visible' && inner !== own ? document.body : page
}
