import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import '../lib/later-errors'
import { encodeRecap } from '../../.ci/encode-recap'
import { hostileLike, hostileObject, inputs, type Maker, made, sizeOf, survive } from '../../.ci/hostile'
import { WalletError } from '../lib/errors'
import { toWalletError } from '../lib/rpc-errors'
import { okxBitcoin } from './bitcoin-okx'
import { satsConnect } from './bitcoin-sats-connect'
import { openBitcoinWallet } from './bitcoin-wallet'
import { coinbaseSolana } from './coinbase-solana'
import { openEip1193 } from './eip1193'
import { readAccounts } from './injected-web3-wallet'
import { MAX_ACCOUNTS } from './limits'
import { readSafe } from './safe-provider'
import { openSolanaWallet } from './solana-wallet'
import type { ConnectorEvent } from './types'
import { grantsOf, readSignIn } from './wallet-connect-authenticate'
import { askSolana } from './wallet-connect-solana'

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const SOLANA = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
const BITCOIN = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const GENERIC = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const never = new AbortController().signal
vi.stubGlobal('document', { title: 'Test site' })
const networks = ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'bip122:000000000019d6689c085ae165831e93'].map((caipNetworkId) => ({
  caipNetworkId,
  chainNamespace: caipNetworkId.split(':')[0],
}))

/** Answers of an injected wallet: near the right one, or hostile objects, alone or in a list. */
const handed = (...near: readonly unknown[]): fc.Arbitrary<Maker> => {
  const list = hostileObject.map((make) => () => [make()])
  return fc.oneof({ weight: 4, arbitrary: hostileLike(...near).map(made) }, hostileObject, list)
}
/** What comes over a relay is JSON. */
const sent = (...near: readonly unknown[]): fc.Arbitrary<Maker> => hostileLike(...near).map(made)

const signedMessage = { signature: '1'.repeat(64) }
const transaction = 'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='
const grant = { 'request/personal_sign': [{ chains: ['eip155:1', 'eip155:56'] }], 'request/eth_sendTransaction': [] }
const recap = encodeRecap({ att: { eip155: grant } })
const cacao = {
  h: { t: 'eip4361' },
  p: { iss: `did:pkh:eip155:1:${ADDRESS}`, aud: 'https://a.example', domain: 'a.example', nonce: 'n', resources: [recap] },
  s: { t: 'eip191', s: '0x12' },
}
const metadata = { name: 'Wallet', icons: ['https://a.example/a.png'], url: 'https://a.example', description: '' }
const signIn = { cacaos: [cacao, cacao], responder: { publicKey: '7f'.repeat(32), metadata } }

/** Connects with this answer, else with a valid one, and collects the events when the wallet then shows such accounts. */
async function accountsOf(open: typeof openSolanaWallet, address: string, feature: string, make: Maker) {
  vi.useFakeTimers()
  const told: ConnectorEvent[] = []
  let answer = make()
  let changed = () => {}
  const on = (_: string, listener: () => void) => {
    changed = listener
  }
  const wallet = {
    ...{ name: 'W', chains: ['solana:mainnet', 'bitcoin:mainnet'] },
    features: { [feature]: { connect: () => answer }, 'standard:events': { on } },
    get accounts() {
      return (answer as { accounts?: unknown } | undefined)?.accounts
    },
  }
  const opened = open(wallet, (event) => told.push(event))
  const connect = () => opened.connect({ networks, signal: never } as never)
  try {
    const connected = await connect().catch((error) => {
      if (!(error instanceof WalletError)) throw error
      answer = { accounts: [{ address }] }
      return connect()
    })
    answer = make()
    changed()
    await vi.runAllTimersAsync()
    const found = [...connected, ...told.flatMap((event) => (event.type === 'change' ? event.connections : []))]
    for (const { accounts, types = {} } of found) {
      expect(accounts.length).toBeLessThanOrEqual(MAX_ACCOUNTS)
      for (const type of Object.values(types)) expect(type).toMatch(/^[a-z]+$/i)
    }
    return found.map(({ accounts }) => accounts)
  } finally {
    opened.pause()
    vi.useRealTimers()
  }
}

