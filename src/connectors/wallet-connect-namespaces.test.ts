import { describe, expect, test } from 'vitest'
import { accountsOn, proposalFor, readNamespaces, readNetwork, readPeer, takesAnyChain } from './wallet-connect-namespaces'

const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const network = (caipNetworkId: `${string}:${string}`) => ({
  caipNetworkId,
  chainNamespace: caipNetworkId.split(':')[0] as string,
  id: 1,
  name: '',
  nativeCurrency: { name: '', symbol: '', decimals: 18 },
  rpcUrls: ['https://rpc.test/?projectId=secret'],
})

describe('proposalFor', () => {
  test('groups the networks by namespace, requests 24 methods of eip155, and contains no RPC URL', () => {
    const proposal = proposalFor([network('eip155:1'), network('eip155:56'), network('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')])
    expect(Object.keys(proposal)).toEqual(['eip155', 'solana'])
    expect(proposal.eip155).toMatchObject({ chains: ['eip155:1', 'eip155:56'], events: ['accountsChanged', 'chainChanged'] })
    expect(new Set(proposal.eip155?.methods).size).toBe(24)
    expect(proposal.solana?.methods).toHaveLength(6)
    expect(JSON.stringify(proposal)).not.toContain('secret')
  })

  test('requests the usual methods of a namespace without an adapter, and none of an unknown one', () => {
    const others = ['cosmos', 'near', 'stacks', 'sui', 'ton', 'tron', 'unheard'].map((each) => network(`${each}:1`))
    const methods = Object.values(proposalFor(others)).map((each) => each.methods)
    expect(methods.map((each) => each.length)).toEqual([3, 7, 6, 4, 2, 2, 0])
    expect([methods[0]?.[1], methods[2]?.[1], methods[4]]).toEqual([
      ...['cosmos_signDirect', 'stx_transferStx', ['ton_sendMessage', 'ton_signData']],
    ])
  })

  test('proposes only some namespaces if asked', () => {
    const all = [network('eip155:1'), network('solana:1'), network('tron:1')]
    expect(Object.keys(proposalFor(all, ['tron']))).toEqual(['tron'])
    expect(Object.keys(proposalFor(all, ['tron', 'eip155']))).toEqual(['eip155', 'tron'])
  })
})

describe('readNamespaces', () => {
  const namespace = (accounts: unknown[], chains?: unknown[]) => ({
    accounts,
    methods: ['personal_sign'],
    ...(chains && { chains }),
  })

  test('chains are those listed and those of the accounts', () => {
    const read = readNamespaces({ eip155: namespace([`eip155:1:${ALICE.toLowerCase()}`], ['eip155:56']) })
    expect(read.get('eip155')).toMatchObject({ accounts: [`eip155:1:${ALICE}`], approved: ['eip155:56', 'eip155:1'] })
  })

  test('if chains is null they are those of the accounts', () => {
    const read = readNamespaces({ eip155: { ...namespace([`eip155:1:${ALICE}`]), chains: null } })
    expect(read.get('eip155')?.approved).toEqual(['eip155:1'])
  })

  test('a key that is a chain belongs to its namespace', () => {
    const read = readNamespaces({ 'eip155:1': namespace([`eip155:1:${ALICE}`]), 'eip155:56': namespace([`eip155:56:${ALICE}`]) })
    expect(read.get('eip155')?.approved).toEqual(['eip155:1', 'eip155:56'])
    const without = readNamespaces({ eip155: namespace([`eip155:1:${ALICE}`]), 'eip155:10': namespace([]) })
    expect(without.get('eip155')?.approved).toEqual(['eip155:1', 'eip155:10'])
  })

  test('error: a chain of another namespace, and what is no chain, is not approved', () => {
    const read = readNamespaces({ eip155: namespace([`eip155:1:${ALICE}`], ['solana:1', 'eip155:', 'eip155:56']) })
    expect(read.get('eip155')?.approved).toEqual(['eip155:56', 'eip155:1'])
  })

  test('an old id of a Solana network is its present one', () => {
    const [old, account] = ['solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ', 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96']
    const present = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    const read = readNamespaces({ solana: namespace([`${old}:${account}`], [old]) })
    expect(read.get('solana')).toMatchObject({ accounts: [`${present}:${account}`], approved: [present] })
    expect(readNetwork(old, 'solana')).toBe(present)
  })

  test.each([
    [null],
    [{ eip155: null }],
    [{ eip155: namespace([]) }],
    [{ solana: namespace([`solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${ALICE}`]) }],
    [{ eip155: namespace(['eip155:1:0x0', `solana:1:${ALICE}`, 'junk', '']) }],
  ])('error: %o holds nothing', (raw) => {
    expect(readNamespaces(raw).size).toBe(0)
  })

  test('thousands of chains with a key of their own do not hold up the page', () => {
    const own = (at: number) => ({ accounts: [`eip155:${at}:${ALICE}`], methods: ['personal_sign'], events: [] })
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`eip155:${at + 1}`, own(at + 1)]))
    readNamespaces({ eip155: own(1) })
    const begun = performance.now()
    const { accounts, approved } = readNamespaces(many).get('eip155') ?? {}
    expect([accounts?.length, approved?.length]).toEqual([5_000, 5_000])
    // Copied for each key, they took seventeen seconds.
    expect(performance.now() - begun).toBeLessThan(5_000)
  })

  test('of many accounts the first hundred count', () => {
    const many = Array.from({ length: 1000 }, (_, at) => `eip155:1:0x${at.toString(16).padStart(40, '0')}`)
    expect(readNamespaces({ eip155: namespace(many) }).get('eip155')?.accounts).toHaveLength(100)
  })
})

describe('accountsOn', () => {
  const approved = {
    accounts: ['eip155:1:0xa', 'eip155:1:0xb', 'eip155:56:0xc'] as const,
    approved: [],
    methods: new Set<string>(),
  }
  test('gives the chain’s accounts, the active one first; on a chain without any, all', () => {
    expect(accountsOn('eip155:1', approved, '0xb')).toEqual(['eip155:1:0xb', 'eip155:1:0xa'])
    expect(accountsOn('eip155:10', approved, undefined)).toEqual(['eip155:10:0xa', 'eip155:10:0xb', 'eip155:10:0xc'])
  })
})

describe('readNetwork', () => {
  test.each([
    [1, 'eip155', 'eip155:1'],
    ['0x38', 'eip155', 'eip155:56'],
    ['56', 'eip155', 'eip155:56'],
    ['eip155:56', 'eip155', 'eip155:56'],
    ['solana:x', 'eip155', undefined],
    ['5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
    [{}, 'solana', undefined],
    ['a b', 'solana', undefined],
  ])('%o in %s is %s', (data, namespace, id) => {
    expect(readNetwork(data, namespace)).toBe(id)
  })
})

describe('readPeer', () => {
  test('keeps a name, an icon, and valid links', () => {
    const redirect = { native: 'metamask://', universal: 'https://metamask.app.link/' }
    const peer = readPeer({ name: 'MetaMask Wallet', icons: ['https://x.test/i.png'], redirect })
    expect(peer).toEqual({ name: 'MetaMask Wallet', icon: 'https://x.test/i.png', redirect })
    expect(takesAnyChain(peer)).toBe(true)
  })

  test.each([
    [undefined],
    [{}],
    [{ name: 1, icons: 'x', redirect: 'y' }],
    [{ name: '', icons: ['javascript:1'], redirect: { native: 'javascript://x' } }],
  ])('error: %o is just "WalletConnect"', (metadata) => {
    expect(readPeer(metadata)).toEqual({ name: 'WalletConnect' })
  })
})
