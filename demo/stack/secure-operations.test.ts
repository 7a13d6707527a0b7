import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, expect, test, vi } from 'vitest'
import type { SiteChain } from '../secure/chains'
import { sendAsOne } from '../secure/operations'

afterEach(() => void vi.unstubAllGlobals())

test('error: after a lost answer nobody is told to try again, which would pay twice', async () => {
  vi.stubGlobal('localStorage', { getItem: () => crypto.randomUUID() })
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.startsWith('/api/')) throw new TypeError('offline')
    return Response.json({ result: `0x${'0'.repeat(24)}${'a'.repeat(40)}` })
  })
  const owner = privateKeyToAccount(generatePrivateKey())
  const chain: SiteChain = {
    ...{ chainId: 31337, name: 'Localhost', symbol: 'ETH', currency: 'Ether', rpc: 'http://localhost:1', tokens: [] },
    factory: `0x${'f'.repeat(40)}`,
  }
  const sending = sendAsOne(chain, { owner, address: owner.address }, [{ to: owner.address, value: '0x1' }])
  await expect(sending).rejects.toThrow('It may be sent all the same')
})