type Placed = {
  features: Record<string, { connect?: () => Promise<{ accounts: readonly { address: string; chains: unknown }[] }> }>
}
/** The answer of a wallet that registers nowhere, asked in the standard's terms. */
async function placed(wallet: object) {
  const { features } = wallet as Placed
  const connect = (features['bitcoin:connect'] ?? features['standard:connect'])?.connect
  // Errors thrown by the wallet itself are mapped by the caller.
  const answer = await connect?.().catch((cause) => {
    throw toWalletError(cause, 'CONNECT_FAILED')
  })
  const { accounts = [] } = answer ?? {}
  expect(accounts.length).toBeLessThanOrEqual(MAX_ACCOUNTS)
  return accounts.map(({ address, chains }) => [address, chains])
}

type Case = readonly [read: (make: Maker) => unknown, given: fc.Arbitrary<Maker>]
const asks: Readonly<Record<string, Case>> = {
  'permissions of a wallet that is left': [
    async (make) => {
      const asked: string[] = []
      const request = async ({ method }: { method: string }) => {
        asked.push(method)
        return make()
      }
      await openEip1193({ request }, () => {}).disconnect()
      expect(asked.length).toBeLessThanOrEqual(2)
    },
    handed([{ parentCapability: 'eth_accounts' }]),
  ],
  'accounts of a Polkadot extension': [
    (make) => {
      const found = readAccounts(make())
      expect(found.length).toBeLessThanOrEqual(MAX_ACCOUNTS)
      return found.map(({ given, genesis }) => [given, genesis])
    },
    handed([{ address: GENERIC, genesisHash: null, type: 'sr25519' }]),
  ],
  'sign-ins over WalletConnect': [
    (make) => {
      const read = readSignIn(make())
      return read && [read, grantsOf(read)]
    },
    sent(signIn),
  ],
  'accounts of a Solana wallet': [
    async (make) => accountsOf(openSolanaWallet, SOLANA, 'standard:connect', make),
    handed({ accounts: [{ address: SOLANA, chains: ['solana:mainnet'] }, { address: SOLANA }] }),
  ],
  'accounts of a Bitcoin wallet': [
    async (make) => accountsOf(openBitcoinWallet, BITCOIN, 'bitcoin:connect', make),
    fc.oneof(
      handed(...['payment', 'constructor', { toString: 1 }].map((purpose) => ({ accounts: [{ address: BITCOIN, purpose }] }))),
      // A provider whose address can be read, and nothing else.
      hostileObject.map((make) => () => {
        const purpose = { get: () => String(make()) }
        return { accounts: [Object.defineProperty({ address: BITCOIN }, 'purpose', purpose)] }
      }),
    ),
  ],
  'the Safe around the page': [(make) => readSafe(make()), sent({ safeAddress: ADDRESS, chainId: 56 })],
  'addresses of a Sats-Connect wallet': [
    (make) => placed(satsConnect({ request: async () => make() }, 'W', false)),
    handed({ result: { addresses: [{ address: BITCOIN, purpose: 'payment' }], network: { bitcoin: { name: 'Mainnet' } } } }),
  ],
  'the address of OKX': [(make) => placed(okxBitcoin({ connect: async () => make() })), handed({ address: BITCOIN })],
  'the address of Coinbase Wallet': [
    (make) => placed(coinbaseSolana({ connect: async () => {}, publicKey: make() })),
    handed(SOLANA, { toString: () => SOLANA }),
  ],
  ...Object.fromEntries(
    Object.entries({
      solana_signMessage: [{ message: '2' }, signedMessage],
      solana_signTransaction: [{ transaction }, signedMessage, { transaction }],
      solana_signAllTransactions: [{ transactions: [transaction] }, { transactions: [transaction] }],
      solana_signAndSendTransaction: [{ transaction }, signedMessage],
    }).map(([method, [params, ...well]]): [string, Case] => [
      `${method} over WalletConnect`,
      [(make) => askSolana(async () => make(), SOLANA, method, params), sent(...well)],
    ]),
  ),
}

describe(`fuzz: wallets’ answers to requests, ${inputs} each`, () => {
  test.each(Object.entries(asks))('%s', async (_, [read, given]) => {
    await fc.assert(
      fc.asyncProperty(given, async (make) => {
        expect(sizeOf(await survive(() => read(make)))).toBeLessThan(200_000)
      }),
      { numRuns: inputs },
    )
  })
})
