import { describe, expect, test } from 'vitest'
import {
  type CaipAddress,
  type CaipNetworkId,
  chainIdOf,
  isCaipAddress,
  isCaipNetworkId,
  namespacesOf,
  parseCaipAddress,
  parseCaipNetworkId,
  shortAddress,
} from './caip'
import vectors from './vectors/caip/caip2_caip10.json'

describe('CAIP-2', () => {
  test.each(vectors.caip2_valid)('%s is a chain, and survives a round trip', (id) => {
    expect(isCaipNetworkId(id)).toBe(true)
    const { namespace, reference } = parseCaipNetworkId(id as CaipNetworkId)
    expect(`${namespace}:${reference}`).toBe(id)
  })

  test.each([
    '',
    'eip155',
    'eip155:',
    ':1',
    'ei:1',
    'eip155:1:',
    'EIP155:1',
    'eip155:1 ',
    ' eip155:1',
    `eip155:${'1'.repeat(33)}`,
    'eip155:1\n',
    // The namespace eip155 has decimal references: 0x38 and 056 would be further ids of chain 56, and `main` no number at all.
    'eip155:0x38',
    'eip155:056',
    'eip155:main',
    7,
    null,
  ])('error: %j is not a chain', (id) => {
    expect(isCaipNetworkId(id)).toBe(false)
  })

  test('namespacesOf gives each namespace once, in order', () => {
    expect(namespacesOf(['solana:a', 'eip155:1', 'solana:b', 'near:mainnet'])).toEqual(['solana', 'eip155', 'near'])
  })

  test('chainIdOf gives a number for Ethereum, else the reference', () => {
    expect([chainIdOf('eip155:42161'), chainIdOf('cosmos:cosmoshub-3')]).toEqual([42161, 'cosmoshub-3'])
  })
})

describe('CAIP-10', () => {
  test.each([...vectors.caip10_valid, 'ton:-239:UQCjk1hh952vWaE9bRguFkAhDAL5jj3xj9p0uPWrFBq_GEMS', 'near:mainnet:my_name.near'])(
    '%s is an account, and survives a round trip',
    (id) => {
      expect(isCaipAddress(id)).toBe(true)
      const { namespace, networkId, address } = parseCaipAddress(id as CaipAddress)
      expect(`${networkId}:${address}`).toBe(id)
      expect(networkId.startsWith(`${namespace}:`)).toBe(true)
    },
  )

  test.each([
    ...vectors.caip10_legacy_invalid,
    ...vectors.caip2_valid,
    'eip155:1:',
    'eip155:1:0x12 ',
    `eip155:1:${'a'.repeat(129)}`,
  ])('error: %s is not an account', (id) => {
    expect(isCaipAddress(id)).toBe(false)
  })
})

test('shortAddress keeps both ends, and leaves short ones whole', () => {
  expect([shortAddress('0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'), shortAddress('short')]).toEqual(['0xab16…fcdb', 'short'])
})
