import { embeddedWallet } from './embedded'

/** What of an element's surroundings can change how it looks, beside the system's own scheme. */
const ATTRIBUTES = ['class', 'style', 'theme', 'data-theme']

/** Tells the frame how the page's wallet looks, now and whenever it changes: light or dark, accent and ground. Returns its stop. */
export function followTheme(element: HTMLElement): () => void {
  let told = ''
  const tell = () => {
    const theme = themeOf(element)
    const now = JSON.stringify(theme)
    if (now === told) return
    told = now
    // Not waited for: a frame that looks different still asks.
    void embeddedWallet()
      .then(({ askFrame }) => askFrame('SYNC_THEME', theme))
      .catch(() => {})
  }
  const system = matchMedia('(prefers-color-scheme: dark)')
  const observer = new MutationObserver(tell)
  const root = element.getRootNode()
  for (const each of [document.documentElement, document.body, root instanceof ShadowRoot ? root.host : element])
    observer.observe(each, { attributes: true, attributeFilter: ATTRIBUTES })
  system.addEventListener('change', tell)
  tell()
  return () => {
    observer.disconnect()
    system.removeEventListener('change', tell)
  }
}

function themeOf(element: HTMLElement) {
  const style = getComputedStyle(element)
  const { colorScheme } = style
  const dark =
    colorScheme.includes('dark') && (!colorScheme.includes('light') || matchMedia('(prefers-color-scheme: dark)').matches)
  const own = style.getPropertyValue('--wm-accent').trim()
  // As our own look takes it (`ui/accent.css`).
  const accent = dark ? style.getPropertyValue('--wm-accent-dark').trim() || own || '#58d3b0' : own || '#00705d'
  return {
    themeMode: dark ? 'dark' : 'light',
    themeVariables: {},
    w3mThemeVariables: {
      '--w3m-accent': accent,
      '--w3m-background': groundOf(element) ?? (dark ? '#121313' : '#fff'),
    },
  } as const
}

/** The colour that an element lies on. */
function groundOf(element: Element): string | undefined {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at)
    if (!/^(transparent|rgba\(0, 0, 0, 0\))$/.test(backgroundColor)) return backgroundColor
  }
  return undefined
}
