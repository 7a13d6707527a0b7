import { describe, expect, test } from 'vitest'
import { looksLikeName } from './looks-like-name'

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
