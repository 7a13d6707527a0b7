import { expect, test } from 'vitest'
import { readCode } from './payment-code'

const [owner, token] = ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '0xdAC17F958D2ee523a2206206994597C13D831ec7']

test.each([
  ['an address alone', `ethereum:${owner}`, { to: owner, namespace: 'eip155' }],
  [
    'an address with its chain and an amount',
    `ethereum:pay-${owner}@137?value=2.014e18`,
    { to: owner, namespace: 'eip155', chainId: '137', units: 2_014n * 10n ** 15n },
  ],
  [
    'an amount of a token',
    `ethereum:${token}@1/transfer?address=${owner}&uint256=1e6`,
    { to: owner, namespace: 'eip155', chainId: '1', token, units: 1_000_000n },
  ],
  [
    'the same in another order',
    `ethereum:${token}/transfer?uint256=1&address=${owner}`,
    { to: owner, namespace: 'eip155', token, units: 1n },
  ],
  [
    'a name and an amount of a token',
    `ethereum:${token}/transfer?address=ada.eth`,
    { to: 'ada.eth', namespace: 'eip155', token },
  ],
  ['an invalid amount', `ethereum:${owner}?value=1.5`, { to: owner, namespace: 'eip155' }],
  ['Solana Pay', 'solana:9xQe?amount=1.5&spl-token=EPjF', { to: '9xQe', namespace: 'solana', token: 'EPjF', amount: '1.5' }],
  ['bitcoin', 'bitcoin:bc1q?amount=0.1', { to: 'bc1q', namespace: 'bip122', amount: '0.1' }],
  ['capitals, with which its picture is smaller,', 'BITCOIN:BC1Q', { to: 'BC1Q', namespace: 'bip122' }],
  ['an address with the short name of its chain', `oeth:${owner}`, { to: owner, namespace: 'eip155', chainId: '10' }],
  [
    'a scheme in capitals, as codes that are small have it,',
    `ETHEREUM:${owner}@1`,
    { to: owner, namespace: 'eip155', chainId: '1' },
  ],
  ['no URI', ` ${owner}\n`, { to: owner }],
])('a code that contains %s gives the receiver and the amount', (_, text, said) => expect(readCode(text)).toEqual(said))

test.each([
  ['an approval', `ethereum:${token}@1/approve?address=${owner}&uint256=1`],
  ['a transfer without a receiver', `ethereum:${token}@1/transfer?uint256=1`],
  ['a page', 'https://pay.example/0x1'],
  ['an address on an unknown chain', `elsewhere:${owner}`],
  ['a pairing URI, whose scheme is also a chain’s short name', 'wc:7f6e@2?relay-protocol=irn'],
  ['a page of Solana Pay', 'solana:https://pay.example/0x1'],
  ['a payment with a reference', 'solana:9xQe?amount=1&reference=82ZJ'],
  ['a payment with a memo', 'solana:9xQe?amount=1&memo=Order'],
])('error: a code that contains %s gives no receiver, and is kept as text', (_, text) =>
  expect(readCode(text)).toEqual({ to: text }),
)
