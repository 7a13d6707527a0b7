import { describe, expect, test } from 'vitest'
import { externalConnector } from './external'

const provider = {
  request: async ({ method }: { method: string }) =>
    method === 'eth_chainId' ? '0x1' : ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
}

describe('externalConnector', () => {
  test('a wallet that the host makes connects like any other', async () => {
    const connector = externalConnector({ id: 'mine', name: 'Mine', icon: 'https://app.test/icon.png', provider })
    expect(connector).toMatchObject({ id: 'mine', name: 'Mine', type: 'EXTERNAL', icon: 'https://app.test/icon.png' })
    expect(await connector.connect({ networks: [], signal: new AbortController().signal })).toHaveLength(1)
  })

  test.each([
    [null],
    [{}],
    [{ id: '', name: 'x', provider }],
    [{ id: 'x', name: 'x' }],
    [{ id: 'x', name: 'x', provider, namespace: 'solana' }],
  ])('error: %o is refused with ATTRIBUTE_INVALID', (input) => {
    expect(() => externalConnector(input)).toThrow(expect.objectContaining({ code: 'ATTRIBUTE_INVALID' }))
  })

  test('error: a picture that may not be shown is dropped', () => {
    expect(externalConnector({ id: 'x', name: 'x', icon: 'javascript:alert(1)', provider }).icon).toBe(undefined)
  })
})
