import { followLaterWords } from '../src/controllers/later-words'
import { logout } from '../src/controllers/login'
import { onChange } from '../src/controllers/on-change'
import { enSupport } from '../src/locales/en-support'
import { messages } from '../src/state/messages'
import css from './assist-banner.css?inline'
import { first } from './page'

/**
 * Shows at the top of the page that the visitor is viewing somebody else's account, with a button to end it: in this element, or in
 * another one after this has left the page. Returns a function that removes it.
 */
export function showBanner(element: HTMLElement, address: string): () => void {
  followLaterWords()
  let shown = element
  let hide = putBanner(shown, address)
  const look = () => {
    const next = shown.isConnected ? undefined : first()
    if (!next) return
    hide()
    shown = next
    hide = putBanner(shown, address)
    watch()
  }
  // Whether an element has really left is known a microtask later.
  const seen = new MutationObserver(() => queueMicrotask(look))
  const watch = () => {
    for (const root of [document, shown.getRootNode()]) seen.observe(root, { childList: true, subtree: true })
  }
  watch()
  return () => {
    seen.disconnect()
    hide()
  }
}

function putBanner(element: HTMLElement, address: string): () => void {
  const root = element.shadowRoot
  if (!root) return () => {}
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  const banner = document.createElement('div')
  banner.className = 'assist-banner'
  banner.setAttribute('role', 'status')
  banner.setAttribute('part', 'alert')
  const words = document.createElement('span')
  const whose = document.createElement('bdi')
  whose.textContent = address
  const end = document.createElement('button')
  end.type = 'button'
  end.addEventListener('click', () => void logout())
  banner.append(words, end)
  const say = () => {
    const said = spoken()
    words.replaceChildren(...said.viewing(whose))
    end.textContent = said.end
    Object.assign(banner, { lang: messages.locale, dir: messages.direction })
  }
  const stop = onChange(
    [messages],
    () => [messages.direction, messages.locale, messages.own, !!messages.view?.support].join(),
    say,
  )
  say()
  root.append(banner)
  return () => {
    stop()
    banner.remove()
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((each) => each !== sheet)
  }
}

/** The texts in the chosen language if it has them, else in English. */
const spoken = () => messages.view?.support ?? enSupport.support
