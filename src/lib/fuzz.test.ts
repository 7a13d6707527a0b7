import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { encodeRecap } from '../../.ci/encode-recap'
import { labelOf, labelProblem } from './account-name'
import { addressUri } from './address-uri'
import { fromBase58, isSolanaAddress, toBase58 } from './base58'
import { fromBase64, toBase64 } from './base64'
import { bitcoinAddress } from './bitcoin-address'
import { verifyBitcoinMessage } from './bitcoin-signature'
import { isCaipAddress, isCaipNetworkId, parseCaipAddress } from './caip'
import { addDecimals, multiplyDecimals } from './decimal'
import { linkBase, walletLink } from './deep-link'
import { formatAmount, formatFiat, formatUnits, isDecimal, parseUnits } from './format'
import './later-errors'
import { safeImage, safeLink, schemeOf } from './links'
import './money-errors'
import { expectLinear, hostileLike, hostileText, inputs, sizeOf, survive } from '../../.ci/hostile'
import { paymentPage } from './onramp'
import { type Payee, payeesKey } from './payees'
import { readCode } from './payment-code'
import { pendingKey } from './pending-transaction'
import { verifyPolkadotMessage } from './polkadot-signature'
import { decodeRecap, recapStatement } from './recap'
import { formatParts, parseSiwxMessage } from './siwx-message'
import { MAX_SESSIONS, siwxSessionsKey } from './siwx-sessions'
import { answers, resultIn, stateOf, withReturn } from './social-link'
import { readSs58, writeSs58 } from './ss58'
import { keys, read, type StorageKey } from './storage'
import { plainText } from './text'
import bitcoinVectors from './vectors/bip322.json'
import polkadotVectors from './vectors/substrate.json'

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const SOLANA = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
const PAIRING = `wc:${'7f'.repeat(32)}@2?relay-protocol=irn&symKey=${'58'.repeat(32)}&expiryTimestamp=1700000000`

const messages = [
  `a.example wants you to sign in with your Ethereum account:\n${ADDRESS}\n\nLogin wallet\n\nURI: https://a.example\nVersion: 1\nChain ID: 56\nNonce: 12345678\nIssued At: 2026-01-01T00:00:00Z\nResources:\n- https://a.example/b`,
  `a.example wants you to sign in with your Solana account:\n${SOLANA}\n\nLogin wallet`,
  `a.example wants you to sign in with your Solana account:\n${SOLANA}\n\nResources:\n- https://`,
]

type Case = readonly [parse: (text: string) => unknown, ...near: string[]]
/** The longest result of a text, unless it is the text itself. */
const upTo = (limit: number, parse: (text: string) => unknown) => (text: string) => {
  const found = parse(text)
  expect(sizeOf(found)).toBeLessThanOrEqual(limit + 2)
  return found
}

/** The result, unless it has another form. */
const as = (pattern: RegExp, parse: (text: string) => unknown) => (text: string) => {
  const found = parse(text)
  if (found !== undefined && found !== false && !pattern.test(String(found))) throw new Error(`${String(found)} was read`)
  return found
}

