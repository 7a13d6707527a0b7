import { describe, expect, test } from 'vitest'
import { looksLikeName, typedName } from './typed-name'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

describe('looksLikeName', () => {
  test.each(['alice.eth', 'a.b.c', '🦊.eth', 'ümlaut.eth'])('%s does', (text) => expect(looksLikeName(text)).toBe(true))
  test.each([
    '',
    'alice',
    '.eth',
    'alice.',
    'a b.eth',
    'https://a.b',
    'a@b.c',
    'eth:',
    ':0x1',
    `eth:${address}`,
    'eip155:1:0x',
    address,
  ])('%s does not', (text) => expect(looksLikeName(text)).toBe(false))
})

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

test.each([
  ['spaces and line breaks', ` ${ADDRESS.slice(0, 22)}\n${ADDRESS.slice(22)}\u00a0`],
  ['marks of direction', `\u200e\u2066${ADDRESS}\u2069`],
  ['soft hyphens and spaces of no width, by which pages break long words,', ADDRESS.replace(/.{6}/g, '$&\u200b\u00ad\u2060')],
])('%s are dropped from an address', (_, text) => {
  expect(typedName(text)).toBe(ADDRESS)
})

test.each(['ada.eth', '👨‍👩‍👧.eth', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}.eth', 'نامه‌ای.eth'])(
  'the name %s, which would be another without its joiners and tags, stays',
  (name) => {
    expect(typedName(name)).toBe(name)
  },
)
