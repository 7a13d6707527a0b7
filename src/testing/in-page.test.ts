import type { Wallet } from '@wallet-standard/base'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { EvmWallet } from './evm-wallet'
import { installWallet } from './in-page'
import type { SolanaWallet } from './solana-wallet'

type Announced = {
  readonly info: { readonly uuid: string; readonly name: string; readonly rdns: string }
  readonly provider: EvmWallet['provider']
}
type Change = { readonly accounts: readonly { readonly address: string }[] }

let page: EventTarget
beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('window', page)
})
afterEach(() => vi.unstubAllGlobals())

/** What the page finds by EIP-6963: each uuid once. */
function findEvm(): ReadonlyMap<string, Announced> {
  const found = new Map<string, Announced>()
  page.addEventListener('eip6963:announceProvider', (event) => {
    const { detail } = event as CustomEvent<Announced>
    if (!found.has(detail.info.uuid)) found.set(detail.info.uuid, detail)
  })
  page.dispatchEvent(new Event('eip6963:requestProvider'))
  return found
}

/** What registers itself by the Wallet Standard from now on. */
function findStandard(): readonly Wallet[] {
  const found: Wallet[] = []
  page.addEventListener('wallet-standard:register-wallet', (event) => {
    const { detail } = event as CustomEvent<(api: { register(wallet: Wallet): void }) => void>
    detail({ register: (wallet) => found.push(wallet) })
  })
  return found
}

describe('a mock wallet of the same name takes the place of the one before', () => {
  test('for EVM: a page that has found that one has one wallet, and asks the new one', async () => {
    const found = findEvm()
    const before = installWallet({ name: 'Baker' }) as EvmWallet
    const { provider } = [...found.values()][0] as Announced
    await provider.request({ method: 'eth_requestAccounts' })
    const heard: unknown[] = []
    for (const event of ['accountsChanged', 'chainChanged']) provider.on(event, (told) => heard.push(told))

    const wallet = installWallet({ name: 'Baker', chainId: 56, manner: 'reject' }) as EvmWallet
    page.dispatchEvent(new Event('eip6963:requestProvider'))
    expect([...found.values()].map(({ info }) => info.rdns)).toEqual(['test.baker'])
    expect([...findEvm().values()].map(({ info }) => info.uuid)).toEqual([...found.keys()])
    // It has allowed the page nothing yet.
    expect(heard).toEqual(['0x38', []])
    await expect(provider.request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({ code: 4001 })
    expect([wallet.asked.length, before.asked.length]).toEqual([1, 1])
    wallet.behave('approve')
    await provider.request({ method: 'eth_requestAccounts' })
    wallet.switchAccount(1)
    expect(heard.at(-1)).toEqual(expect.arrayContaining([wallet.address]))
  })

  test('also while the one before waits for its person, who asks for nothing any more', async () => {
    const found = findEvm()
    installWallet({ name: 'Miller', manner: 'ask' })
    const { provider } = [...found.values()][0] as Announced
    const asked = expect(provider.request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({ code: 4001 })
    const wallet = installWallet({ name: 'Miller', manner: 'ask' })
    await asked
    const again = provider.request({ method: 'eth_requestAccounts' })
    await wallet.approve()
    expect(await again).toContain((wallet as EvmWallet).address)
  })

  test('for Solana: likewise', async () => {
    const found = findStandard()
    const before = installWallet({ kind: 'solana', name: 'Brewer' }) as SolanaWallet
    const [standard] = found as [Wallet]
    const { connect } = standard.features['standard:connect'] as { connect(): Promise<Change> }
    const { on } = standard.features['standard:events'] as { on(event: 'change', hear: (told: Change) => void): void }
    const { signMessage } = standard.features['solana:signMessage'] as {
      signMessage(input: object): Promise<readonly unknown[]>
    }
    const [account] = (await connect()).accounts
    const heard: number[] = []
    on('change', ({ accounts }) => heard.push(accounts.length))

    const wallet = installWallet({ kind: 'solana', name: 'Brewer' }) as SolanaWallet
    expect([found.length, heard, standard.accounts]).toEqual([1, [0], []])
    await expect(signMessage({ account, message: new Uint8Array([1]) })).rejects.toThrow('not connected')
    expect((await connect()).accounts).toEqual([expect.objectContaining({ address: wallet.address })])
    expect(await signMessage({ account, message: new Uint8Array([1]) })).toHaveLength(1)
    expect([heard, wallet.asked.length, before.asked.length]).toEqual([[0, 1], 2, 1])
  })
})
