import { describe, expect, test } from 'vitest'
import { externalConnectors } from './external'

const provider = {
  request: async ({ method }: { method: string }) =>
    method === 'eth_chainId' ? '0x1' : ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
}

const feature = { version: '1.0.0' }
const standard = (features: readonly string[], chains: readonly string[]) => ({
  ...{
    version: '1.0.0',
    name: 'Burner',
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
    accounts: [],
    chains,
  },
  features: Object.fromEntries(['standard:connect', 'standard:events', ...features].map((name) => [name, feature])),
})
const solana = standard(['solana:signTransaction'], ['solana:devnet'])

describe('externalConnectors', () => {
  test('a wallet made by the host connects like any other', async () => {
    const [connector] = await externalConnectors({ id: 'mine', name: 'Mine', icon: 'https://app.test/icon.png', provider })
    expect(connector).toMatchObject({ id: 'mine', name: 'Mine', type: 'EXTERNAL', icon: 'https://app.test/icon.png' })
    expect(await connector?.connect({ networks: [], signal: new AbortController().signal })).toHaveLength(1)
  })

  test('a Wallet Standard wallet is taken as it is, for each of its namespaces', async () => {
    const both = standard(
      ['solana:signTransaction', 'bitcoin:connect', 'bitcoin:signMessage'],
      ['solana:devnet', 'bitcoin:mainnet'],
    )
    expect(await externalConnectors(both)).toMatchObject([
      { id: 'Burner', name: 'Burner', type: 'EXTERNAL', icon: both.icon, namespaces: ['solana'] },
      { id: 'bip122:Burner', type: 'EXTERNAL', namespaces: ['bip122'] },
    ])
  })

  test('a Wallet Standard provider gets the name that the host gives it', async () => {
    const own = { id: 'mine', name: 'Mine', provider: solana, namespace: 'solana' }
    expect(await externalConnectors(own)).toMatchObject([
      { id: 'mine', name: 'Mine', type: 'EXTERNAL', icon: solana.icon, namespaces: ['solana'] },
    ])
  })

  test.each([
    [null],
    [{}],
    [{ id: '', name: 'x', provider }],
    [{ id: 'x', name: 'x' }],
    [{ id: 'x', name: 'x', provider, namespace: 'solana' }],
    [{ id: 'x', name: 'x', provider: solana, namespace: 'bip122' }],
    [{ id: 'x', name: 'x', provider, namespace: 'polkadot' }],
    [standard([], ['solana:devnet'])],
    [{ ...solana, chains: 7 }],
  ])('error: %o is refused with ATTRIBUTE_INVALID', async (input) => {
    await expect(externalConnectors(input)).rejects.toMatchObject({ code: 'ATTRIBUTE_INVALID' })
  })

  test('error: one whose members throw is refused too', async () => {
    const hostile = new Proxy(solana, {
      get: () => {
        throw new Error('No')
      },
    })
    await expect(externalConnectors(hostile)).rejects.toMatchObject({ code: 'ATTRIBUTE_INVALID' })
  })

  test('error: an icon with a forbidden URL is dropped', async () => {
    const [connector] = await externalConnectors({ id: 'x', name: 'x', icon: 'javascript:alert(1)', provider })
    expect(connector?.icon).toBe(undefined)
  })
})
