import { ParsedMessage as OfficialMessage } from '@spruceid/siwe-parser'
import fc from 'fast-check'
import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { inFull } from '../../.ci/in-full.mjs'
import type { CaipNetworkId } from './caip'
import type { SiwxData } from './siwx'
import { dataOf, formatParts, formatSiwxMessage, type MessageParts, type ParsedMessage, parseSiwxMessage } from './siwx-message'
import caip122 from './vectors/caip/caip122_examples.json'
import erc4361 from './vectors/siwe/erc4361_examples.json'
import negative from './vectors/siwe/parsing_negative.json'
import positive from './vectors/siwe/parsing_positive.json'
import siws from './vectors/siws/wallet_standard_signin_text.json'

const runs = inFull(10_000, 500)

const data: SiwxData = {
  accountAddress: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  chainId: 'eip155:56',
  domain: 'bakery.example',
  uri: 'https://bakery.example/till',
  version: '1',
  nonce: 'q3KJf82LmXv0aTyBsd71Zr',
  statement: 'Login wallet',
  issuedAt: '2025-05-02T09:14:11.000Z',
  expirationTime: '2025-05-09T09:14:11.000Z',
}

describe('formatSiwxMessage', () => {
  test('eip155 is EIP-4361, with the number of the chain', () => {
    expect(formatSiwxMessage(data)).toBe(
      [
        'bakery.example wants you to sign in with your Ethereum account:',
        '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
        '',
        'Login wallet',
        '',
        'URI: https://bakery.example/till',
        'Version: 1',
        'Chain ID: 56',
        'Nonce: q3KJf82LmXv0aTyBsd71Zr',
        'Issued At: 2025-05-02T09:14:11.000Z',
        'Expiration Time: 2025-05-09T09:14:11.000Z',
      ].join('\n'),
    )
  })

  test.each([
    ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Solana'],
    ['bip122:000000000019d6689c085ae165831e93', 'Bitcoin'],
    ['polkadot:91b171bb158e2d3848fa23a9f1c25182', 'Polkadot'],
    ['cosmos:cosmoshub-3', 'Cosmos'],
  ] as const)('%s is called %s, with the CAIP-2 reference as chain id', (chainId, name) => {
    const text = formatSiwxMessage({ ...data, chainId, accountAddress: 'GwAF45zjfyGzUbd3i3hXxzGeuchzEZXwpRYHZM5912F1' })
    expect(text).toContain(`bakery.example wants you to sign in with your ${name} account:\n`)
    expect(text).toContain(`\nChain ID: ${chainId.split(':')[1]}\n`)
  })

  test('text beyond ASCII is kept', () => {
    const statement = 'Anmelden für die Bäckerei, 登录 🥐'
    expect(parseSiwxMessage(formatSiwxMessage({ ...data, statement }))?.statement).toBe(statement)
  })

  test.each<[string, Partial<SiwxData>]>([
    ['a statement of two lines', { statement: 'Login\nwallet' }],
    ['a carriage return', { statement: 'Login\rwallet' }],
    ['a line separator', { statement: 'Login\u2028wallet' }],
    ['a direction override', { statement: 'Login \u202Ewallet' }],
    ['an invisible character', { statement: 'Log\u200Bin' }],
    ['an empty statement', { statement: '' }],
    ['a field inside the nonce', { nonce: '12345678\nIssued At: 2020-01-01T00:00:00Z' }],
    ['a short nonce', { nonce: '1234567' }],
    ['a scheme in the domain', { domain: 'https://bakery.example' }],
    ['a space in the domain', { domain: 'bakery.example evil.example' }],
    ['no domain', { domain: '' }],
    ['an invalid URI', { uri: 'bakery.example' }],
    ['an invalid time', { issuedAt: 'now' }],
    ['an invalid month', { issuedAt: '2025-13-02T09:14:11Z' }],
    ['an address with a digit too many', { accountAddress: `${data.accountAddress}0` }],
    ['an address of another chain', { accountAddress: 'GwAF45zjfyGzUbd3i3hXxzGeuchzEZXwpRYHZM5912F1' }],
    ['no time of issue', { issuedAt: undefined }],
    ['a resource of two lines', { resources: ['https://a.example\n- https://b.example'] }],
    ['a chain id that is not a number', { chainId: 'eip155:main' }],
  ])('error: %s is refused', (_, change) => {
    expect(() => formatSiwxMessage({ ...data, ...change })).toThrow(expect.objectContaining({ code: 'SIGN_IN_MESSAGE_INVALID' }))
  })

  test('error: a statement that looks like a field is refused if no empty line separates them', () => {
    const change = { chainId: 'solana:x', accountAddress: 'A', statement: 'URI: https://evil.example' } as const
    expect(() => formatSiwxMessage({ ...data, ...change })).toThrow(expect.objectContaining({ code: 'SIGN_IN_MESSAGE_INVALID' }))
  })

  const time = fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true }).map((each) => each.toISOString())
  const uri = fc.webUrl({ withQueryParameters: true, withFragments: true })
  const evm = fc.record({
    accountAddress: fc.stringMatching(/^0x[0-9a-f]{40}$/).map((each): string => getAddress(each)),
    chainId: fc.nat().map((each) => `eip155:${each}` as CaipNetworkId),
  })
  const others = fc.record({
    accountAddress: fc.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{26,62}$/),
    chainId: fc
      .tuple(fc.constantFrom('solana', 'bip122', 'polkadot', 'cosmos'), fc.stringMatching(/^[-_A-Za-z0-9]{1,32}$/))
      .map((parts) => parts.join(':') as CaipNetworkId),
  })
  const rest = fc.record(
    {
      domain: fc.oneof(
        fc.domain(),
        fc.ipV4(),
        fc.ipV6().map((each) => `[${each}]`),
        fc.domain().map((each) => `${each}:8443`),
      ),
      uri,
      version: fc.constant('1'),
      nonce: fc.stringMatching(/^[A-Za-z0-9]{8,64}$/),
      issuedAt: time,
      statement: fc.stringMatching(/^[A-Za-z0-9\-._~!$&'()*+,;=:/?#[\]@ ]{1,200}$/),
      expirationTime: time,
      notBefore: time,
      requestId: fc.stringMatching(/^[A-Za-z0-9\-._~!$&'()*+,;=:@]{0,40}$/),
      resources: fc.array(uri, { maxLength: 4 }),
    },
    { requiredKeys: ['domain', 'uri', 'version', 'nonce', 'issuedAt'] },
  )

  test(`promise 25: the official EIP-4361 parser reads back what was meant, and so does ours, ${runs} times`, () => {
    fc.assert(
      fc.property(evm, rest, (account, parts) => {
        const text = formatSiwxMessage({ ...account, ...parts })
        expect(officially(text)).toEqual({ ...account, ...parts })
        const read = parseSiwxMessage(text)
        expect(read && dataOf(read)).toEqual({ ...account, ...parts })
      }),
      { numRuns: runs },
    )
  })

  test(`promise 25: it reads other chains’ messages, except account and chain, and ours reads all, ${runs} times`, () => {
    const { accountAddress, chainId } = data
    fc.assert(
      fc.property(others, rest, (account, parts) => {
        // Without an empty line after it, a statement is told from a field by its first word, and is refused with one of these.
        fc.pre(
          !/^(URI|Version|Chain ID|Nonce|Issued At|Expiration Time|Not Before|Request ID|Resources):/.test(parts.statement ?? ''),
        )
        const text = formatSiwxMessage({ ...account, ...parts })
        const [first = '', address, ...below] = text.split('\n')
        expect(address).toBe(account.accountAddress)
        if (parts.statement === undefined) below.unshift('')
        const ethereum = [first.replace(/\w+(?= account:$)/, 'Ethereum'), accountAddress, ...below]
          .join('\n')
          .replace(`\nChain ID: ${account.chainId.split(':')[1]}\n`, '\nChain ID: 56\n')
        expect(officially(ethereum)).toEqual({ accountAddress, chainId, ...parts })
        const read = parseSiwxMessage(text)
        expect(read && dataOf(read)).toEqual({ ...account, ...parts })
      }),
      { numRuns: runs },
    )
  })

  test('error: the official parser throws if a part is out of place', () => {
    const text = formatSiwxMessage(data)
    expect(officially(text)).toEqual(data)
    for (const wrong of [text.replace('Version: 1', 'Version: 2'), text.replace('\n\nLogin', '\nLogin'), `${text}\n`])
      expect(() => officially(wrong)).toThrow()
  })
})

/** What the official parser reads in a text. Throws if the text does not match its grammar. */
function officially(text: string) {
  const { scheme: _, uriElements: __, address, chainId, ...parts } = new OfficialMessage(text)
  const given = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined))
  return { ...given, accountAddress: address, chainId: `eip155:${chainId}` }
}

