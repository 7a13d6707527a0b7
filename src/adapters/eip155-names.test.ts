import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Chain, startChain } from '../../demo/stack/chain'
import { freePort } from '../../demo/stack/listen'
import { addressOfName, nameOfAddress, readName } from './eip155-names'
import { networks } from './eip155-networks'
import vectors from './vectors/ensip15_custom-tests.json'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const third = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const fourth = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

const found = networks.find(({ id }) => id === 1)
if (!found) throw new Error('Ethereum is not in the table')
const ethereum = found

let chain: Chain
beforeAll(async () => {
  chain = await startChain(1, await freePort())
}, 30_000)
afterAll(() => chain?.stop())

const here = () => ({ urls: [chain.url], batch: 1000 })
const nowhere = { urls: ['http://127.0.0.1:9/'], batch: 1000 }

describe('readName', () => {
  test.each(vectors.filter(({ name }) => name !== ''))(
    'promise 16, ENSIP-15: $name ($comment)',
    async ({ name, norm, error }) => {
      const normal = norm ?? name
      const expected = error ? { status: 'invalid' } : { status: normal === name ? 'normal' : 'differs', name: normal }
      expect(await readName(name)).toEqual(expected)
    },
  )
  test.each(['', 'a..eth', '.eth', 'eth.', `${'a'.repeat(252)}.eth`])('%s is no name', async (text) => {
    expect(await readName(text)).toEqual({ status: 'invalid' })
  })
  test.each([
    ['letters of two scripts', 'vit\u0430lik.eth'],
    ['a letter that is not seen', 'vita\u200dlik.eth'],
    ['text that runs the other way', '\u202eeth.kilativ'],
  ])('error: %s', async (_, text) => {
    expect(await readName(text)).toEqual({ status: 'invalid' })
  })
})

describe('addressOfName', () => {
  const of = (name: string, chainId = 1) => addressOfName(name, chainId, ethereum, here())
  test('is the address on Ethereum, subdomains included', async () => {
    expect([await of('alice.eth'), await of('pay.bob.eth')]).toEqual([alice, third])
  })
  test('is the record of another chain where there is one, else the one for Ethereum', async () => {
    expect([await of('bob.eth'), await of('bob.eth', 56), await of('bob.eth', 42161)]).toEqual([bob, third, bob])
  })
  test('is nothing for a name that nobody has', async () => {
    expect(await of('nobody.eth')).toBeUndefined()
  })
  test('error: an endpoint that does not answer', async () => {
    const signal = AbortSignal.timeout(5_000)
    await expect(addressOfName('alice.eth', 1, ethereum, { ...nowhere, urls: [] }, signal)).rejects.toMatchObject({
      code: 'NAME_RESOLVE_FAILED',
    })
  })
  test('error: an endpoint of another chain is not asked', async () => {
    const other = await startChain(31337, await freePort())
    const wrong = { urls: [other.url], batch: 1000 }
    await expect(addressOfName('alice.eth', 1, ethereum, wrong)).rejects.toMatchObject({ code: 'NAME_RESOLVE_FAILED' })
    await other.stop()
  })
  test('error: whoever gave up hears so at once', async () => {
    await expect(addressOfName('alice.eth', 1, ethereum, nowhere, AbortSignal.abort())).rejects.toMatchObject({ code: 'ABORTED' })
  })
})

describe('nameOfAddress', () => {
  const of = (address: string) => nameOfAddress(address, ethereum, here())
  test('is the name that leads back to the address', async () => {
    expect([await of(alice), await of(bob)]).toEqual(['alice.eth', 'bob.eth'])
  })
  test('is nothing where the name leads elsewhere, is not normalised, or there is none', async () => {
    expect([await of(third), await of(fourth), await of('0x0000000000000000000000000000000000000001')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})
