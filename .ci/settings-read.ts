type Is = (value: unknown) => boolean
const text =
  (pattern: RegExp): Is =>
  (value) =>
    typeof value === 'string' && pattern.test(value)
const all =
  (is: Is): Is =>
  (value) =>
    Array.isArray(value) && value.every(is)
const words =
  (list: string): Is =>
  (value) =>
    typeof value === 'string' && list.split(' ').includes(value)
const isTrueOrFalse: Is = (value) => typeof value === 'boolean'

const web = text(/^https?:\/\/[^\s/]/)
const shown = /^(https:\/\/[^\s/]|http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/])/
const word = text(/^[^\s,]+$/)
const network = text(/^[-a-z\d]{3,8}:[-\w]{1,32}$/)

/** What each setting must be after parsing, whatever was given; independent of the parsing code. */
const settings: Readonly<Record<string, Is>> = {
  ...Object.fromEntries('email legal-checkbox debug open embedded'.split(' ').map((name) => [name, isTrueOrFalse])),
  ...Object.fromEntries('project-id app-name app-description'.split(' ').map((name) => [name, text(/^/)])),
  ...Object.fromEntries('provider-url wallets-url secure-site-url login-url analytics-url'.split(' ').map((name) => [name, web])),
  ...Object.fromEntries('app-url terms-url privacy-url'.split(' ').map((name) => [name, text(shown)])),
  ...Object.fromEntries('featured-wallets include-wallets exclude-wallets'.split(' ').map((name) => [name, all(word)])),
  'app-icon': (value) => text(shown)(value) || text(/^data:image\//)(value),
  'relay-url': text(/^wss?:\/\/[^\s/]/),
  networks: all(network),
  'default-network': network,
  'rpc-url': (value) => Object.entries(Object(value)).every(([id, urls]) => network(id) && all(web)(urls)),
  mode: words('localhost testnet production'),
  preset: words('login'),
  features: all(words('send receive swap onramp activity nfts names sessions')),
  socials: all(words('google github apple facebook x discord farcaster')),
  'connect-order': all(words('wallet email social')),
  'all-wallets': words('show hide mobile'),
  'account-type': words('eoa smart-account'),
  'sign-in': words('off optional required'),
  'sign-in-statement': (value) => text(/^[^\p{C}\p{Zl}\p{Zp}]+$/u)(value) && [...String(value)].length <= 500,
  referral: text(/^0x[\da-f]{40}$/i),
  'name-zone': text(/^[a-z\d-]+(\.[a-z\d-]+)+$/),
  'wrong-network': words('prompt badge ignore'),
  reconnect: words('on off'),
  locale: (value) => Intl.getCanonicalLocales(String(value))[0] === value,
  'storage-prefix': text(/^[\x21-\x7e]{1,64}$/),
  view: text(/^[A-Z][A-Za-z]+$/),
  theme: words('light dark auto'),
}

/** Throws if a setting is not what it must be. */
export function checkSetting(name: string, value: unknown): void {
  if (!settings[name]?.(value)) throw new Error(`${name} is ${JSON.stringify(value)}`)
}
