import { encodeFunctionData, erc20Abi, getAddress, type Hex, maxUint256, parseAbi, parseUnits, toHex } from 'viem'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sessionIdOf } from '../secure/account-abi'
import { readCall } from '../secure/calls'
import type { SiteChain } from '../secure/chains'
import { previewCalls, previewMessage, previewTyped } from '../secure/decode'
import { notePayees } from '../secure/payees'
import { previewGrant, readSession } from '../secure/permissions'
import { readable, readablePreview } from '../secure/readable'
import { type Chain, startChain } from './chain'
import { COIN_ADDRESS, EXCHANGE_ADDRESS } from './exchange'
import { freePort } from './listen'
import { DEV_MNEMONIC } from './networks'

let chain: Chain
const kept = new Map<string, string>()
beforeAll(async () => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  })
  chain = await startChain(31337, await freePort())
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await chain.stop()
})

const site = (): SiteChain => ({
  ...{ chainId: 31337, name: 'Localhost', symbol: 'ETH', currency: 'Ether', rpc: chain.url, tokens: chain.tokens },
  exchange: EXCHANGE_ADDRESS,
})
const rich = mnemonicToAccount(DEV_MNEMONIC).address
const friend = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const demo = () => chain.tokens[0]?.address as Hex
const token = (functionName: 'transfer' | 'approve', to: Hex, amount: bigint) => ({
  to: demo(),
  data: encodeFunctionData({ abi: erc20Abi, functionName, args: [to, amount] }),
})
const preview = (...calls: { to: Hex; value?: Hex; data?: Hex }[]) => previewCalls(site(), 'person', rich, calls, false)
const risksOf = ({ risks }: { risks: readonly { title: string }[] }) => risks.map(({ title }) => title)

