import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  createTestClient,
  encodeAbiParameters,
  encodeErrorResult,
  type Hex,
  http,
  numberToHex,
  parseAbi,
  publicActions,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Chain, startChain } from '../../demo/stack/chain'
import { freePort } from '../../demo/stack/listen'
import { NAMES_ADDRESS } from '../../demo/stack/names'
import { addressOfName, nameOfAddress, readName } from './eip155-names'
import { networks } from './eip155-networks'
import vectors from './vectors/ensip15_custom-tests.json'
import nodes from './vectors/ethers_namehash.json'

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
  test.each(['', 'a..eth', '.eth', 'eth.', `${'a'.repeat(252)}.eth`])('%s is not a name', async (text) => {
    expect(await readName(text)).toEqual({ status: 'invalid' })
  })
  test.each([
    ['mixed scripts', 'vit\u0430lik.eth'],
    ['an invisible character', 'vita\u200dlik.eth'],
    ['a direction override', '\u202eeth.kilativ'],
  ])('error: %s', async (_, text) => {
    expect(await readName(text)).toEqual({ status: 'invalid' })
  })
})

describe('addressOfName', () => {
  test.each(nodes.filter(({ name }) => name !== ''))('asks for the node of $name (vectors/ens)', async ({ name, expected }) => {
    const read = await readName(name)
    if (read.status === 'invalid') throw new Error(`${name} is a name`)
    const asked: string[] = []
    const node = createServer((request, response) =>
      request.on('data', (part) => {
        asked.push(String(part))
        response.end(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(String(part)).id, result: '0x1' }))
      }),
    )
    await new Promise<void>((resolve) => void node.listen(0, resolve))
    const { port } = node.address() as AddressInfo
    const signal = AbortSignal.timeout(2_000)
    await addressOfName(read.name, 1, ethereum, { urls: [`http://127.0.0.1:${port}/`], batch: 1 }, signal).catch(() => {})
    node.close()
    expect(asked.join()).toContain(expected.slice(2))
  })
  const of = (name: string, chainId = 1) => addressOfName(name, chainId, ethereum, here())
  test('gives the address on Ethereum, subdomains included', async () => {
    expect([await of('alice.eth'), await of('pay.bob.eth')]).toEqual([alice, third])
  })
  test('gives the record of another chain if there is one, else Ethereum’s', async () => {
    expect([await of('bob.eth'), await of('bob.eth', 56), await of('bob.eth', 42161)]).toEqual([bob, third, bob])
  })
  test('error: a record of the chain that is no address, as its bytes may be anything, is ignored: Ethereum’s counts', async () => {
    const node = createServer((request, response) =>
      request.on('data', (part) => {
        const { id, method } = JSON.parse(String(part))
        const record = encodeAbiParameters([{ type: 'bytes' }], [/80000038/.test(String(part)) ? '0x0102' : bob])
        const found = encodeAbiParameters([{ type: 'bytes' }, { type: 'address' }], [record, NAMES_ADDRESS])
        response.end(JSON.stringify({ jsonrpc: '2.0', id, result: method === 'eth_chainId' ? '0x1' : found }))
      }),
    )
    await new Promise<void>((resolve) => void node.listen(0, resolve))
    const { port } = node.address() as AddressInfo
    const read = addressOfName('bob.eth', 56, ethereum, { urls: [`http://127.0.0.1:${port}/`], batch: 1 })
    expect(await read.finally(() => node.close())).toBe(bob)
  })
  test('is undefined for an unregistered name', async () => {
    expect(await of('nobody.eth')).toBeUndefined()
  })
  test('error: fails if the endpoint does not answer', async () => {
    const signal = AbortSignal.timeout(5_000)
    await expect(addressOfName('alice.eth', 1, ethereum, { ...nowhere, urls: [] }, signal)).rejects.toMatchObject({
      code: 'NAME_RESOLVE_FAILED',
    })
  })
  test('error: does not use an endpoint of another chain', async () => {
    const other = await startChain(31337, await freePort())
    const wrong = { urls: [other.url], batch: 1000 }
    await expect(addressOfName('alice.eth', 1, ethereum, wrong)).rejects.toMatchObject({ code: 'NAME_RESOLVE_FAILED' })
    await other.stop()
  })
  test('error: rejects at once if aborted', async () => {
    await expect(addressOfName('alice.eth', 1, ethereum, nowhere, AbortSignal.abort())).rejects.toMatchObject({ code: 'ABORTED' })
  })
})

