import { afterEach, beforeEach, vi } from 'vitest'
import { networks } from '../src/adapters/bip122-networks'
import { discover } from '../src/connectors/bitcoin'
import type { Connector } from '../src/connectors/types'
import { toBase64 } from '../src/lib/base64'

export const MAINNET = 'bip122:000000000019d6689c085ae165831e93'
export const TESTNET = 'bip122:000000000933ea01ad0ee984209779ba'
export const PAYMENT = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
export const ORDINALS = 'bc1p5d7rjq7g6rdk2yhzks9smlaqtedr4dekq08ge8ztwac72sfr9rusxg3297'
export const ON_TESTNET = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
export const SIGNATURE = toBase64(new Uint8Array(66).fill(7))
export const PSBT = Uint8Array.of(112, 115, 98, 116)
export const TXID = 'ab'.repeat(32)

export type Answers = Record<string, (params: never) => unknown>
export const main = [
  { address: ORDINALS, publicKey: '', purpose: 'ordinals', addressType: 'p2tr' },
  { address: PAYMENT, publicKey: '', purpose: 'payment', addressType: 'p2wpkh' },
]
/** Xverse's answer when it connects, with the network that it is on. */
export const account = (name = 'Mainnet', addresses: object[] = main) => ({
  addresses,
  network: { bitcoin: { name }, stacks: { name } },
})

/** A Sats-Connect provider: JSON-RPC in, JSON-RPC out; Leather's rejects with the answer if that is an error. */
export function provider(answers: Answers, rejects = false) {
  const asked: [string, unknown][] = []
  const listeners = new Map<string, Set<() => void>>()
  return {
    asked,
    answers,
    emit: (name: string) => listeners.get(name)?.forEach((hear) => hear()),
    listening: () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
    provider: {
      async request(method: string, params: unknown) {
        asked.push([method, params])
        const run = answers[method]
        const failed = (error: object) => {
          const answer = { jsonrpc: '2.0', id: '1', error }
          if (rejects) throw answer
          return answer
        }
        if (!run) return failed({ code: -32601, message: 'Method not found' })
        try {
          return { jsonrpc: '2.0', id: '1', result: await run(params as never) }
        } catch (cause) {
          return failed(cause as object)
        }
      },
      addListener(name: string, hear: () => void) {
        const heard = listeners.get(name) ?? new Set()
        listeners.set(name, heard.add(hear))
        return () => heard.delete(hear)
      },
    },
  }
}
/** Xverse, which approves everything except for the given answers. */
export const xverse = (answers: Answers = {}) =>
  provider({
    wallet_connect: () => account(),
    wallet_getAccount: () => account(),
    wallet_disconnect: () => null,
    signMessage: ({ address }: { address: string }) => ({ signature: SIGNATURE, address, messageHash: '', protocol: 'BIP322' }),
    signPsbt: ({ psbt, broadcast }: { psbt: string; broadcast: boolean }) => ({
      psbt,
      ...(broadcast && { txid: TXID.toUpperCase() }),
    }),
    ...answers,
  })

/** A page with Bitcoin wallets, a new one for each test. */
export function bitcoinPage() {
  const page = { list: [] as Connector[], window: new EventTarget() as EventTarget & Record<string, unknown>, start, only }
  let stop = () => {}
  function start() {
    stop = discover(
      (connector) => {
        page.list = [...page.list.filter(({ id }) => id !== connector.id), connector]
      },
      (id) => {
        page.list = page.list.filter((each) => each.id !== id)
      },
    )
  }
  /** The one wallet that is found in it. */
  function only() {
    start()
    const [connector] = page.list
    if (!connector) throw new Error('The wallet was not found')
    return connector
  }
  beforeEach(() => {
    vi.useFakeTimers()
    page.window = new EventTarget() as typeof page.window
    vi.stubGlobal('window', page.window)
    vi.stubGlobal('document', { title: 'Test site' })
    page.list = []
  })
  afterEach(() => {
    stop()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  return page
}

export const request = { networks, signal: new AbortController().signal }
export const connected = async (connector: Connector) => {
  const [connection] = await connector.connect(request)
  if (!connection) throw new Error('No connection')
  const ask = (method: string, params: object = {}) => connection.provider.request({ method, params })
  return { connection, ask }
}
export const signInputs = (...addresses: string[]) => addresses.map((address, index) => ({ address, index }))
