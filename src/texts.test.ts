import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import './lib/embedded-errors'
import { inFull } from '../.ci/in-full.mjs'
import { checkPlain, oddText } from '../.ci/odd-texts'
import { getAssets } from './adapters/eip155-assets'
import { announcedName } from './connectors/announcement'
import { externalConnectors } from './connectors/external'
import { discover as discoverWeb3 } from './connectors/injected-web3'
import { setUp } from './connectors/test-exchange'
import type { Connector } from './connectors/types'
import { readPeer } from './connectors/wallet-connect-namespaces'
import { discover as discoverStandard } from './connectors/wallet-standard'
import { snapshotKey } from './controllers/account-snapshot'
import { appInfo } from './controllers/app-info'
import { readNetworks } from './controllers/read-networks'
import type { Network } from './lib/network'
import { payeesKey } from './lib/payees'
import { pendingKey } from './lib/pending-transaction'

// Services' texts are tested in `api/fuzz.test.ts`, and how all of it looks in `e2e/hostile-texts.spec.ts`.

const texts = inFull(5_000, 200)
const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const bnb: Network = {
  ...{ caipNetworkId: 'eip155:56', chainNamespace: 'eip155', id: 56, name: 'BNB', rpcUrls: [] },
  nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
}
const provider = { request: async () => undefined }
const features = { 'standard:connect': {}, 'standard:events': {}, 'solana:signTransaction': {} }

function found(discover: (add: (connector: Connector) => void) => () => void): string[] {
  const names: string[] = []
  discover(({ name }) => names.push(name))()
  return names
}

/** Every source of texts except the services, the most characters shown, and what is shown for a text. */
const places: Readonly<Record<string, readonly [limit: number, shown: (text: string) => unknown]>> = {
  'a wallet that announces itself': [40, (name) => announcedName({ uuid: 'u', name, icon: '', rdns: undefined, provider })],
  'a wallet of the Wallet Standard': [
    40,
    (name) => {
      vi.stubGlobal('window', new EventTarget())
      const wallet = { version: '1.0.0', name, icon: '', chains: ['solana:devnet'], features, accounts: [] }
      return found((add) => {
        const stop = discoverStandard(add, () => {})
        const detail = ({ register }: { register: (given: unknown) => void }) => register(wallet)
        window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
        return stop
      })
    },
  ],
  'a wallet of Polkadot': [
    40,
    (name) => {
      vi.stubGlobal('window', { injectedWeb3: { [name]: { enable() {} } } })
      return found((add) => discoverWeb3(add, () => {}))
    },
  ],
  'a wallet on the phone': [40, (name) => readPeer({ name, icons: [], redirect: {} }).name],
  'a wallet that the host makes': [
    40,
    async (name) => (await externalConnectors({ id: 'own', name, provider })).map((each) => each.name),
  ],
  'what a wallet says it holds': [
    60,
    async (text) => {
      const metadata = { name: text, symbol: text, decimals: 18 }
      const asset = { type: 'erc20', address: ADDRESS, balance: '0x1', metadata }
      const tokens = await getAssets({ request: async () => ({ '0x38': [asset] }) }, bnb, ADDRESS)
      return tokens?.flatMap(({ name, symbol }) => [name, symbol])
    },
  ],
  'why the frame refuses': [
    200,
    async (message) => {
      const { exchange, ready, posted, hear } = setUp()
      ready()
      const asked = exchange.ask('GET_USER').catch((error: Error) => error.message)
      hear({ type: '@w3m-frame/GET_USER_ERROR', id: posted[0]?.id, payload: { message } })
      return asked
    },
  ],
  'the name of the app': [
    200,
    (text) => {
      vi.stubGlobal('location', new URL('https://shop.example'))
      vi.stubGlobal('document', { title: text, querySelectorAll: () => [], querySelector: () => ({ content: text }) })
      const { name, description } = appInfo()
      return [name, description]
    },
  ],
  'a network of the host': [
    60,
    (text) =>
      readNetworks([{ ...bnb, name: text, nativeCurrency: { name: text, symbol: text, decimals: 18 } }])?.customNetworks.flatMap(
        ({ name, nativeCurrency }) => [name, nativeCurrency.name, nativeCurrency.symbol],
      ),
  ],
  'a payee that is kept': [
    255,
    (name) => payeesKey.parse([{ namespace: 'eip155', address: ADDRESS, name, at: 1, count: 1 }])?.map((each) => each.name),
  ],
  'a transaction that is kept': [
    200,
    (text) =>
      pendingKey
        .parse([
          {
            ...{ owner: `eip155:56:${ADDRESS}`, networkId: 'eip155:56', hash: '0x1', kind: 'send', status: 'pending', at: 1 },
            ...{ to: text, symbol: text },
          },
        ])
        ?.flatMap(({ to, symbol }) => [to, symbol]),
  ],
  'an account that is kept': [
    60,
    (text) => {
      const token = { name: text, symbol: text, quantity: { decimals: '18', numeric: '1' } }
      const kept = snapshotKey.parse({ owner: `eip155:56:${ADDRESS}`, at: 1, symbol: text, tokens: [token] })
      return [kept?.symbol, ...(kept?.tokens.flatMap(({ name, symbol }) => [name, symbol]) ?? [])]
    },
  ],
}

afterEach(() => void vi.unstubAllGlobals())

test.each(Object.entries(places))(
  `promise 18: of ${texts} texts none comes from %s with hidden characters, or longer than shown`,
  async (_, [limit, shown]) => {
    let seen = 0
    await fc.assert(
      fc.asyncProperty(oddText, async (text) => {
        for (const each of [await shown(text)].flat()) {
          checkPlain(each, limit)
          seen += typeof each === 'string' && each !== '' ? 1 : 0
        }
      }),
      { numRuns: texts },
    )
    expect(seen).toBeGreaterThan(texts / 2)
  },
)