describe('what a person is told of calls', () => {
  test('a transfer: to whom, how much, what it changes and costs', async () => {
    const told = await preview(token('transfer', friend, parseUnits('2.5', 18)))
    expect(told.title).toBe('Send 2.5 DEMO')
    expect(told.changes).toEqual([{ sign: '−', amount: '2.5 DEMO' }])
    expect(told.risks).toEqual([])
    expect(Object.fromEntries(told.facts)).toMatchObject({ From: rich, To: friend, Network: 'Localhost' })
    expect(Object.fromEntries(told.facts)['Network fee']).toMatch(/^0\.0*[1-9]\d* ETH$/)
  })

  test('an approval names the spender; one without a limit is a danger', async () => {
    const some = await preview(token('approve', friend, parseUnits('7', 18)))
    expect([some.title, risksOf(some)]).toEqual(['Allow spending of 7 DEMO', []])
    expect(some.facts).toContainEqual(['Spender', friend])
    const all = await preview(token('approve', friend, maxUint256))
    expect([all.title, risksOf(all)]).toEqual(['Allow spending of Unlimited DEMO', ['This site could empty your DEMO']])
  })

  test('a swap: what for what; a danger where somebody else gets it', async () => {
    const swap = (receiver: Hex) => ({
      to: EXCHANGE_ADDRESS,
      value: toHex(parseUnits('1', 18)),
      data: encodeFunctionData({
        abi: parseAbi(['function swap(address from, address to, uint256 amount, uint256 least, address receiver)']),
        args: [COIN_ADDRESS, demo(), parseUnits('1', 18), parseUnits('3', 18), receiver],
      }),
    })
    const own = await preview(swap(rich))
    expect([own.title, risksOf(own)]).toEqual(['Swap 1 ETH for at least 3 DEMO', []])
    expect(own.changes.map(({ sign }) => sign).sort()).toEqual(['+', '−'])
    expect(risksOf(await preview(swap(friend)))).toEqual(['Somebody else gets what you swap for'])
  })

  test('unknown contracts, no contract, a failure and a whole collection are told', async () => {
    expect(risksOf(await preview({ to: EXCHANGE_ADDRESS, data: '0xdeadbeef' }))).toEqual(['This would fail', 'Unknown contract'])
    expect(risksOf(await preview({ to: friend, data: '0xdeadbeef' }))).toEqual(['There is no contract at this address'])
    const abi = parseAbi(['function setApprovalForAll(address operator, bool approved)'])
    const data = encodeFunctionData({ abi, args: [friend, true] })
    expect(risksOf(await preview({ to: EXCHANGE_ADDRESS, data }))).toContain('This lets somebody take the whole collection')
    expect(risksOf(await preview(token('transfer', demo(), 1n)))).toEqual(['This sends DEMO to its own contract'])
  })

  test('an address that resembles one that was paid before is a trap', async () => {
    notePayees('person', [{ to: friend, value: '0x1' }])
    const alike = `${friend.slice(0, 6)}${'1'.repeat(32)}${friend.slice(-4)}` as Hex
    expect(risksOf(await preview({ to: alike, value: '0x1' }))).toEqual(['Not the address that it looks like'])
    expect(risksOf(await preview({ to: friend, value: '0x1' }))).toEqual([])
  })

  test('promise 15: what has no name that is known here is told by its whole address', async () => {
    const plain = { ...site(), tokens: [] }
    const told = await previewCalls(plain, 'nobody', rich, [token('transfer', friend, 5n)], false)
    expect(told.changes).toEqual([{ sign: '−', amount: `5 of ${getAddress(demo())}` }])
    expect(told.facts).toContainEqual(['To', getAddress(demo())])
    const alike = getAddress(`${friend.slice(0, 6)}${'2'.repeat(32)}${friend.slice(-4)}`)
    notePayees('somebody', [{ to: friend, value: '0x1' }])
    const trap = await previewCalls(plain, 'somebody', rich, [{ to: alike, value: '0x1' }], false)
    expect(trap.risks[0]?.text).toContain(`${alike} only resembles`)
    expect(JSON.stringify([told, trap])).not.toContain('…')
  })

  test('several calls are told as steps of one', async () => {
    const { title, changes } = await preview(token('transfer', friend, 10n ** 18n), { to: friend, value: toHex(10n ** 18n) })
    expect(title).toBe('2 steps at once: Send 1 DEMO, Send 1 ETH')
    expect(changes.map(({ amount }) => amount).sort()).toEqual(['1 DEMO', '1 ETH'])
  })

  test('a permit is the right to spend, and typed data for another network is told', () => {
    const told = previewTyped(site(), {
      domain: { chainId: 1, verifyingContract: demo() },
      primaryType: 'Permit',
      message: { spender: friend, value: String(maxUint256) },
    })
    expect(told.title).toBe('Allow spending by signature')
    expect(risksOf(told)).toEqual(['This lets somebody spend unlimited DEMO', 'This is for another network'])
  })

  const permits: readonly (readonly [string, string, () => object, string])[] = [
    ['DAI’s own, all or nothing', 'Permit', () => ({ holder: rich, nonce: 0, expiry: 0, allowed: true }), 'unlimited DEMO'],
    ['the end of it', 'Permit', () => ({ holder: rich, nonce: 0, expiry: 0, allowed: false }), '0 DEMO'],
    [
      'Permit2, without a limit',
      'PermitSingle',
      () => ({ details: { token: demo(), amount: String(2n ** 160n - 1n) } }),
      'unlimited DEMO',
    ],
    [
      'Permit2, a list',
      'PermitBatchTransferFrom',
      () => ({
        permitted: [
          { token: demo(), amount: String(parseUnits('2.5', 18)) },
          { token: friend, amount: '7' },
        ],
      }),
      `2.5 DEMO, 7 of ${friend}`,
    ],
    ['one that says no amount', 'PermitWitness', () => ({}), 'what is not told of DEMO'],
  ]
  test.each(permits)('a permit says how much: %s', (_, primaryType, message, amount) => {
    const told = previewTyped(site(), {
      domain: { verifyingContract: demo() },
      primaryType,
      message: { spender: friend, ...message() },
    })
    expect([risksOf(told), told.facts[0]]).toEqual([[`This lets somebody spend ${amount}`], ['Spender', friend]])
  })

  test('typed data with an amount in words is no right to spend, and can be read', () => {
    const message = { destination: friend, amount: '1.5', value: { unit: 'cups' } }
    expect(previewTyped(site(), { primaryType: 'Order', message })).toMatchObject({ title: 'Sign data: Order', risks: [] })
  })
})