const texts: Readonly<Record<string, Case>> = {
  safeLink: [
    as(/^(https:\/\/[^\s/@]+\/|metamask:\/\/)\S*$/, (text) => safeLink(text, { schemes: ['metamask'] })),
    'https://a.example/b?c#d',
    'metamask://wc?uri=x',
    'javascript:alert(1)',
  ],
  safeImage: [
    as(/^(https:\/\/[^\s/@]+\/\S*|data:image\/[\s\S]+)$/i, safeImage),
    'data:image/png;base64,iVBORw0KGgo=',
    'https://a.example/b.png',
    'data:image/svg+xml;charset=utf-8,<svg/>',
  ],
  schemeOf: [as(/^(?!(?:javascript|data|blob|file|https?)$)[a-z][a-z\d+.-]*$/, schemeOf), 'metamask://', 'https://a.example'],
  'deep link': [
    as(
      /^(?!(?:javascript|data|blob|file):)[a-z][a-z\d+.-]*:\/\/.*wc\?uri=wc%3A7f7f\S+$/i,
      (text) => walletLink(text, PAIRING)?.href,
    ),
    'metamask',
    'metamask://',
    'https://wallet.example/app/',
  ],
  'deep link of a hostile code': [
    as(/^metamask:\/\/wc\?uri=[-\w.~!*'()%]*$/, (text) => walletLink('metamask://', text)?.href),
    PAIRING,
  ],
  linkBase: [linkBase, 'trust://', 'https://link.trustwallet.com'],
  'address in a URI': [
    upTo(255 * 6, (text) => readCode(text).to),
    `ethereum:${ADDRESS}@56`,
    `solana:${SOLANA}?amount=1`,
    'bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    PAIRING,
  ],
  'CAIP-2': [isCaipNetworkId, 'eip155:56', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  'CAIP-10': [
    (text) => {
      if (!isCaipAddress(text)) return
      const { networkId, address } = parseCaipAddress(text)
      if (`${networkId}:${address}` !== text || !isCaipNetworkId(networkId)) throw new Error(`${text} is read as another`)
    },
    `eip155:56:${ADDRESS}`,
  ],
  plainText: [upTo(60 * 16 * 6, (text) => plainText(text, 60)), 'José’s “wallet”', '👩‍👩‍👧 ﷽ e\u0301\u0301'],
  amounts: [
    (text) => [parseUnits(text, 18)?.toString(), isDecimal(text)],
    '1.5',
    '0.000000000000000001',
    '115792089237316195423570985008687907853269984665640564039457584007913129639935',
  ],
  'shown amounts': [(text) => isDecimal(text) && [formatAmount(text, 'de'), formatFiat(text, 'ar')], '1234567.891', '0.00000001'],
  'sums and products': [(text) => isDecimal(text) && [addDecimals([text, '1']), multiplyDecimals(text, '3')], '1.5', '0'],
  'names of accounts': [(text) => [labelProblem(text), labelOf(text, 'reown.id')], 'ada.reown.id', 'ada'],
  'payment pages': [
    as(/^https:\/\/(pay\.coinbase\.com|(www\.)?meldcrypto\.com|rpc\.example)(:\d+)?\//, (text) =>
      paymentPage(text, 'https://rpc.example/'),
    ),
    'https://pay.coinbase.com/buy?x=1',
    'https://rpc.example/a',
  ],
  'states of a social login': [
    (text) => [stateOf(text), answers(text, text), withReturn(text, 'https://a.example/'), resultIn(text)],
    'https://a.example/cb?state=abc--https%3A%2F%2Fb&code=1',
    'https://auth.magic.link/x?provider_authorization_url=https%3A%2F%2Fa%2F%3Fstate%3Db',
    'https://a.example/?result_uri=https%3A%2F%2Fb#state=c',
  ],
  base58: [(text) => [fromBase58(text)?.length, isSolanaAddress(text)], SOLANA],
  base64: [(text) => fromBase64(text)?.length, 'AAECAw==', 'aGVsbG8'],
  SS58: [(text) => readSs58(text)?.length, '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'],
  'Bitcoin addresses': [bitcoinAddress, 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
  'sign-in messages': [parseSiwxMessage, ...messages],
  ReCaps: [
    (text) => {
      const recap = decodeRecap(text)
      return recap && [recap, recapStatement(recap)]
    },
    encodeRecap({ att: { 'https://a.example': { 'crud/read': [{}], 'crud/delete': [] } }, prf: ['b'] }),
  ],
}

const payee: Payee = { namespace: 'eip155', address: ADDRESS, name: 'ada.eth', at: 1, count: 2 }
const sent = {
  ...{ owner: `eip155:56:${ADDRESS}`, networkId: 'eip155:56', hash: '0x12', kind: 'send', at: 1, to: ADDRESS, amount: '1.5' },
  ...{ symbol: 'BNB', status: 'pending', nonce: 1, call: 'm', lastValidBlockHeight: 2, lost: true },
}
const data = {
  accountAddress: ADDRESS,
  chainId: 'eip155:56',
  domain: 'a.example',
  uri: 'https://a.example',
  version: '1',
  nonce: '12345678',
}
const payload = { iss: 'did:pkh:eip155:56:0x1', aud: 'https://a.example', domain: 'a.example', nonce: '1' }
const cacao = { h: { t: 'caip122' }, p: payload, s: { t: 'eip191', s: '0x' } }
const wallet = {
  ...{ id: 'w', name: 'Wallet', imageUrl: 'https://a.example/a.png', rdns: 'a.b', homepage: 'https://a.example/' },
  ...{ mobileLink: 'wallet://', chains: ['eip155:56'] },
}
const connection = { connectorId: 'io.metamask', networkId: 'eip155:56', caipAddress: `eip155:56:${ADDRESS}` }
/** Everything read from storage in this layer: its key, the largest size read, and what we write. */
const stored: Readonly<Record<string, readonly [key: StorageKey<unknown>, most: number, ...well: unknown[]]>> = {
  connections: [keys.connections, 100_000, { active: 'eip155', entries: { eip155: connection, solana: connection } }],
  recentWallets: [keys.recentWallets, 100_000, [wallet, wallet]],
  legalAccepted: [keys.legalAccepted, 5, true],
  payees: [payeesKey, 100_000, [payee, payee]],
  pending: [pendingKey, 200_000, [sent, sent]],
  sessions: [siwxSessionsKey, MAX_SESSIONS * 100_000, [{ data, message: 'm', signature: '0x', cacao }]],
}

describe(`fuzz: texts from outside, ${inputs} each`, () => {
  test.each(Object.entries(texts))('%s', async (_, [parse, ...near]) => {
    await fc.assert(
      fc.asyncProperty(hostileText(...near), async (text) => {
        const found = await survive(() => parse(text))
        expect(sizeOf(found)).toBeLessThan(40 * text.length + 2_000)
      }),
      { numRuns: inputs },
    )
  })

  test.each(Object.entries(texts))('%s: a hundred thousand characters are parsed in linear time', (_, [parse, ...near]) =>
    expectLinear(parse, ...near),
  )
})

/** One of the accounts, chosen by the signature: trying all would take several times as long. */
function oneOf(accounts: readonly { readonly address: string }[], signature: string) {
  const { address = '' } = accounts[(signature.charCodeAt(9) || 0) % accounts.length] ?? {}
  return { address }
}
/** Signatures that nobody has made: none is accepted, whatever its bytes. */
const signatures: Readonly<Record<string, readonly [verify: (signature: string) => unknown, ...near: string[]]>> = {
  Bitcoin: [
    (signature) => verifyBitcoinMessage({ ...oneOf(bitcoinVectors.good, signature), message: 'never signed', signature }),
    ...bitcoinVectors.good.map(({ signature }) => signature),
    `smp${bitcoinVectors.good[1]?.signature}`,
    '1f'.repeat(65),
  ],
  Polkadot: [
    (signature) => verifyPolkadotMessage({ ...oneOf(polkadotVectors.cases, signature), message: 'never signed', signature }),
    ...polkadotVectors.cases.map(({ signature }) => signature),
  ],
}

// Curve operations take milliseconds.
describe(`fuzz: signatures, ${inputs} each`, { timeout: 3_600_000 }, () => {
  test.each(Object.entries(signatures))('%s', async (_, [verify, ...near]) => {
    await fc.assert(
      fc.asyncProperty(hostileText(...near), async (signature) => {
        if ((await survive(() => verify(signature))) !== false) throw new Error(`${signature} is taken`)
      }),
      { numRuns: inputs },
    )
  })
})

describe(`fuzz: stored values, ${inputs} each`, () => {
  test.each(Object.entries(stored))('%s', async (_, [key, most, ...well]) => {
    const area = new Map<string, string>()
    vi.stubGlobal(`${key.area}Storage`, {
      getItem: (name: string) => area.get(name) ?? null,
      setItem: (name: string, text: string) => void area.set(name, text),
      removeItem: (name: string) => void area.delete(name),
      key: (at: number) => [...area.keys()][at] ?? null,
      get length() {
        return area.size
      },
    })
    const name = `wallet-modal:${key.name}`
    for (const value of well) {
      area.set(name, JSON.stringify(value))
      expect(read(key)).toEqual(value)
    }
    const values = hostileLike(...well).map((value) => JSON.stringify(value) ?? '')
    const given = fc.oneof({ weight: 4, arbitrary: values }, hostileText(...well.map((value) => JSON.stringify(value))))
    await fc.assert(
      fc.asyncProperty(given, async (text) => {
        area.set(name, text)
        const found = await survive(() => read(key))
        expect(sizeOf(found)).toBeLessThan(Math.min(most, 40 * text.length + 2_000))
        // A value read once is read the same again.
        area.set(name, JSON.stringify(found) ?? '')
        expect(await survive(() => read(key))).toEqual(found)
      }),
      { numRuns: inputs },
    )
    vi.unstubAllGlobals()
  })
})

describe(`fuzz: round trips, ${inputs} each`, () => {
  const bytes = fc.uint8Array({ maxLength: 80 })
  const holds = <Value>(arbitrary: fc.Arbitrary<Value>, check: (value: Value) => void) =>
    fc.assert(
      fc.property(arbitrary, (value) => {
        check(value)
      }),
      { numRuns: inputs },
    )

  test('base58 and base64', () =>
    holds(bytes, (each) => {
      expect(fromBase58(toBase58(each))).toEqual(each)
      expect(fromBase64(toBase64(each))).toEqual(each)
    }))
  test('SS58', () =>
    holds(fc.tuple(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.integer({ min: 0, max: 63 })), ([key, prefix]) => {
      expect(readSs58(writeSs58(key, prefix))).toEqual(key)
    }))
  test('address URIs', () =>
    holds(
      fc.constantFrom(['eip155:56', ADDRESS], ['solana:x', SOLANA], ['bip122:x', 'bc1qx'], ['cosmos:x', 'cosmos1x']),
      ([id, address]) => expect(readCode(addressUri(id as 'eip155:56', String(address))).to).toBe(address),
    ))
  test('amounts', () =>
    holds(fc.tuple(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.integer({ min: 0, max: 36 })), ([units, decimals]) =>
      expect(parseUnits(formatUnits(units, decimals), decimals)).toBe(units),
    ))
  test('ReCaps', () => {
    const key = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).filter((each) => each !== '__proto__')
    const abilities = fc.dictionary(
      key.map((each) => `a/${each}`),
      fc.constant([{}]),
      { noNullPrototype: true },
    )
    holds(fc.dictionary(key, abilities, { noNullPrototype: true }), (att) => {
      const wellFormed = JSON.parse(JSON.stringify(att).replaceAll(/\\ud[89a-f]../g, '?'))
      expect(decodeRecap(encodeRecap({ att: wellFormed }))).toEqual({ att: wellFormed })
    })
  })
  test('sign-in messages', () =>
    holds(hostileText(...messages), (text) => {
      const found = parseSiwxMessage(text)
      if (!found) return
      const { namespace, scheme, ...parts } = found
      expect((scheme ? `${scheme}://` : '') + formatParts(namespace, parts)).toBe(text)
    }))
})
