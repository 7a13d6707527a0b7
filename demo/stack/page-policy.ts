/**
 * The strict policy of `demo/docs/csp.md`, with which every page of the stack is served. It allows any host, because the tests point
 * elements anywhere and check every request themselves; `csp.html` names the hosts too.
 */
const STRICT: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data: http: https:",
  'connect-src': 'http: https: ws: wss:',
  'frame-src': 'http: https:',
  'base-uri': "'none'",
  'require-trusted-types-for': "'script'",
}

/** All pages that cannot keep the whole policy, with their own rules and the reason. */
export const POLICY_EXCEPTIONS: readonly {
  readonly path: RegExp
  readonly rules: Readonly<Record<string, string | undefined>>
  readonly because: string
}[] = [
  {
    path: /^\/hosts\/angular\//,
    rules: { 'script-src': "'self' 'unsafe-eval'" },
    because: 'this page has no build step of Angular: its template is compiled as it opens',
  },
  {
    path: /^\/hosts\/solid\//,
    rules: { 'require-trusted-types-for': undefined },
    because: 'Solid writes its templates by innerHTML and makes no policy for it',
  },
  {
    path: /^\/hosts\/dialogs\//,
    rules: { 'style-src': "'self' 'unsafe-inline'" },
    because: 'MUI and Radix write their styles into the page',
  },
]

const written = (rules: Readonly<Record<string, string | undefined>>) =>
  Object.entries(rules).flatMap(([name, value]) => (value === undefined ? [] : `${name} ${value}`))

/** The strict policy with these rules instead of its own, or without those that are undefined. */
export const strictPolicy = (rules: Readonly<Record<string, string | undefined>> = {}): string =>
  written({ ...STRICT, ...rules }).join('; ')

/** The policy with which the page at this path is served. */
export const policyOf = (path: string): string => strictPolicy(POLICY_EXCEPTIONS.find((each) => each.path.test(path))?.rules)

/**
 * Whether only files of named hosts, and scripts and styles with a hash or nonce, can run in or style a page with this policy, and
 * text only becomes markup through the page's own Trusted Types policy.
 */
export function isStrict(policy: string | undefined): boolean {
  const rules = new Map((policy ?? '').split(/;\s*/).map((rule) => [rule.split(' ', 1)[0], rule.split(' ').slice(1)]))
  const sources = (name: string) => rules.get(name) ?? rules.get('default-src')
  const isOwn = (source: string) => /^('(self|none|(sha256|nonce)-.+)'|https?:\/\/[\w.:-]+)$/.test(source)
  const runs = sources('script-src')
  const hasNoScript = runs?.every((source) => source === "'none'")
  const keepsMarkup = hasNoScript || rules.get('require-trusted-types-for')?.includes("'script'")
  return Boolean(runs?.every(isOwn) && sources('style-src')?.every(isOwn) && keepsMarkup)
}
