import { expect, test } from 'vitest'

/** The fault table of security/SECURITY, by row. */
const rows: Readonly<Record<number, string>> = {
  1: 'configuration: no project id',
  2: 'configuration: an invalid key',
  3: 'configuration: an origin that is not allowed',
  4: 'configuration: siwx and siweConfig together',
  5: 'script: loaded twice, or in two versions',
  6: 'script: a policy forbids style elements',
  7: 'script: its hash differs',
  8: 'element: removed while connecting or signing',
  9: 'storage: access throws',
  10: 'storage: full',
  11: 'storage: corrupt or tampered',
  12: 'storage: another address than the wallet says',
  13: 'start: the old session is gone',
  14: 'start: the old session hangs',
  15: 'wallet: never answers',
  16: 'wallet: refuses to connect',
  17: 'wallet: has a request open',
  18: 'wallet: no accounts, or junk',
  19: 'wallet: no provider',
  20: 'wallet: a chain id in another form',
  21: 'wallet: takes its accounts back',
  22: 'wallet: a storm of events',
  23: 'announcements: two of one name',
  24: 'announcements: junk and floods',
  25: 'announcements: hostile pictures',
  26: 'WalletConnect: no relay',
  27: 'WalletConnect: the relay drops',
  28: 'WalletConnect: a wrong clock',
  29: 'WalletConnect: the code ends',
  30: 'WalletConnect: the proposal is refused',
  31: 'WalletConnect: a chain or method is missing',
  32: 'WalletConnect: a hostile peer',
  33: 'WalletConnect: a sign-in for something else',
  34: 'WalletConnect: a switch is refused',
  35: 'WalletConnect: the chain is unknown',
  36: 'WalletConnect: added and not switched',
  37: 'WalletConnect: a link that opens nothing',
  38: 'frame: never ready',
  39: 'frame: its script does not load',
  40: 'frame: forged messages',
  41: 'frame: an error with and without words',
  42: 'frame: a request is ended by closing',
  43: 'frame: any other request ends',
  44: 'frame: a method that is not allowed',
  45: 'frame: taken out of the page',
  46: 'frame: no storage',
  47: 'e-mail: sent again too soon',
  48: 'e-mail: a wrong code',
  49: 'social login: no window, or one that is closed',
  50: 'social login: a message from elsewhere',
  51: 'sign-in: declined',
  52: 'sign-in: cannot be proven',
  53: 'sign-in: the account changes meanwhile',
  54: 'sign-in: closed although it is required',
  55: 'sign-in: canceled, and the wallet does not let go',
  56: 'service: an HTTP error on a read',
  57: 'service: no balance',
  58: 'service: an answer that cannot be read',
  59: 'service: slow, and nobody waits any more',
  60: 'chain: another chain, half a batch, a web page',
  61: 'chain: an error that passes',
  62: 'sending: the wallet fails',
  63: 'sending: done',
  64: 'sending on Solana: incomplete, failed, unconfirmed',
  65: 'sending: no fee, no price',
  66: 'swapping: unsupported, stale, unproven',
  67: 'buying: no options',
  68: 'names: each refusal',
  69: 'calls: each refusal',
  70: 'calls: abilities that never come',
  71: 'sessions: not revoked',
  72: 'tabs: one disconnects while the other signs',
  73: 'tabs: ten refresh at once',
  74: 'login: a token expires',
  75: 'login: a token is used twice',
  76: 'login: another clock',
  77: 'no network',
  78: 'embedded: closed',
}

/** Every row that a title names: "(fault 12)", "(faults 13 and 14)". */
function namedIn(sources: Readonly<Record<string, string>>): Set<number> {
  const named = new Set<number>()
  for (const source of Object.values(sources))
    for (const line of source.split('\n')) {
      if (/^\s*(\/\/|\*|\/\*)/.test(line)) continue
      for (const [, list = ''] of line.matchAll(/['"`][^'"`]*\bfaults? (\d+(?:(?:, | and )\d+)*)/g))
        for (const [number] of list.matchAll(/\d+/g)) named.add(Number(number))
    }
  return named
}

test('a title names rows, a comment does not', () => {
  const source = "test('it (fault 3)', …\n  'faults 4, 5 and 6': […\n// 'fault 7'\n * fault 8\ntest('default 9', …"
  expect([...namedIn({ source })]).toEqual([3, 4, 5, 6])
})

test('every row of the fault table is named by a test', () => {
  const tests = import.meta.glob<string>(
    ['./**/*.test.{ts,tsx}', '../elements/**/*.test.ts', '../demo/**/*.test.ts', '../e2e/**/*.spec.ts', '!./faults.test.ts'],
    { query: '?raw', import: 'default', eager: true },
  )
  const named = namedIn(tests)
  const missing = Object.entries(rows).filter(([row]) => !named.has(Number(row)))
  expect(missing).toEqual([])
  expect([...named].filter((row) => !(row in rows))).toEqual([])
})
