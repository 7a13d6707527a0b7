import { expect, test } from 'vitest'
import { MAX_SESSIONS, siwxSessionsKey } from './siwx-sessions'

const session = (nonce: string) => ({
  data: {
    ...{ accountAddress: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', chainId: 'eip155:56', domain: 'bakery.example' },
    ...{ uri: 'https://bakery.example', version: '1', nonce },
  },
  message: 'text',
  signature: '0x12',
})
const kept = (value: unknown) => siwxSessionsKey.parse(value)?.map(({ data }) => data.nonce)

test('of more than twenty sign-ins the oldest go, which are the first', () => {
  const nonces = Array.from({ length: MAX_SESSIONS + 5 }, (_, at) => `${at}`)
  expect(kept(nonces.map(session))).toEqual(nonces.slice(5))
})

test.each([
  ['without a message', { message: undefined }],
  ['without a signature', { signature: 7 }],
  ['of no chain', { data: { ...session('1').data, chainId: '56' } }],
  ['of a nameless account', { data: { ...session('1').data, accountAddress: undefined } }],
  ['with a time that is no text', { data: { ...session('1').data, issuedAt: 1 } }],
  ['with resources that are no texts', { data: { ...session('1').data, resources: [1] } }],
  ['with half a CACAO', { cacao: { h: { t: 'eip4361' }, p: {}, s: { t: 'eip191', s: '0x12' } } }],
  ['with more text than anyone signs', { message: 'x'.repeat(70_001) }],
])('error: a stored sign-in %s is left out, the others stay', (_, change) => {
  expect(kept([{ ...session('1'), ...change }, session('2')])).toEqual(['2'])
})