describe('parseSiwxMessage', () => {
  const eip55 = (read: ParsedMessage | undefined) => read && getAddress(read.address) === read.address && read

  test.each(Object.entries(positive))('official vector: %s', (_, { message, fields }) => {
    const { chainId, ...rest } = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
    expect(parseSiwxMessage(message)).toEqual({ namespace: 'eip155', ...rest, chain: String(chainId) })
  })

  test.each(Object.entries(negative))('promise 26: error: official vector: %s', (_, message) => {
    expect(eip55(parseSiwxMessage(message)) || undefined).toBeUndefined()
  })

  test.each(erc4361)('an example of EIP-4361, case %#', (text) => {
    const read = parseSiwxMessage(text)
    expect(read?.domain).toMatch(/^example\.com(:3388)?$/)
    expect(read && (read.scheme ? `${read.scheme}://` : '') + formatParts('eip155', withoutScheme(read))).toBe(text)
  })

  test('reads the Solana examples of CAIP-122; its Ethereum one violates the order of EIP-4361', () => {
    const [ethereum = '', solana = '', encoded = ''] = caip122.map((each) => each.trimEnd())
    expect(parseSiwxMessage(ethereum)).toBeUndefined()
    for (const text of [solana, Buffer.from(encoded, 'base64').toString()])
      expect(parseSiwxMessage(text)).toMatchObject({
        namespace: 'solana',
        address: 'GwAF45zjfyGzUbd3i3hXxzGeuchzEZXwpRYHZM5912F1',
        statement: 'I accept the ServiceOrg Terms of Service: https://service.org/tos',
        resources: { length: 2 },
      })
  })

  test.each(Object.entries(siws))('Sign In With Solana %s', (name, { parsed, text }) => {
    // Multi-line statements are allowed there, and let a statement pretend to be a field; we neither write nor read them.
    if (name.includes('multi-line')) expect(parseSiwxMessage(text)).toBeUndefined()
    else {
      expect(formatParts('solana', parsed as MessageParts)).toBe(text)
      expect(parseSiwxMessage(text)).toEqual({ namespace: 'solana', ...parsed })
    }
  })

  test('resources may be all that follows the account of Sign In With Solana', () => {
    const parts = { domain: 'a.example', address: 'A', resources: ['https://a.example/terms'] }
    expect(parseSiwxMessage(formatParts('solana', parts))).toEqual({ namespace: 'solana', ...parts })
  })

  test('error: text after the end, before the beginning or in between is refused', () => {
    const text = formatSiwxMessage({ ...data, resources: ['https://bakery.example/terms'] })
    const lines = text.split('\n')
    const changed = lines.map((_, at) => lines.toSpliced(at, 0, 'Please').join('\n'))
    for (const each of [...changed, `${text}\n`, `${text}\nPlease`, ` ${text}`]) expect(parseSiwxMessage(each)).toBeUndefined()
  })

  test('error: a text whose line, except the statement, is replaced is refused: the wallet would show what nobody has read', () => {
    const text = formatSiwxMessage({ ...data, resources: ['https://bakery.example/terms'] })
    const lines = text.split('\n')
    for (const [at, line] of lines.entries())
      if (line !== data.statement) expect(parseSiwxMessage(lines.with(at, 'Please').join('\n')), line).toBeUndefined()
    expect(parseSiwxMessage(text.replace('- https', '* https'))).toBeUndefined()
  })

  test('error: a text that ends before the time of issue is refused', () => {
    const lines = formatSiwxMessage({ ...data, expirationTime: undefined }).split('\n')
    for (const at of lines.keys()) expect(parseSiwxMessage(lines.slice(0, at).join('\n')), `${at} lines`).toBeUndefined()
  })

  test('error: a chain that stands before and after the time is refused: the second would count', () => {
    const text = formatSiwxMessage({ ...data, chainId: 'solana:mainnet', accountAddress: 'A' })
    expect(parseSiwxMessage(text)?.chain).toBe('mainnet')
    expect(parseSiwxMessage(text.replace(/(Issued At: .*)/, '$1\nChain ID: devnet'))).toBeUndefined()
  })

  test('error: a line break after a statement without fields is refused', () => {
    const text = `a.example wants you to sign in with your Solana account:\nA\n\nLogin wallet`
    expect(parseSiwxMessage(text)?.statement).toBe('Login wallet')
    for (const end of ['\n', '\n\n']) expect(parseSiwxMessage(text + end)).toBeUndefined()
  })

  test('error: no text makes it throw, and it could format whatever it parses', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(parseSiwxMessage(text)).toBeUndefined()
        const read = parseSiwxMessage(`a.example wants you to sign in with your Solana account:\nA\n\n${text}`)
        expect(read === undefined || formatParts('solana', withoutScheme(read)).length > 0).toBe(true)
      }),
      { numRuns: runs },
    )
  })
})

function withoutScheme({ scheme: _, namespace: __, ...parts }: ParsedMessage): MessageParts {
  return parts
}
