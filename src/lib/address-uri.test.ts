import { expect, test } from 'vitest'
import { addressInUri, addressUri } from './address-uri'

test.each([
  ['eip155:42161', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', 'ethereum:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266@42161'],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', '9xQe', 'solana:9xQe'],
  ['bip122:000000000019d6689c085ae165831e93', 'bc1q', 'bitcoin:bc1q'],
  ['polkadot:91b171bb158e2d3848fa23a9f1c25182', '1FRM', '1FRM'],
] as const)('%s', (networkId, address, uri) => expect(addressUri(networkId, address)).toBe(uri))

const [owner, token] = ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '0xdAC17F958D2ee523a2206206994597C13D831ec7']

test.each([
  ['an address alone', `ethereum:${owner}`, owner],
  ['one with its chain and a sum', `ethereum:pay-${owner}@137?value=1e18`, owner],
  ['a sum of a token', `ethereum:${token}@1/transfer?address=${owner}&uint256=1e6`, owner],
  ['the same in another order', `ethereum:${token}/transfer?uint256=1&address=${owner}`, owner],
  ['a name that is paid in a token', `ethereum:${token}@1/transfer?address=ada.eth`, 'ada.eth'],
  ['Solana Pay', 'solana:9xQe?amount=1&spl-token=EPjF', '9xQe'],
  ['no URI', ` ${owner}\n`, owner],
])('of a code that holds %s, whoever is paid', (_, text, address) => expect(addressInUri(text)).toBe(address))

test.each([
  ['an approval', `ethereum:${token}@1/approve?address=${owner}&uint256=1`],
  ['a transfer to nobody', `ethereum:${token}@1/transfer?uint256=1`],
  ['a page', 'https://pay.example/0x1'],
  ['a page of Solana Pay', 'solana:https://pay.example/0x1'],
])('error: a code that holds %s names nobody, and stays as it is', (_, text) => expect(addressInUri(text)).toBe(text))