describe('readable', () => {
  test.each([
    ['turns the order round', 'pay \u202Ecilbup', 'pay [U+202E]cilbup'],
    ['isolates', 'a\u2067b\u2069', 'a[U+2067]b[U+2069]'],
    ['takes no room', 'free\u200Bdom \u200Dx', 'free[U+200B]dom [U+200D]x'],
    ['ends a line for some', 'a\u2028b\u0085c\rd', 'a[U+2028]b[U+0085]c[U+000D]d'],
    ['is a tag', 'hi\u{E0041}', 'hi[U+E0041]'],
    ['is half a character', 'a\uD800b', 'a[U+D800]b'],
    ['is empty, and a letter', '\u3164\u2800', '[U+3164][U+2800]'],
  ])('writes out what %s', (_, text, seen) => {
    expect(readable(text)).toBe(seen)
  })

  test('leaves lines, emoji and the joiners of scripts', () => {
    for (const text of ['one\n\ttwo', '👩🏽‍🚀 ❤️‍🔥 👨‍👩‍👧', 'می‌خواهم', 'क्‍ष', 'שלום', 'Ünï']) expect(readable(text)).toBe(text)
  })

  test('promise 15: a person is warned of what hides in a text, and of nothing else', () => {
    const plain = previewMessage('Hello\nfrom the page', 'bakery.example')
    expect(readablePreview(plain)).toBe(plain)
    const told = readablePreview(
      previewTyped(site(), { primaryType: 'Mail\u202E', domain: { name: 'Bak\u200Bery' }, message: { to: 'you\u2066' } }),
    )
    expect([told.title, told.facts]).toEqual(['Sign data: Mail[U+202E]', [['Contract', 'Bak[U+200B]ery']]])
    expect(told.raw).toContain('you[U+2066]')
    expect(risksOf(told)).toEqual(['Something hides in this text'])
  })
})

describe('a request for a session', () => {
  const key = privateKeyToAccount(generatePrivateKey())
  const signer = { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey: key.publicKey }] } }
  const native = { type: 'native-token-recurring-allowance', data: { allowance: '0x10', start: 5, period: 3600 } }
  const asked = { expiry: 1000, signer, permissions: [native] }
  const read = (patch: object) => readSession({ ...asked, ...patch }, 'bakery.example', 500)

  test('is read whole', () => {
    const session = read({})
    expect(session).toMatchObject({
      ...{ key: key.address, until: 1000, site: 'bakery.example', acts: [] },
      spends: [{ token: `0x${'0'.repeat(40)}`, allowance: 16n, start: 5, period: 3600 }],
    })
    // Two of the same are two.
    expect(sessionIdOf(read({}))).not.toBe(sessionIdOf(session))
    const compressed = `0x${key.publicKey.endsWith('0') || Number(`0x${key.publicKey.slice(-1)}`) % 2 === 0 ? '02' : '03'}${key.publicKey.slice(4, 68)}`
    const short = { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey: compressed }] } }
    expect(read({ signer: short }).key).toBe(key.address)
  })

  test('error: one as long as there can be has a day of its end, as the page has it; that was an Invalid Date', () => {
    const { facts, risks } = previewGrant(site(), rich, read({ expiry: 2 ** 48 - 1 }))
    expect(new Map(facts).get('Without asking until')).toMatch(/^Sep 1\d, 275760/)
    expect(risks.at(-1)?.text).toMatch(/^It holds until 9\/1\d\/275760\.$/)
  })

  const abi = [
    { type: 'function', name: 'mint', inputs: [{ type: 'uint256', name: 'x' }], outputs: [], stateMutability: 'payable' },
  ]
  const call = (functions: unknown) => ({ type: 'contract-call', data: { address: friend, abi, functions } })
  test('a call is one function of one contract', () => {
    const { acts } = read({ permissions: [call([{ functionName: 'mint', valueLimit: '0x5' }])] })
    expect(acts).toEqual([{ target: friend, selector: '0xa0712d68', value: 5n }])
  })

  test.each([
    ['its time is over', { expiry: 500 }],
    ['it has no end', { expiry: undefined }],
    ['its end is none that the contract can keep', { expiry: 2 ** 48 }],
    ['it asks for nothing', { permissions: [] }],
    ['it asks for what is not known', { permissions: [{ type: 'everything', data: {} }] }],
    ['it has policies', { policies: [{ type: 'gas', data: {} }] }],
    ['it has no key', { signer: { type: 'keys', data: { keys: [] } } }],
    [
      'it has a key of another curve',
      { signer: { type: 'keys', data: { keys: [{ type: 'secp256r1', publicKey: key.publicKey }] } } },
    ],
    ['its key is no point', { signer: { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey: '0x04' }] } } }],
    ['an allowance is no hex', { permissions: [{ ...native, data: { allowance: '10' } }] }],
    ['a period is no time', { permissions: [{ ...native, data: { allowance: '0x1', period: -1 } }] }],
    [
      'arguments have conditions',
      { permissions: [call([{ functionName: 'mint', args: [{ operator: 'EQUAL', value: '0x1' }] }])] },
    ],
    ['a call would be a delegate’s', { permissions: [call([{ functionName: 'mint', operation: 'DelegateCall' }])] }],
    ['a function is not in the ABI', { permissions: [call([{ functionName: 'burn' }])] }],
  ])('error: is refused where %s', (_, patch) => {
    expect(() => read(patch)).toThrow()
  })
})