describe('nameOfAddress', () => {
  const of = (address: string) => nameOfAddress(address, ethereum, here())
  test('gives the name that resolves back to the address', async () => {
    expect([await of(alice), await of(bob)]).toEqual(['alice.eth', 'bob.eth'])
  })
  test('is undefined if the name resolves to another address, is not normalized, or does not exist', async () => {
    expect([await of(third), await of(fourth), await of('0x0000000000000000000000000000000000000001')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('a resolver that points to an off-chain server (ERC-3668)', () => {
  test('error: the name is not resolved, and that server is not contacted: the page connects only to configured hosts', async () => {
    const asked: string[] = []
    const gateway = createServer(({ url = '' }, response) => {
      asked.push(url)
      response.end('{"data":"0x"}')
    })
    await new Promise<void>((resolve) => void gateway.listen(0, resolve))
    const { port } = gateway.address() as AddressInfo
    const answer = encodeErrorResult({
      abi: parseAbi([
        'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
      ]),
      args: [NAMES_ADDRESS, [`http://127.0.0.1:${port}/{sender}/{data}`], '0x00', '0x00000000', '0x'],
    })
    const node = createTestClient({ mode: 'anvil', transport: http(chain.url) }).extend(publicActions)
    const own = await node.getCode({ address: NAMES_ADDRESS })
    await node.setCode({ address: NAMES_ADDRESS, bytecode: endingWith('fd', answer) })
    await expect(addressOfName('alice.eth', 1, ethereum, here())).rejects.toMatchObject({ code: 'NAME_RESOLVE_FAILED' })
    await expect(nameOfAddress(alice, ethereum, here())).rejects.toMatchObject({ code: 'NAME_RESOLVE_FAILED' })
    expect(asked).toEqual([])
    await node.setCode({ address: NAMES_ADDRESS, bytecode: own ?? '0x' })
    expect(await addressOfName('alice.eth', 1, ethereum, here())).toBe(alice)
    await new Promise((resolve) => gateway.close(resolve))
  })
})

describe('a resolver that answers with less than an address', () => {
  test('error: the name is not resolved; money sent to a short number in the place of an address is lost', async () => {
    const node = createTestClient({ mode: 'anvil', transport: http(chain.url) }).extend(publicActions)
    const own = await node.getCode({ address: NAMES_ADDRESS })
    // A record cut off after the word that says where its bytes begin, of which viem makes 0x…20 since 2.57.18; a plain number.
    for (const number of [32, 1]) {
      const record = numberToHex(number, { size: 32 })
      const answer = encodeAbiParameters([{ type: 'bytes' }, { type: 'address' }], [record, NAMES_ADDRESS])
      await node.setCode({ address: NAMES_ADDRESS, bytecode: endingWith('f3', answer) })
      for (const chainId of [1, 56])
        await expect(addressOfName('alice.eth', chainId, ethereum, here())).rejects.toMatchObject({ code: 'NAME_RESOLVE_FAILED' })
    }
    await node.setCode({ address: NAMES_ADDRESS, bytecode: own ?? '0x' })
    expect(await addressOfName('alice.eth', 1, ethereum, here())).toBe(alice)
  })
})

/** Bytecode that always returns (f3) or reverts with (fd) these bytes, which follow its own fourteen (CODECOPY, RETURN or REVERT). */
function endingWith(opcode: 'f3' | 'fd', data: Hex): Hex {
  const size = ((data.length - 2) / 2).toString(16).padStart(4, '0')
  return `0x61${size}600e60003961${size}6000${opcode}${data.slice(2)}`
}
