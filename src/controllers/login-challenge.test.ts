import { afterEach, expect, test, vi } from 'vitest'
import { formatSiwxMessage } from '../lib/siwx-message'
import { readChallenge, usual } from './login-siwx'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const chain = 'eip155:56'
const textFor = (domain: string, uri: string) =>
  formatSiwxMessage({
    ...{ accountAddress: address, chainId: chain, domain, uri, version: '1', nonce: 'abcdefgh1234', statement: 'Login wallet' },
    issuedAt: '2026-11-26T05:00:00.000Z',
  })

afterEach(() => vi.unstubAllGlobals())

test('a text for the page of an app, whose scheme is its own, is for that page and no other', () => {
  vi.stubGlobal('location', { host: 'localhost', origin: 'capacitor://localhost' })
  expect(readChallenge(textFor('localhost', 'capacitor://localhost'), { address, chain }).uri).toBe('capacitor://localhost')
  for (const uri of ['ionic://localhost', 'capacitor://other', 'http://localhost'])
    expect(() => readChallenge(textFor('localhost', uri), { address, chain })).toThrow(
      expect.objectContaining({ code: 'SIGN_IN_MISMATCH' }),
    )
})

test("a signature that ends with 0 or 1 is written as the backend takes it, a Safe's word for its owner as it is", () => {
  const [key, owner] = ['ab'.repeat(64), `${'0'.repeat(24)}${'cd'.repeat(20)}${'0'.repeat(64)}`]
  expect([usual(`0x${key}00`), usual(`0x${key}01`), usual(`0x${key}1b`)]).toEqual([`0x${key}1b`, `0x${key}1c`, `0x${key}1b`])
  expect(usual(`0x${owner}01`)).toBe(`0x${owner}01`)
})