describe('readCall', () => {
  test('keeps what a call says, under either name of its data', () => {
    const asked = { from: rich, to: friend, value: '0x1', input: '0xab', nonce: '0x0' }
    expect(readCall(asked)).toEqual({ to: friend, value: '0x1', data: '0xab' })
    expect(readCall({ to: null, value: '0x', data: '0x60' })).toEqual({ data: '0x60' })
  })
  test.each([
    [{ to: 'shop.eth', value: '0x1' }, 'Invalid to: not an address'],
    [{ to: friend.slice(0, 20), value: '0x1' }, 'Invalid to: not an address'],
    [{ to: friend, value: '1000' }, 'Invalid value: must start with "0x"'],
    [{ to: friend, value: 1000 }, 'Invalid value: must start with "0x"'],
    [{ to: friend, data: 'abcd' }, 'Invalid data: must start with "0x"'],
  ])('error: %j is refused, and nothing of it is left out', (asked, words) => {
    expect(() => readCall(asked)).toThrow(words)
  })
})

test('a message that is no text, such as a hash, is shown as it is signed', () => {
  const hash: Hex = `0x${'ab'.repeat(32)}`
  expect(previewMessage(hash, 'bakery.example').raw).toBe(hash)
  expect(previewMessage(toHex('héllo'), 'bakery.example').raw).toBe('héllo')
  expect(previewMessage('0xno', 'bakery.example').raw).toBe('0xno')
})

describe('a text that signs in', () => {
  const text = (domain: string, rest = 'wants you to sign in with your Ethereum account:') =>
    `${domain} ${rest}\n${rich}\n\nLogin`
  const risks = (message: string) => risksOf(previewMessage(message, 'bakery.example:8443'))

  test.each(['bakery.example:8443', 'https://bakery.example:8443', 'Bakery.example:8443'])(
    'at the site that asks: %s',
    (domain) => {
      expect(risks(text(domain))).toEqual([])
    },
  )

  test.each([
    ['another site', text('bank.example')],
    ['another port', text('bakery.example')],
    ['a name before another site', text('bakery.example:8443@bank.example')],
    ['another site, by its scheme', text('https://bank.example')],
    ['another site, on Solana', text('bank.example', 'wants you to sign in with your Solana account:')],
    ['another site, as bytes', toHex(text('bank.example'))],
  ])('error: a person is warned of one at %s', (_, message) => {
    expect(risks(message)).toEqual(['This signs you in to another site'])
  })
})
