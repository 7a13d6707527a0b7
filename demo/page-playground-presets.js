// Ready-made choices of attributes, button attributes and theme for the local stack.

/** Presets by name, made from `/config.json`. */
export const presets = {
  Plain: () => ({}),
  'Sign-in required': () => ({ modal: { 'sign-in': 'required', 'sign-in-statement': 'Sign in to the bakery' } }),
  'Wallet login': ({ login }) => ({
    modal: { preset: 'login', 'login-url': login, mode: 'production', networks: 'eip155:56 eip155:42161' },
  }),
  'E-mail first': () => ({ modal: { email: '', 'connect-order': 'email wallet' } }),
  Embedded: () => ({ modal: { embedded: '', theme: 'light' } }),
  'Terms to accept': () => ({
    modal: { 'terms-url': 'https://shop.example/terms', 'privacy-url': 'https://shop.example/privacy', 'legal-checkbox': '' },
  }),
  'Own brand': () => ({
    modal: { theme: 'dark', 'app-name': 'Bakery' },
    button: { balance: '', label: 'Enter' },
    theme: { '--wm-accent': '#b45309', '--wm-radius': '4px' },
  }),
  'Only a few wallets': () => ({ modal: { 'include-wallets': 'io.metamask walletConnect', 'all-wallets': 'hide' } }),
  Arabic: () => ({ modal: { locale: 'ar' } }),
}
