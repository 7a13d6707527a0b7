import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adapters, type NamespaceEntry } from '../adapters'
import type { Transfers } from '../adapters/transfers'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { WalletError } from '../lib/errors'
import { payeesKey } from '../lib/payees'
import { forget, remember } from '../lib/storage'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { pending } from '../state/pending'
import { emptySend, send } from '../state/send'
import { reset, resetStores } from '../state/store'
import { abandonConnections, connect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { NAME_LIFE_MS } from './ens'
import { loadNetworks } from './network-list'
import { NAME_PAUSE_MS } from './receiver'
import { confirmSend, reviewSend } from './send'
import { acceptDanger, circumstances, typeReceiver } from './send-form'
import { sendProblem } from './send-problem'

const A = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const [B, C] = ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC']
/** Another one for each test, since answers are cached. */
let name = ''
let tests = 0

/** Where the name leads, and how often that was asked; undefined: no node answers. */
let leads: string | undefined
let resolved = 0
/** Networks on which every address is a contract; one of them may be silent. */
let contractOn: string[] = []
let silent = ''
let signed = 0
const plenty: Transfers = {
  readAddress: (text) => (text.startsWith('0x') ? { address: text } : { fault: 'shape' }),
  held: async () => ({ units: 10n ** 21n, decimals: 18 }),
  inspect: async ({ caipNetworkId }) => (contractOn.includes(caipNetworkId) ? ['contract'] : []),
  estimate: async () => ({ fee: 1n, maxFee: 1n, deposit: 0n }),
  prepare: async (_, { from, to, amount }) => {
    const request = Object.freeze({ from, to, value: `0x${amount.toString(16)}`, data: '0x' })
    return { request, fee: 1n, maxFee: 1n, deposit: 0n, changes: undefined }
  },
  submit: async () => {
    signed++
    return `0x${'ab'.repeat(32)}`
  },
  smart: {
    isSmart: ({ caipNetworkId }) =>
      caipNetworkId === silent ? new Promise(() => {}) : Promise.resolve(contractOn.includes(caipNetworkId)),
    prepare: async () => undefined,
    submit: () => Promise.reject(new Error('No batch is expected')),
  },
}

let eip155: NamespaceEntry | undefined
beforeEach(async () => {
  vi.useFakeTimers()
  resetStores()
  const rpcUrl = Object.fromEntries([1, 56, 97].map((id) => [`eip155:${id}`, ['https://rpc.example/']]))
  Object.assign(config, { projectId: 'test', networks: ['eip155:56', 'eip155:1', 'eip155:42161'], rpcUrl })
  leads = B
  name = `ada${++tests}.eth`
  resolved = signed = 0
  contractOn = []
  silent = ''
  eip155 = adapters.eip155
  const addressOfName = async () => {
    resolved++
    if (leads === undefined) throw new WalletError('NAME_RESOLVE_FAILED')
    return leads
  }
  adapters.eip155 = {
    ...eip155,
    transfers: async () => ({ transfers: plenty }),
    names: async () => ({ readName: async (name: string) => ({ status: 'normal', name }), addressOfName }),
  } as unknown as NamespaceEntry
  const provider = { request: async () => '0x38' }
  addConnector(mockWallet({}, { connections: [mockConnection('eip155:56', A, provider)] }).connector)
  await connect({ wallet: 'mock' })
  // The chunks that load with the first name take real time.
  await Promise.all([import('./typed-receiver'), import('./just-mined'), loadNetworks()])
})
afterEach(() => {
  vi.useRealTimers()
  if (eip155) adapters.eip155 = eip155
  abandonConnections()
  forgetConnectors()
  forget(payeesKey)
})

async function fill(receiver: string): Promise<void> {
  reset(send, {
    ...emptySend(chains.active.caipAddress),
    ...{ amount: '1.5', coin: `1${'0'.repeat(21)}`, held: { tokenId: 'native', units: `1${'0'.repeat(21)}`, decimals: 18 } },
    cost: { fee: '1', maxFee: '1', deposit: '0', least: '0' },
  } as ReturnType<typeof emptySend>)
  typeReceiver(receiver)
  await vi.advanceTimersByTimeAsync(NAME_PAUSE_MS + 1_000)
  expect(send).toMatchObject({ receiverStatus: 'found', found: { address: B }, warnings: [] })
}

async function review(): Promise<void> {
  const reviewing = reviewSend()
  await vi.advanceTimersByTimeAsync(5_000)
  await reviewing
}

test('a name that still leads to its address is reviewed, and one that was just looked up is not looked up again', async () => {
  await fill(name)
  await review()
  expect([send.status, send.review?.to, send.review?.toName, resolved]).toEqual(['reviewing', B, name, 1])
})

test('error: a name that has moved since it was typed hours ago is not reviewed for its old address; the form has the new one', async () => {
  await fill(name)
  leads = C
  await vi.advanceTimersByTimeAsync(NAME_LIFE_MS)
  await review()
  expect(send).toMatchObject({ status: 'editing', code: 'TRANSACTION_CHANGED', amount: '1.5', receiver: name })
  expect([send.review, send.found]).toEqual([undefined, { address: C, name }])
  await review()
  expect([send.status, send.review?.to]).toEqual(['reviewing', C])
})

test('error: a name that cannot be looked up again is not reviewed, and the form keeps it', async () => {
  await fill(name)
  leads = undefined
  await vi.advanceTimersByTimeAsync(NAME_LIFE_MS)
  await review()
  expect(send).toMatchObject({ status: 'editing', code: 'NAME_RESOLVE_FAILED', review: undefined, found: { address: B } })
})

test('error: an address that is a contract on another network only is warned about before it can be reviewed, and asked for once', async () => {
  await fill(B)
  contractOn = ['eip155:42161']
  silent = 'eip155:1'
  await review()
  expect(send).toMatchObject({ status: 'editing', warnings: ['contract'], review: undefined })
  expect(sendProblem(send, circumstances(send))).toBe('danger')
  // A second press may arrive before the form has drawn the warning.
  await review()
  expect(send).toMatchObject({ status: 'editing', review: undefined })
  acceptDanger(true)
  await review()
  expect([send.status, send.review?.to]).toEqual(['reviewing', B])
  await confirmSend.run()
  expect(signed).toBe(1)
})

test.each([
  ['an account of a key everywhere', [], ''],
  ['not known to a network that does not answer', [], 'eip155:1'],
])('an address that is %s is reviewed without a warning', async (_, networks, without) => {
  await fill(B)
  contractOn = networks
  silent = without
  await review()
  expect([send.status, send.warnings]).toEqual(['reviewing', []])
})

test('a receiver who was paid here before is not asked about elsewhere', async () => {
  remember(payeesKey, [{ namespace: 'eip155', address: B, networkId: 'eip155:56', at: 1, count: 1 }])
  await fill(B)
  contractOn = ['eip155:42161']
  await review()
  expect([send.status, send.warnings]).toEqual(['reviewing', []])
})

test('of an app with many networks, ten are asked for each receiver', async () => {
  const many = [1, 42161, 10, 137, 8453, 43114, 100, 8217, 5000, 1329, 1101, 80094, 59144]
  config.networks = ['eip155:56', ...many.map((id) => `eip155:${id}` as const)]
  await loadNetworks()
  await fill(B)
  contractOn = config.networks.filter((id) => id !== 'eip155:56')
  const asked = vi.spyOn(plenty.smart as NonNullable<Transfers['smart']>, 'isSmart')
  await review()
  const networks = new Set(asked.mock.calls.map(([network]) => network.caipNetworkId).filter((id) => id !== 'eip155:56'))
  asked.mockRestore()
  expect(networks.size).toBe(10)
})

test('error: what is found while a node is behind, after a transaction of a moment ago, has to be accepted as well', async () => {
  await fill(B)
  contractOn = ['eip155:42161']
  const note = {
    kind: 'send' as const,
    hash: '0x01',
    networkId: 'eip155:56' as const,
    at: Date.now(),
    status: 'confirmed' as const,
  }
  pending.list = [{ ...note, owner: chains.active.caipAddress ?? 'eip155:56:' }] as typeof pending.list
  const prepare = vi.spyOn(plenty, 'prepare').mockRejectedValueOnce(new WalletError('SEND_INCOMPLETE'))
  await review()
  prepare.mockRestore()
  expect(send).toMatchObject({ status: 'editing', code: 'TRANSACTION_CHANGED', warnings: ['contract'], review: undefined })
})

test('error: a box ticked for a look-alike is not ticked for a contract elsewhere', async () => {
  await fill(B)
  acceptDanger(true)
  contractOn = ['eip155:42161']
  await review()
  expect(send).toMatchObject({ status: 'editing', warnings: ['contract'], acceptedFor: undefined })
})
