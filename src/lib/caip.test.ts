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
  test.each(vectors.caip2_valid)('%s is a chain, and its parts make it again', (id) => {
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
    7,
    null,
  ])('error: %j is no chain', (id) => {
    expect(isCaipNetworkId(id)).toBe(false)
  })

  test('networks are of these namespaces, each once and in their order', () => {
    expect(namespacesOf(['solana:a', 'eip155:1', 'solana:b', 'near:mainnet'])).toEqual(['solana', 'eip155', 'near'])
  })

  test('an Ethereum chain is a number to the page, any other its reference', () => {
    expect([chainIdOf('eip155:42161'), chainIdOf('cosmos:cosmoshub-3')]).toEqual([42161, 'cosmoshub-3'])
  })
})

describe('CAIP-10', () => {
  test.each([...vectors.caip10_valid, 'ton:-239:UQCjk1hh952vWaE9bRguFkAhDAL5jj3xj9p0uPWrFBq_GEMS', 'near:mainnet:my_name.near'])(
    '%s is an account, and its parts make it again',
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
  ])('error: %s is no account', (id) => {
    expect(isCaipAddress(id)).toBe(false)
  })
})

test('shortAddress keeps what people compare, and short ones whole', () => {
  expect([shortAddress('0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'), shortAddress('short')]).toEqual(['0xab16…fcdb', 'short'])
})
