import { embeddedWallet } from './embedded'

/** Tells the frame how the page's wallet looks: light or dark, accent and ground. Not waited for. */
export function syncTheme(style: CSSStyleDeclaration): void {
  const dark =
    style.colorScheme.includes('dark') &&
    (!style.colorScheme.includes('light') || matchMedia('(prefers-color-scheme: dark)').matches)
  const accent = style.getPropertyValue('--wm-accent').trim()
  void embeddedWallet()
    .then(({ askFrame }) =>
      askFrame('SYNC_THEME', {
        themeMode: dark ? 'dark' : 'light',
        themeVariables: {},
        w3mThemeVariables: { '--w3m-accent': accent || '#00705d', '--w3m-background': dark ? '#121313' : '#fff' },
      }),
    )
    .catch(() => {})
}
