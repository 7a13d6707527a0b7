import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { inFull } from '../.ci/in-full.mjs'
import { adapter as evm } from './adapters/eip155'
import { batchOf, sendBatch } from './adapters/eip155-batch'
import { submitCall } from './adapters/eip155-call'
import { networks as evmNetworks } from './adapters/eip155-networks'
import { networks as solanaNetworks } from './adapters/solana-networks'
import { sendPrepared } from './adapters/solana-send'
import type { WalletProvider } from './adapters/types'
import { universal } from './adapters/universal'
import { authConnector, closeFrame, configureAuth, reloadFrame } from './connectors/auth'
import { openEip1193 } from './connectors/eip1193'
import { stageFrames } from './connectors/test-frame'
import { guardedStorage } from './lib/guarded-storage'
import type { Network } from './lib/network'

const runs = inFull(100, 3)
const A = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const B = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const ORIGIN = 'https://secure.example'
const network = evmNetworks.find(({ id }) => id === 31337) as Network
const devnet = solanaNetworks.find(({ name }) => name === 'Solana Devnet') as Network
const request = Object.freeze({ from: A, to: B, value: '0x1', data: '0x', chainId: '0x7a69', gas: '0x5208' })
const calls = batchOf(network, [{ from: A, to: B, value: 1n, data: '0x' }])

const failing = (code: number, message: string) => () => Promise.reject(Object.assign(new Error(message), { code }))
/** What a wallet does instead of answering. */
const faults: Record<string, () => unknown> = {
  '-32603': failing(-32603, 'Internal JSON-RPC error.'),
  '-32603 with HTTP 500 inside': () =>
    Promise.reject(Object.assign(new Error('Internal'), { code: -32603, data: { code: -1, message: 'HTTP 500' } })),
  'HTTP 500': failing(-32000, 'HTTP request failed. Status: 500'),
  'a limit': failing(-32005, 'Too many requests'),
  'a time-out': () => Promise.reject(Object.assign(new Error('The request timed out'), { name: 'TimeoutError' })),
  'a broken line': () => Promise.reject(new TypeError('Failed to fetch')),
  'an error at once': () => {
    throw new Error('no')
  },
  silence: () => new Promise(() => {}),
  'no answer that can be read': async () => ({}),
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  closeFrame()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  guardedStorage.clear()
})

/** The outcome of a request, however long a visitor would wait. */
async function outcome(asked: Promise<unknown>): Promise<string> {
  const ended = asked.then(
    () => 'answered',
    () => 'failed',
  )
  await vi.advanceTimersByTimeAsync(600_000)
  return Promise.race([ended, Promise.resolve('open')])
}

/** The wallet without the method that only signs, as many phones'. */
const sendingOnly = (wallet: WalletProvider): WalletProvider => ({
  request: (asked) => (asked.method === 'solana_signTransaction' ? failing(4200, 'Unsupported')() : wallet.request(asked)),
})

/** Every write to an injected wallet, by its method. */
const writes: readonly (readonly [string, string, (wallet: WalletProvider) => Promise<unknown>])[] = [
  ['a transaction', 'eth_sendTransaction', (wallet) => submitCall(wallet, request)],
  ['a batch', 'wallet_sendCalls', (wallet) => sendBatch(wallet, calls)],
  ['a text', 'personal_sign', (wallet) => evm.signMessage(wallet, A, 'Hello')],
  ['a text of another namespace', 'personal_sign', (wallet) => universal('cosmos').signMessage(wallet, A, 'Hello')],
  [
    'a transaction on Solana',
    'solana_signTransaction',
    (wallet) => sendPrepared(devnet, wallet, { transaction: new Uint8Array(9), from: A }, { urls: [], batch: 1 }),
  ],
  [
    'a transaction on Solana that the wallet itself sends',
    'solana_signAndSendTransaction',
    (wallet) => sendPrepared(devnet, sendingOnly(wallet), { transaction: new Uint8Array(9), from: A }, { urls: [], batch: 1 }),
  ],
]

/** What it may have sent without an answer is accepted later (`controllers/submission-late.test.ts`). */
const heardLate = ['eth_sendTransaction', 'wallet_sendCalls', 'solana_signAndSendTransaction']

