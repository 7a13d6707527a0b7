import { describe, expect, test, vi } from 'vitest'
import {
  bitcoinPage,
  connected,
  MAINNET,
  ORDINALS,
  PAYMENT,
  PSBT,
  request,
  SIGNATURE,
  signInputs,
  TXID,
} from '../../.ci/bitcoin-wallet-world'
import { adapter } from '../adapters/bip122'
import { toBase64 } from '../lib/base64'
import { toHex } from './bitcoin-hex'
import { TELL_INTERVAL_MS } from './limits'
import type { ConnectorEvent } from './types'

const page = bitcoinPage()

describe('OKX', () => {
  const okx = (script: Record<string, unknown> = {}) => {
    const state = { address: PAYMENT, isConnected: false }
    const asked: unknown[][] = []
    const listeners = new Map<string, () => void>()
    const usual: Record<string, unknown> = {
      connect: async () => {
        state.isConnected = true
        return { address: state.address, publicKey: '' }
      },
      getAccounts: async () => (state.isConnected ? [state.address] : []),
      disconnect: async () => {},
      signMessage: async () => SIGNATURE,
      signPsbt: async (hex: string) => hex,
      pushPsbt: async () => TXID,
      on: (name: string, hear: () => void) => void listeners.set(name, hear),
      removeListener: (name: string) => void listeners.delete(name),
      ...script,
    }
    const of = ([name, run]: [string, unknown]) => [
      name,
      typeof run === 'function'
        ? (...given: unknown[]) => {
            if (!/^(on|removeListener|getAccounts)$/.test(name)) asked.push([name, ...given])
            return run(...given)
          }
        : run,
    ]
    page.window.okxwallet = { bitcoin: Object.fromEntries(Object.entries(usual).map((each) => of(each))) }
    return { state, asked, listeners, connector: page.only() }
  }

  test('connects on mainnet, signs, sends once, is restored and disconnects', async () => {
    const { connector, asked, listeners } = okx()
    expect(await connector.restore(request)).toEqual([])
    expect(asked).toEqual([])
    const { connection, ask } = await connected(connector)
    expect(connection).toMatchObject({ networkId: MAINNET, accounts: [`${MAINNET}:${PAYMENT}`], approved: [MAINNET] })
    expect(await adapter.signMessage(connection.provider, PAYMENT, 'Hi')).toBe(SIGNATURE)
    expect(asked.at(-1)).toEqual(['signMessage', 'Hi', 'bip322-simple'])
    const params = { psbt: toBase64(PSBT), signInputs: signInputs(PAYMENT) }
    const toSignInputs = [{ index: 0, address: PAYMENT }]
    expect(await ask('signPsbt', params)).toEqual({ psbt: params.psbt })
    expect(asked.at(-1)).toEqual(['signPsbt', toHex(PSBT), { autoFinalized: false, toSignInputs }])
    expect(await ask('signPsbt', { ...params, broadcast: true })).toEqual({ txid: TXID })
    expect(asked.slice(-2)).toEqual([
      ['signPsbt', toHex(PSBT), { autoFinalized: true, toSignInputs }],
      ['pushPsbt', toHex(PSBT)],
    ])
    expect(await connector.restore(request)).toHaveLength(1)
    await connector.disconnect()
    expect([asked.at(-1), listeners.size]).toEqual([['disconnect'], 0])
  })

  test('a switch to another account is reported, and it signs nothing meant for the first one', async () => {
    const { connector, state, asked, listeners } = okx()
    const { connection, ask } = await connected(connector)
    const events: ConnectorEvent[] = []
    connector.on((event) => events.push(event))
    state.address = ORDINALS
    const before = asked.length
    await expect(adapter.signMessage(connection.provider, PAYMENT, 'x')).rejects.toMatchObject({ code: 'WALLET_UNAUTHORIZED' })
    const params = { psbt: toBase64(PSBT), signInputs: signInputs(PAYMENT), broadcast: true }
    await expect(ask('signPsbt', params)).rejects.toMatchObject({ code: 'WALLET_UNAUTHORIZED' })
    expect(asked).toHaveLength(before)
    listeners.get('accountChanged')?.()
    await vi.advanceTimersByTimeAsync(TELL_INTERVAL_MS)
    expect(events).toMatchObject([{ type: 'change', connections: [{ accounts: [`${MAINNET}:${ORDINALS}`] }] }])
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['refuses', { connect: () => Promise.reject({ code: 4001 }) }, 'USER_REJECTED'],
    [
      'throws',
      {
        connect: () => {
          throw new Error('no')
        },
      },
      'CONNECT_FAILED',
    ],
    ['gives junk', { connect: async () => ({ address: 7 }) }, 'WALLET_ANSWER_INVALID'],
    ['cannot', { connect: undefined }, 'WALLET_METHOD_UNSUPPORTED'],
    ['gives no address', { connect: async () => ({ address: 'x' }) }, 'NO_ACCOUNTS_FOUND'],
  ])('error: one that %s', async (_, script, code) => {
    await expect(okx(script).connector.connect(request)).rejects.toMatchObject({ code })
  })

  test('error: an unreadable signed transaction is not sent', async () => {
    const { connector, asked } = okx({ signPsbt: async () => 'no hex' })
    const { ask } = await connected(connector)
    const params = { psbt: toBase64(PSBT), signInputs: signInputs(PAYMENT), broadcast: true }
    await expect(ask('signPsbt', params)).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
    expect(asked.some(([name]) => name === 'pushPsbt')).toBe(false)
  })
})
