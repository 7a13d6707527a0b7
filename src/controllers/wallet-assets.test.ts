import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { resetStores } from '../state/store'
import { configure } from './config'
import { abandonConnections, connect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { walletAssets } from './wallet-assets'

const LOCAL = 'eip155:31337'
const capable = { '0x7a69': { assetDiscovery: { supported: true } } }
const coin = { address: 'native', balance: '0x214e8348c4f0000', type: 'NATIVE', metadata: { decimals: 18 } }

/** The wallet’s open requests, which the test answers. */
let open: ((answer: unknown) => void)[]

beforeEach(() => {
  open = []
  configure({ networks: [LOCAL] })
})
afterEach(() => {
  abandonConnections()
  forgetConnectors()
  resetStores()
})

/** Connects a wallet that lists the account’s coin; a new id means that it was not asked before. */
async function connected(id: string, address: string): Promise<void> {
  const provider = {
    request: ({ method }: { method: string }) =>
      method === 'wallet_getCapabilities'
        ? new Promise<unknown>((resolve) => open.push(resolve))
        : Promise.resolve(method === 'wallet_getAssets' ? { '0x7a69': [coin] } : null),
  }
  addConnector(mockWallet({ id }, { connections: [mockConnection(LOCAL, address, provider)] }).connector)
  await connect.run({ wallet: id })
}
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const listed = [expect.objectContaining({ quantity: { decimals: '18', numeric: '0.15' } })]
const asked = (count: number) => vi.waitFor(() => expect(open).toHaveLength(count), { timeout: 10_000 })

describe('walletAssets', () => {
  test('a caller that aborts does not affect another one waiting for the same answer', async () => {
    await connected('one', address)
    const leaving = new AbortController()
    const first = walletAssets(LOCAL, address, leaving.signal)
    await asked(1)
    const { signal } = new AbortController()
    const heard = vi.spyOn(signal, 'addEventListener')
    const second = walletAssets(LOCAL, address, signal)
    await vi.waitFor(() => expect(heard).toHaveBeenCalled())
    const refused = expect(first).rejects.toMatchObject({ code: 'ABORTED' })
    leaving.abort()
    await refused
    open[0]?.(capable)
    expect(await second).toEqual(listed)
    expect(open).toHaveLength(1)
  })

  test('a wallet is asked again if every caller had aborted, and not once it has answered', async () => {
    await connected('two', address)
    const leaving = new AbortController()
    const first = walletAssets(LOCAL, address, leaving.signal)
    await asked(1)
    const refused = expect(first).rejects.toMatchObject({ code: 'ABORTED' })
    leaving.abort()
    await refused
    const second = walletAssets(LOCAL, address, new AbortController().signal)
    await asked(2)
    open[1]?.(capable)
    expect(await second).toEqual(listed)
    expect(await walletAssets(LOCAL, address, new AbortController().signal)).toEqual(listed)
    expect(open).toHaveLength(2)
  })
})
