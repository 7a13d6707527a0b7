import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Network } from '../lib/network'
import { networks } from './eip155-networks'
import { switchNetwork } from './eip155-switch'
import examples from './vectors/eip3326_examples.json'
import { READ_LIMIT_MS } from './wallet-request'

const found = networks.find(({ id }) => id === 56)
if (!found) throw new Error('BNB Smart Chain is not in the table')
const bnb: Network = found

const SWITCH = 'wallet_switchEthereumChain'
const ADD = 'wallet_addEthereumChain'
const fail = (error: unknown) => () => Promise.reject(error)

/** A wallet on chain 1 that answers by `on`, and otherwise correctly. */
function wallet(on: Record<string, (params: unknown, round: number) => unknown> = {}) {
  let chainId: unknown = '0x1'
  const asked: { method: string; params: unknown }[] = []
  const move = (to: unknown) => {
    chainId = to
    return null
  }
  const usual: Record<string, () => unknown> = { [SWITCH]: () => move('0x38'), [ADD]: () => null, eth_chainId: () => chainId }
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    asked.push({ method, params })
    const round = asked.filter((each) => each.method === method).length
    return on[method] ? on[method](params, round) : usual[method]?.()
  }
  return { request, move, asked, count: (method: string) => asked.filter((each) => each.method === method).length }
}

