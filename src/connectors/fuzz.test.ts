import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import '../lib/embedded-errors'
import '../lib/later-errors'
import {
  hostileJson,
  hostileLike,
  hostileObject,
  hostileText,
  inputs,
  type Maker,
  made,
  sizeOf,
  survive,
} from '../../.ci/hostile'
import { discover as discoverAnnounced } from './announced'
import { type AppEvent, answers, areCalls, readAnswer, readFailure, readMessage } from './auth-messages'
import { reshapePermissions } from './auth-permissions'
import { readAddresses, readChainId } from './eip155-values'
import { externalConnectors } from './external'
import { MAX_ACCOUNTS, MAX_WALLETS } from './limits'
import { legacyParts, signatureBytes, withSignature } from './solana-transaction'
import type { Connector } from './types'
import { openBitcoin } from './wallet-connect-bitcoin'
import { idInSession, readAccount, readNamespaces, readNetwork, readPeer } from './wallet-connect-namespaces'
import { discover as discoverStandard } from './wallet-standard'

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const SOLANA = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
const ICON = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
const user = { email: 'a@b.co', address: ADDRESS, chainId: 1, accounts: [{ address: ADDRESS, type: 'eoa' }], userName: 'ada' }
const frameSays = [
  { type: '@w3m-frame/READY', payload: { version: '4' } },
  { type: '@w3m-frame/HEIGHT', payload: { height: 320 } },
  { type: '@w3m-frame/GET_USER_SUCCESS', id: 'x', payload: user },
  { type: '@w3m-frame/CONNECT_EMAIL_ERROR', id: 'x', payload: { message: 'no' } },
]
const permissions = {
  ...{ chainId: '0x38', from: ADDRESS, permission: { type: 'native-token-recurring-allowance', data: { allowance: '0x1' } } },
  rules: [{ type: 'expiry', data: { timestamp: 1_900_000_000 } }],
}
const calls = [{ version: '2.0.0', calls: [{ to: ADDRESS, data: '0x', value: '0x1' }] }]
const namespaces = {
  eip155: { accounts: [`eip155:1:${ADDRESS}`], methods: ['personal_sign'], chains: ['eip155:1'] },
  'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ': { accounts: [`solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${SOLANA}`], methods: [] },
}
const peer = {
  name: 'Wallet',
  icons: ['https://a.example/a.png'],
  redirect: { native: 'wallet://', universal: 'https://a.example' },
}
const listed = {
  bip122_getAccountAddresses: JSON.stringify([{ address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', intention: 'payment' }]),
}
const external = { id: 'own', name: 'Own', icon: ICON, namespace: 'eip155' }
const names = Object.keys(answers) as AppEvent[]

/** What a message can carry: near the right one, or anything that can be cloned. */
const from = (...near: readonly unknown[]): fc.Arbitrary<Maker> =>
  fc.oneof(
    { weight: 4, arbitrary: hostileLike(...near).map(made) },
    { weight: 1, arbitrary: fc.anything({ withBigInt: true, withDate: true, withMap: true, withSparseArray: true }).map(made) },
  )
/** What an injected wallet can hand over: the same, and hostile objects. */
const handed = (...near: readonly unknown[]): fc.Arbitrary<Maker> =>
  fc.oneof({ weight: 4, arbitrary: from(...near) }, { weight: 1, arbitrary: hostileObject })
const text = (...near: readonly string[]): fc.Arbitrary<Maker> => hostileText(...near).map(made)
/** The same with a provider, which JSON cannot have. */
const withProvider = (given: fc.Arbitrary<Maker>): fc.Arbitrary<Maker> =>
  given.map((make) => () => {
    const value = make()
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isRecord ? { ...value, provider: { request() {} } } : value
  })

/** Throws if a value was read that does not have this shape. */
function mustBe(pattern: RegExp, ...all: readonly unknown[]): void {
  for (const each of all) if (each !== undefined && !pattern.test(String(each))) throw new Error(`${String(each)} was read`)
}
const CHAIN = /^[-a-z\d]{3,8}:[-\w]{1,32}$/
const PICTURE = /^(https:\/\/|data:image\/)/
const EVM = /^0x[\da-f]{40}$/i

type Case = readonly [read: (value: unknown) => unknown, given: fc.Arbitrary<Maker>]
const edges: Readonly<Record<string, Case>> = {
  'messages of the frame': [readMessage, handed(...frameSays)],
  'answers of the frame': [
    (value) => {
      for (const name of ['GET_USER', 'CONNECT_SOCIAL', 'SET_PREFERRED_ACCOUNT'] as const) {
        const { address, email, chainId } = Object(readAnswer(name, value)?.payload)
        mustBe(/^(0x[\da-f]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/i, address)
        mustBe(/^[^\s<>]+@[^\s<>]+$/, email ?? undefined)
        mustBe(/^([1-9]\d{0,15}|[-a-z\d]{3,8}:[-\w]{1,32})$/, chainId)
      }
      return names.map((name) => readAnswer(name, value))
    },
    from(
      user,
      { address: ADDRESS, chainId: 1 },
      { address: ADDRESS, chainId: 1 },
      { uri: 'https://a.example' },
      { action: 'CONNECT' },
    ),
  ],
  'failures of the frame': [readFailure, from({ message: 'no' })],
  'calls for the frame': [areCalls, from(calls)],
  'permissions for the frame': [
    (value) => reshapePermissions('wallet_requestExecutionPermissions', value)?.params,
    from([permissions]),
  ],
  'permissions from the frame': [
    (value) => reshapePermissions('wallet_requestExecutionPermissions', [permissions])?.answer(value),
    from({ context: '0x1234', address: ADDRESS }),
  ],
  'accounts of a wallet': [
    (value) => {
      const found = readAddresses(value)
      expect(found.length).toBeLessThanOrEqual(MAX_ACCOUNTS)
      mustBe(EVM, ...found)
      if (new Set(found.map((each) => each.toLowerCase())).size < found.length) throw new Error('An account is there twice')
      return found
    },
    handed([ADDRESS, ADDRESS.toLowerCase()]),
  ],
  'chains of a wallet': [
    (value) => mustBe(/^eip155:[1-9]\d{0,15}$/, readChainId(value)),
    fc.oneof(handed('0x38', 56, { chainId: '0x38' }), text('0x38', '56')),
  ],
  'namespaces of a session': [
    (value) => {
      const found = [...readNamespaces(value).values()]
      for (const [namespace, { accounts, approved }] of readNamespaces(value)) {
        const within = (pattern: string) => new RegExp(`^${namespace}:[-\\w]{1,32}${pattern}$`)
        mustBe(within(':[-.%\\w]{1,128}'), ...accounts)
        mustBe(within(''), ...approved)
      }
      mustBe(CHAIN, idInSession('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', value))
      return found.map(({ accounts, approved, methods }) => [accounts, approved, methods.size])
    },
    from(namespaces),
  ],
  'accounts of a session': [
    (value) => ['eip155', 'solana', 'bip122'].map((each) => readAccount(value, each)),
    fc.oneof(from(`eip155:1:${ADDRESS}`), text(`eip155:1:${ADDRESS}`, `solana:x:${SOLANA}`)),
  ],
  'networks of a session': [
    (value) => {
      for (const each of ['eip155', 'solana']) mustBe(new RegExp(`^${each}:[-\\w]{1,32}$`), readNetwork(value, each))
    },
    fc.oneof(from('eip155:1', 1), text('eip155:1', '0x1', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')),
  ],
  'how a wallet calls itself': [
    (value) => {
      const found = readPeer(value)
      expect([...new Intl.Segmenter().segment(found.name)].length).toBeLessThanOrEqual(40)
      mustBe(PICTURE, found.icon)
      mustBe(/^(?!(?:javascript|data|blob|file):)[a-z][-+.a-z\d]*:\/\//i, found.redirect?.native, found.redirect?.universal)
      return found
    },
    from(peer),
  ],
  'Bitcoin addresses of a session': [
    (value) => {
      const side = openBitcoin(value)
      side.hear(value)
      return [side.answer('bc1qx', value), side.ordered(['bip122:x:bc1qx'])]
    },
    from(listed, JSON.parse(listed.bip122_getAccountAddresses)),
  ],
  'signatures on Solana': [(value) => [signatureBytes(value)?.length], fc.oneof(from('1'.repeat(64)), text(SOLANA.repeat(2)))],
  'transactions on Solana': [
    (value) => {
      const bytes = value as Uint8Array
      withSignature(bytes, SOLANA, new Uint8Array(64))
      return legacyParts(bytes)
    },
    fc.uint8Array({ maxLength: 1_300, size: 'max' }).map(made),
  ],
  'wallets that a host makes': [
    async (value) => {
      for (const { name } of await externalConnectors(value))
        expect([...new Intl.Segmenter().segment(name)].length).toBeLessThanOrEqual(100)
    },
    fc.oneof(withProvider(from(external)), hostileObject),
  ],
}

describe(`fuzz: messages from wallets, relays and frames, ${inputs} each`, () => {
  test.each(Object.entries(edges))('%s', async (_, [read, given]) => {
    await fc.assert(
      fc.asyncProperty(given, async (make) => {
        expect(sizeOf(await survive(() => read(make())))).toBeLessThan(1_000_000)
      }),
      { numRuns: inputs },
    )
  })
})

describe(`fuzz: announcements, ${inputs} each`, () => {
  let list: Connector[]
  beforeEach(() => {
    vi.stubGlobal('window', new EventTarget())
    list = []
  })
  afterEach(() => void vi.unstubAllGlobals())
  const add = (connector: Connector) => list.push(connector)

  async function flood(value: fc.Arbitrary<Maker>, discover: () => () => void, say: (value: unknown) => void) {
    await fc.assert(
      fc.asyncProperty(fc.array(value, { minLength: 1, maxLength: 3 }), async (makers) => {
        list = []
        const stop = discover()
        await survive(() => makers.forEach((make) => say(make())))
        stop()
        expect(list.length).toBeLessThanOrEqual(MAX_WALLETS)
        for (const { id, name, icon = '' } of list) {
          expect(id.length).toBeLessThanOrEqual(200)
          expect([...new Intl.Segmenter().segment(name)].length).toBeLessThanOrEqual(40)
          expect(icon).toMatch(/^(data:image\/|$)/i)
        }
      }),
      { numRuns: inputs },
    )
  }

  test('EIP-6963', async () => {
    const info = { uuid: '350670db-19fa-4704-a166-000000000001', name: 'Wallet', icon: ICON, rdns: 'wallet.test' }
    const both = hostileObject.map((make) => () => ({ info: make(), provider: make() }))
    await flood(
      fc.oneof({ weight: 3, arbitrary: withProvider(from({ info })) }, hostileObject, both),
      () => discoverAnnounced(add),
      (detail) => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })),
    )
  })

  test('Wallet Standard', async () => {
    const feature = { version: '1.0.0' }
    const features = { 'standard:connect': feature, 'standard:events': feature, 'solana:signTransaction': feature }
    const wallet = { version: '1.0.0', name: 'Burner', icon: ICON, chains: ['solana:devnet'], features, accounts: [] }
    await flood(
      fc.oneof({ weight: 3, arbitrary: handed(wallet) }, hostileObject, hostileJson.map(made)),
      () => discoverStandard(add, () => {}),
      (given) =>
        window.dispatchEvent(
          new CustomEvent('wallet-standard:register-wallet', {
            detail: ({ register }: { register: (wallet: unknown) => void }) => register(given),
          }),
        ),
    )
  })
})

test('error: an account of the frame with text before or after its address is refused', () => {
  expect(readAnswer('GET_USER', user)).toBeDefined()
  for (const address of [`${ADDRESS}00`, ` ${ADDRESS}`, `${SOLANA}0`])
    expect(readAnswer('GET_USER', { ...user, address })).toBeUndefined()
})
