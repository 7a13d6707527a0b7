import { expect, test } from 'vitest'
import { addressUri } from './address-uri'

test.each([
  ['eip155:42161', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', 'ethereum:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266@42161'],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', '9xQe', 'solana:9xQe'],
  ['bip122:000000000019d6689c085ae165831e93', 'bc1q', 'bitcoin:bc1q'],
  ['polkadot:91b171bb158e2d3848fa23a9f1c25182', '1FRM', '1FRM'],
] as const)('%s', (networkId, address, uri) => expect(addressUri(networkId, address)).toBe(uri))
