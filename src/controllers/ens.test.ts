import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Chain, startChain } from '../../demo/stack/chain'
import { freePort } from '../../demo/stack/listen'
import { config } from '../state/config'
import { resetStores } from '../state/store'
import { canResolveNames, nameOf, resolveName } from './ens'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const third = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

let chain: Chain
beforeAll(async () => {
  chain = await startChain(1, await freePort())
}, 30_000)
afterAll(() => chain?.stop())
beforeEach(() => {
  resetStores()
  // The app is on another chain: names are resolved on Ethereum all the same.
  Object.assign(config, { networks: ['eip155:56'], rpcUrl: { 'eip155:1': [chain.url] } })
})

describe('resolveName', () => {
  test.each([
    ['a name', 'alice.eth', 'eip155:1', { status: 'found', name: 'alice.eth', address: alice }],
    [
      'a name with an address of its own on the network',
      'bob.eth',
      'eip155:56',
      { status: 'found', name: 'bob.eth', address: third },
    ],
    ['an unregistered name', 'nobody.eth', 'eip155:56', { status: 'none', name: 'nobody.eth' }],
    ['a name that is not normalized is not looked up', 'ALICE.eth', 'eip155:56', { status: 'differs', name: 'alice.eth' }],
    ['an invalid name', 'al ice.eth', 'eip155:56', { status: 'invalid' }],
  ] as const)('%s', async (_, text, networkId, expected) => {
    expect(await resolveName(text, networkId)).toEqual(expected)
  })
  test('a name’s address on one network is not taken for that on another', async () => {
    const of = async (networkId: 'eip155:1' | 'eip155:56') => JSON.stringify(await resolveName('bob.eth', networkId))
    expect([await of('eip155:56'), await of('eip155:1')].map((each) => each.includes(third))).toEqual([true, false])
  })
  test('error: fails without an RPC URL for Ethereum', async () => {
    config.rpcUrl = {}
    expect(await canResolveNames()).toBe(false)
    await expect(resolveName('alice.eth', 'eip155:56')).rejects.toMatchObject({ code: 'NAME_RESOLVE_FAILED' })
    expect(await nameOf(alice)).toBeUndefined()
  })
  test('rejects with ABORTED if the caller has given up', async () => {
    const left = new AbortController()
    const asked = resolveName('pay.bob.eth', 'eip155:56', left.signal)
    left.abort()
    await expect(asked).rejects.toMatchObject({ code: 'ABORTED' })
  })
})

describe('nameOf', () => {
  test('gives the name that resolves back to the address', async () => {
    expect([await nameOf(alice), await nameOf(third)]).toEqual(['alice.eth', undefined])
  })
})