describe.each(Object.entries(faults))('a wallet that answers with %s', (name, fault) => {
  test.each(writes)(`promise 12: %s, %s, is asked of it once, ${runs} times`, async (_, method, ask) => {
    for (let run = 0; run < runs; run++) {
      const asked: string[] = []
      const setUp: Record<string, unknown> = { eth_requestAccounts: [A], eth_chainId: '0x7a69' }
      const odd = {
        request({ method }: { method: string }): unknown {
          if (method in setUp) return Promise.resolve(setUp[method])
          asked.push(method)
          return fault()
        },
        on: () => {},
        removeListener: () => {},
      }
      const [connection] = await openEip1193(odd, () => {}).connect(new AbortController().signal)
      if (!connection) throw new Error('Not connected')
      const ended = name === 'silence' && heardLate.includes(method) ? 'open' : 'failed'
      expect([await outcome(ask(connection.provider)), asked]).toEqual([ended, [method]])
    }
  })
})

/** The frame's answers; with none it restarts, and open requests must not be sent again. */
const words = {
  '-32603': 'Internal error (-32603)',
  'HTTP 500': 'HTTP request failed. Status: 500',
  silence: undefined,
  'its going away': undefined,
}
const inFrame = [
  'eth_sendTransaction',
  'personal_sign',
  'eth_signTypedData_v4',
  'wallet_sendCalls',
  'wallet_grantPermissions',
  'wallet_revokePermissions',
  'eth_sendUserOperation',
  // The frame does this one without an approval, but it still moves something.
  'eth_sendRawTransaction',
]
const paramsOf: Record<string, unknown> = {
  wallet_sendCalls: [calls],
  eth_sendTransaction: [{ from: A, to: B, value: '0x1' }],
}

describe.each(Object.entries(words))('a secure frame that answers with %s', (name, said) => {
  beforeEach(() => {
    configureAuth({
      ...{ url: `${ORIGIN}/sdk`, projectId: 'p', debug: false, onHeight: () => {}, place: async () => stage.body },
      metadata: { name: 'Bakery', description: '', url: 'https://bakery.example', icons: [] },
      ...{ sdkVersion: 'test', accountType: () => 'eoa', label: () => ({ name: 'Email' }), via: () => 'google' },
      ...{
        approve: async () => {},
        settled: () => {},
        refused: () => {},
        onForgotten: () => {},
        onStart: () => {},
        onUser: () => {},
      },
    })
  })
  let stage: ReturnType<typeof stageFrames>

  test.each(inFrame)(`promise 12: %s is asked of it once, ${runs} times`, async (method) => {
    for (let run = 0; run < runs; run++) {
      stage = stageFrames(ORIGIN)
      const connecting = authConnector.connect({ networks: [network], signal: new AbortController().signal })
      await vi.advanceTimersByTimeAsync(0)
      stage.getReady()
      await stage.answer('GET_USER', { address: A, chainId: 31337, email: 'ada@example.org' })
      const [connection] = await connecting
      if (!connection) throw new Error('Not connected')
      const frame = stage.last()
      const asked = connection.provider.request({ method, params: paramsOf[method] ?? [A, '{}'] })
      asked.catch(() => {})
      await vi.advanceTimersByTimeAsync(0)
      if (method !== 'eth_sendRawTransaction') await stage.answer('GET_CHAIN_ID', { chainId: 31337 })
      const goes = name === 'its going away'
      if (said !== undefined) await stage.answer('RPC_REQUEST', { message: said }, 'ERROR')
      else if (goes) {
        // A host or a blocker removes it; one that is recreated would be ready at once.
        await vi.advanceTimersByTimeAsync(0)
        frame.remove()
        await vi.advanceTimersByTimeAsync(1_000)
        stage.getReady()
      } else {
        await vi.advanceTimersByTimeAsync(1_000)
        void reloadFrame()
        await stage.answer('RELOAD')
        await vi.advanceTimersByTimeAsync(0)
        stage.getReady()
      }
      expect(await outcome(asked)).toBe('failed')
      const heard = stage.frames.flatMap(({ posted }) => posted).filter(({ type }) => type === '@w3m-app/RPC_REQUEST')
      expect([frame.isConnected, heard.map(({ payload }) => payload?.method)]).toEqual([!goes, [method]])
      closeFrame()
    }
  })
})