/** The outcome of a switch: `done` or the error's code; the clock is run to its end. */
async function outcome(provider: ReturnType<typeof wallet>, network = bnb, signal?: AbortSignal): Promise<string> {
  const ending = switchNetwork(provider, network, signal).then(
    () => 'done',
    (error) => error.code,
  )
  await vi.runAllTimersAsync()
  return ending
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('switchNetwork', () => {
  test('asks in hex and reads the chain again', async () => {
    const provider = wallet()
    expect(await outcome(provider)).toBe('done')
    expect(provider.asked).toEqual([
      { method: SWITCH, params: [{ chainId: '0x38' }] },
      { method: 'eth_chainId', params: undefined },
    ])
  })

  test('asks as the example of EIP-3326 does (vectors/rpc)', async () => {
    const [example] = examples
    const provider = wallet({ [SWITCH]: () => null, eth_chainId: () => '0x1' })
    expect(
      await outcome(
        provider,
        networks.find(({ id }) => id === 1),
      ),
    ).toBe('done')
    expect(provider.asked[0]).toEqual({ method: example?.value.method, params: example?.value.params })
  })

  test.each(['0x38', '0x038', 56, '56', 56n, 'eip155:56'])('understands a wallet that answers with %s', async (answer) => {
    expect(await outcome(wallet({ eth_chainId: () => answer }))).toBe('done')
  })

  test('waits for a wallet that answers before it has switched', async () => {
    expect(await outcome(wallet({ eth_chainId: (_, round) => (round < 4 ? '0x1' : '0x38') }))).toBe('done')
  })

  test('error: a wallet that answers yes and stays (P26)', async () => {
    const provider = wallet({ [SWITCH]: () => null })
    expect(await outcome(provider)).toBe('SWITCH_FAILED')
    expect(provider.count(SWITCH)).toBe(1)
    expect(provider.count(ADD)).toBe(0)
  })

  test.each([{ code: 4001 }, { code: 5000 }, { code: '4001' }, 4001, { code: 4001, data: { originalError: { code: 4902 } } }])(
    'error: refused with %j adds nothing (P27, P16)',
    async (error) => {
      const provider = wallet({ [SWITCH]: fail(error) })
      expect(await outcome(provider)).toBe('NETWORK_CHANGE_DECLINED')
      expect(provider.asked.length).toBe(1)
    },
  )

  test.each([
    { code: 4902 },
    { code: -32603, data: { originalError: { code: 4902 } } },
    { code: 32603, data: { originalError: { code: 4902 } } },
    { code: 5000, data: { originalError: { code: 4902 } } },
  ])('adds a chain that the wallet does not know, once (P28, P29): %j', async (error) => {
    const provider = wallet({
      [SWITCH]: fail(error),
      [ADD]: () => provider.move('0x38'),
    })
    expect(await outcome(provider)).toBe('done')
    expect(provider.asked.find(({ method }) => method === ADD)?.params).toEqual([
      {
        chainId: '0x38',
        chainName: 'BNB Smart Chain',
        nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
        rpcUrls: [...bnb.rpcUrls],
        blockExplorerUrls: ['https://bscscan.com'],
      },
    ])
    expect([provider.count(SWITCH), provider.count(ADD)]).toEqual([1, 1])
  })

  test('asks again if the chain was added and the wallet did not switch (P32) (fault 36)', async () => {
    const provider = wallet({ [SWITCH]: (_, round) => (round === 1 ? Promise.reject({ code: 4902 }) : provider.move('0x38')) })
    expect(await outcome(provider)).toBe('done')
    expect([provider.count(SWITCH), provider.count(ADD)]).toEqual([2, 1])
  })

  test('error: added, asked again, and still on another chain (P32)', async () => {
    const stays = wallet({ [SWITCH]: (_, round) => (round === 1 ? Promise.reject({ code: 4902 }) : null) })
    expect(await outcome(stays)).toBe('CHAIN_UNSUPPORTED')
    expect([stays.count(SWITCH), stays.count(ADD)]).toEqual([2, 1])
    const unknown = wallet({ [SWITCH]: fail({ code: 4902 }) })
    expect(await outcome(unknown)).toBe('CHAIN_UNSUPPORTED')
    expect([unknown.count(SWITCH), unknown.count(ADD)]).toEqual([2, 1])
  })

  test('error: declined when asked again', async () => {
    const provider = wallet({ [SWITCH]: (_, round) => Promise.reject({ code: round === 1 ? 4902 : 4001 }) })
    expect(await outcome(provider)).toBe('NETWORK_CHANGE_DECLINED')
  })

  test.each([{ code: 4001 }, { code: -32601 }, undefined, 'no'])('error: adding is refused with %j (P31)', async (error) => {
    const provider = wallet({ [SWITCH]: fail({ code: 4902 }), [ADD]: fail(error) })
    expect(await outcome(provider)).toBe('CHAIN_NOT_SUPPORTED')
    expect([provider.count(SWITCH), provider.count(ADD)]).toEqual([1, 1])
  })

  test.each([{ code: 32603 }, { code: -32603 }, { code: 4200 }, { code: -32601 }, undefined, 'no'])(
    'error: the wallet fails with %j, and nothing is added (P30)',
    async (error) => {
      const provider = wallet({ [SWITCH]: fail(error) })
      expect(await outcome(provider)).toBe('CHAIN_NOT_SUPPORTED')
      expect(provider.asked.length).toBe(1)
    },
  )

  test('error: a request is already open in the wallet', async () => {
    expect(await outcome(wallet({ [SWITCH]: fail({ code: -32002 }) }))).toBe('REQUEST_PENDING')
  })

  test('error: a chain without an endpoint of its own is never added', async () => {
    const provider = wallet({ [SWITCH]: fail({ code: 4902 }) })
    expect(await outcome(provider, { ...bnb, rpcUrls: [] })).toBe('CHAIN_NOT_SUPPORTED')
    expect(provider.count(ADD)).toBe(0)
  })

  test.each([() => '0xzz', () => '0x', () => null, fail({ code: -32601 })])(
    'error: a wallet that never names its chain',
    async (answer) => {
      expect(await outcome(wallet({ eth_chainId: answer }))).toBe('SWITCH_FAILED')
    },
  )

  test('error: a wallet that hangs when asked for its chain, after 10 s', async () => {
    const start = Date.now()
    expect(await outcome(wallet({ eth_chainId: () => new Promise(() => {}) }))).toBe('SWITCH_FAILED')
    expect(Date.now() - start).toBe(READ_LIMIT_MS)
  })

  test('error: aborted while the wallet waits for the visitor; its late answer changes nothing', async () => {
    const controller = new AbortController()
    let answer: (value: unknown) => void = () => {}
    const waiting = new Promise((resolve) => {
      answer = resolve
    })
    const provider = wallet({ [SWITCH]: () => waiting })
    const ending = expect(switchNetwork(provider, bnb, controller.signal)).rejects.toMatchObject({ code: 'ABORTED' })
    controller.abort()
    await ending
    answer(null)
    await vi.runAllTimersAsync()
    expect(provider.asked.length).toBe(1)
  })
})
