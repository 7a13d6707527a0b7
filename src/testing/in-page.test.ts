import type { Wallet } from '@wallet-standard/base'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { EvmWallet } from './evm-wallet'
import { installWallet, keepWallet, type MockWalletOptions, orderWallet } from './in-page'
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

/** Wallets found by EIP-6963: each uuid once. */
function findEvm(): ReadonlyMap<string, Announced> {
  const found = new Map<string, Announced>()
  page.addEventListener('eip6963:announceProvider', (event) => {
    const { detail } = event as CustomEvent<Announced>
    if (!found.has(detail.info.uuid)) found.set(detail.info.uuid, detail)
  })
  page.dispatchEvent(new Event('eip6963:requestProvider'))
  return found
}

/** Wallets that register by the Wallet Standard from now on. */
function findStandard(): readonly Wallet[] {
  const found: Wallet[] = []
  page.addEventListener('wallet-standard:register-wallet', (event) => {
    const { detail } = event as CustomEvent<(api: { register(wallet: Wallet): void }) => void>
    detail({ register: (wallet) => found.push(wallet) })
  })
  return found
}

describe('a mock wallet replaces an earlier one of the same name', () => {
  test('EVM: a page that found the earlier one has one wallet, and asks the new one', async () => {
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
    // It has not shared anything with the page yet.
    expect(heard).toEqual(['0x38', []])
    await expect(provider.request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({ code: 4001 })
    expect([wallet.asked.length, before.asked.length]).toEqual([1, 1])
    wallet.behave('approve')
    await provider.request({ method: 'eth_requestAccounts' })
    wallet.switchAccount(1)
    expect(heard.at(-1)).toEqual(expect.arrayContaining([wallet.address]))
  })

  test('also while the earlier one has a request open, which is rejected', async () => {
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

  test('Solana: the same', async () => {
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

describe('a mock wallet with persist', () => {
  const storage = () => {
    const kept = new Map<string, string>()
    return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => void kept.set(key, text) }
  }
  beforeEach(() => vi.stubGlobal('sessionStorage', storage()))
  /** Leaves the page and loads it again. */
  const reload = () => {
    page.dispatchEvent(new Event('pagehide'))
    page = new EventTarget()
    vi.stubGlobal('window', page)
  }
  /** Installs it in the page; returns its provider. */
  const kept = (options: MockWalletOptions) => {
    keepWallet(options)
    return ([...findEvm().values()].find(({ info }) => info.name === options.name) as Announced).provider
  }

  test('keeps its permission, chain and manner across a reload', async () => {
    const options = { name: 'Tinker', chains: { 1: '', 56: '' }, chainId: 1 }
    const accounts = await kept(options).request({ method: 'eth_requestAccounts' })
    await orderWallet('Tinker', { type: 'switchAccount', index: 1 })
    await orderWallet('Tinker', { type: 'switchChain', chainId: 56 })
    await orderWallet('Tinker', { type: 'behave', manner: 'reject' })
    reload()
    const provider = kept(options)
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x38')
    const [first, second] = accounts as string[]
    expect(await provider.request({ method: 'eth_accounts' })).toEqual(expect.arrayContaining([second, first]))
    await expect(provider.request({ method: 'personal_sign', params: ['0x00', second] })).rejects.toMatchObject({ code: 4001 })

    await orderWallet('Tinker', { type: 'disconnect' })
    reload()
    expect(await kept(options).request({ method: 'eth_accounts' })).toEqual([])
  })

  test('is a new one with other options', async () => {
    await kept({ name: 'Tailor' }).request({ method: 'eth_requestAccounts' })
    reload()
    const provider = kept({ name: 'Tailor', manner: 'reject' })
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
    await expect(provider.request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({ code: 4001 })
  })

  test('error: without storage it is a new one each time', async () => {
    const blocked = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    vi.stubGlobal('sessionStorage', { getItem: blocked, setItem: blocked })
    await kept({ name: 'Smith' }).request({ method: 'eth_requestAccounts' })
    reload()
    expect(await kept({ name: 'Smith' }).request({ method: 'eth_accounts' })).toEqual([])
  })
})
