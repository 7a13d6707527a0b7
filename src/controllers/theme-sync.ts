import { embeddedWallet } from './embedded'

/** Attributes of the element's surroundings that can change the theme. */
const ATTRIBUTES = ['class', 'style', 'theme', 'data-theme']

/** Tells the secure frame the theme, now and whenever it changes: light or dark, accent and background. Returns its stop. */
export function followTheme(element: HTMLElement): () => void {
  let told = ''
  const tell = () => {
    const theme = themeOf(element)
    const now = JSON.stringify(theme)
    if (now === told) return
    told = now
    // Not awaited: the frame works with another theme too.
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
  // The same order as in `ui/accent.css`.
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

/** The background colour behind an element; undefined where all of it is transparent. */
function groundOf(element: Element): string | undefined {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at)
    if (!/^(transparent|rgba\(0, 0, 0, 0\))$/.test(backgroundColor)) return backgroundColor
  }
  return undefined
}
