import { logout } from '../src/controllers/login'
import css from './assist-banner.css?inline'

/** Shows on top of the page that the visitor looks at somebody else's account, with the way out. Returns what takes it away. */
export function showBanner(element: HTMLElement, address: string): () => void {
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
  words.textContent = `Viewing as ${address} – read only`
  const end = document.createElement('button')
  end.type = 'button'
  end.textContent = 'End'
  end.addEventListener('click', () => void logout())
  banner.append(words, end)
  root.append(banner)
  return () => {
    banner.remove()
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((each) => each !== sheet)
  }
}
