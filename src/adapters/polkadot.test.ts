import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isSignedBy, keyOfSeed } from '../../demo/stack/ed25519'
import { type Polkadot, polkadotAddresses, startPolkadot } from '../../demo/stack/polkadot'
import { devSeeds } from '../../demo/stack/solana-keys'
import { adapter } from './polkadot'
import { networks } from './polkadot-networks'
import type { WalletProvider } from './types'

const [polkadot, kusama] = networks
if (!polkadot || !kusama) throw new Error('Two networks are expected')
const never = () => new AbortController().signal

let node: Polkadot
let addresses: string[]
beforeAll(async () => {
  node = await startPolkadot(0)
  addresses = await polkadotAddresses()
})
afterAll(() => node.stop())
const here = () => ({ urls: [node.url], batch: 1000 })

describe('getBalance', () => {
  test('gives the exact free balance with ten decimals; zero for an account without an entry', async () => {
    const of = (index: number) => adapter.getBalance(polkadot, addresses[index] ?? '', here(), never())
    expect([await of(0), await of(1), await of(5)]).toEqual(['1.2345678901', '0.5', '0'])
  })
  test.each([
    ['a node of another chain is not used', kusama, () => addresses[0], here],
    ['an address with a wrong checksum', polkadot, () => '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp6', here],
    ['nowhere to ask', polkadot, () => addresses[0], () => ({ urls: [], batch: 1000 })],
  ])('error: %s', async (_, network, address, context) => {
    const asked = adapter.getBalance(network, address() ?? '', context(), never())
    await expect(asked).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' })
  })
})

describe('signMessage', () => {
  test('signs the text in a wrapper that no transaction can have', async () => {
    const key = keyOfSeed((await devSeeds(1))[0] ?? new Uint8Array())
    const wallet: WalletProvider = {
      request: async ({ params }) => {
        const { data, address, type } = params as Record<string, string>
        expect([address, type]).toEqual([addresses[0], 'bytes'])
        return { signature: `0x${Buffer.from(key.sign(Buffer.from(data?.slice(2) ?? '', 'hex'))).toString('hex')}` }
      },
    }
    const signature = await adapter.signMessage(wallet, addresses[0] ?? '', 'Dzień dobry')
    const signed = new TextEncoder().encode('<Bytes>Dzień dobry</Bytes>')
    expect(isSignedBy(key.publicKey, signed, Buffer.from(signature.slice(2), 'hex'))).toBe(true)
  })
  test.each([64, 65, 66])('accepts a signature of %i bytes: each kind, with and without the type byte', async (bytes) => {
    const signature = `0x${'02'.repeat(bytes)}`
    expect(await adapter.signMessage({ request: async () => ({ signature }) }, 'x', 'text')).toBe(signature)
  })
  test.each([
    null,
    {},
    { signature: '0x12' },
    { signature: 'ab'.repeat(64) },
    { signature: `0x${'ab'.repeat(63)}` },
    { signature: `0x${'ab'.repeat(67)}` },
  ])('error: %j is not a signature', async (answer) => {
    const asked = adapter.signMessage({ request: async () => answer }, 'x', 'text')
    await expect(asked).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
  })
})

test('normalizeAddress accepts Polkadot addresses only', () => {
  expect(
    [addresses[0], '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', '0x12'].map((each) =>
      adapter.normalizeAddress(each ?? ''),
    ),
  ).toEqual([addresses[0], '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', undefined])
})
