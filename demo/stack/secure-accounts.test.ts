import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Asked } from '../secure/asked'

// Runs the frame's own code with stubs of what it needs of a browser: a database, storage, and services that each test scripts.

const HASH = `0x${'ab'.repeat(32)}`
const FACTORY = '0x00000000000000000000000000000000000fac70'
const chain = (chainId: number) => ({ chainId, name: `Chain ${chainId}`, symbol: 'ETH', currency: 'Ether', tokens: [] })
const chains = [
  { ...chain(1), rpc: 'http://one/', factory: FACTORY },
  { ...chain(56), rpc: 'http://two/' },
]

type Answer = (method: string, params: readonly unknown[]) => unknown
/** Answers by URL; a path belongs to the site itself. */
let services: Record<string, Answer>

async function answered(url: string, init?: RequestInit): Promise<Response> {
  const { method = '', params = [] } = JSON.parse(String(init?.body ?? '{}'))
  const answer = services[url]
  if (!answer) throw new TypeError('Failed to fetch')
  const said = answer(method, params)
  return Response.json(url.startsWith('/') ? said : { result: said })
}

/** A database whose transactions run one after another, as a browser's writing ones do. */
function database() {
  const kept = new Map<string, unknown>()
  let turn = Promise.resolve()
  const transaction = () => {
    const asked: (() => void)[] = []
    const change = { oncomplete: () => {}, objectStore: () => store }
    const ask = (act: () => unknown) => {
      const request = { result: undefined as unknown, onsuccess: () => {} }
      asked.push(() => {
        request.result = act()
        request.onsuccess()
      })
      return request
    }
    const store = {
      get: (key: string) => ask(() => kept.get(key)),
      put: (value: unknown, key: string) => ask(() => kept.set(key, value)),
    }
    turn = turn.then(() => {
      for (let next = asked.shift(); next; next = asked.shift()) next()
      change.oncomplete()
    })
    return change
  }
  const open = () => {
    const request = { result: { transaction, createObjectStore() {} }, onsuccess: () => {} }
    queueMicrotask(() => request.onsuccess())
    return request
  }
  return { open }
}

const storage = () => {
  const kept = new Map<string, string>()
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => void kept.set(key, text) }
}

beforeEach(() => {
  services = { '/config.json': () => ({ chains, solana: { id: 'solana:none', rpc: '' } }) }
  vi.stubGlobal('indexedDB', database())
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
  vi.stubGlobal('location', { search: '?chainId=eip155:1' })
  vi.stubGlobal('fetch', answered)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('two simultaneous first sign-ins of one person end with the same key', async () => {
  const { keysOf } = await import('../secure/keys')
  const [one, another] = await Promise.all([keysOf('ada'), keysOf('ada')])
  expect(another).toEqual(one)
  expect(await keysOf('ada')).toEqual(one)
  expect((await keysOf('grace')).evm).not.toBe(one.evm)
})

describe('a person with a smart account', () => {
  const CONTRACT = '0x00000000000000000000000000000000000c0de0'
  const code: Answer = (method) => (method === 'eth_call' ? `0x${CONTRACT.slice(2).padStart(64, '0')}` : '0x01')

  test('keeps it while the chain, or the site’s own server, does not answer', async () => {
    const { accountsIn, move } = await import('../secure/accounts')
    move({ type: 'smartAccount' })
    const { '/config.json': config, ...none } = services
    services = none
    await expect(accountsIn('ada')).rejects.toThrow()
    services = { '/config.json': config as Answer }
    await expect(accountsIn('ada')).rejects.toThrow()
    services = { ...services, 'http://one/': code }
    expect(await accountsIn('ada')).toMatchObject({ address: CONTRACT, preferredAccountType: 'smartAccount' })
  })

  test('has the standard account on chains without the contracts', async () => {
    const { accountsIn, move } = await import('../secure/accounts')
    const { keysOf } = await import('../secure/keys')
    move({ type: 'smartAccount', chainId: 56 })
    const { address } = privateKeyToAccount((await keysOf('ada')).evm)
    expect(await accountsIn('ada')).toMatchObject({ address, preferredAccountType: 'eoa' })
  })
})

describe('the status of a call that the standard account has sent', () => {
  const status = async (id: string) => {
    const { answerRpc } = await import('../secure/wallet')
    const active = { evm: 1, chainId: 1, type: 'eoa' } as const
    const asked: Asked = { method: 'wallet_getCallsStatus', params: [id], site: 'shop', person: 'ada', active }
    return answerRpc(asked)
  }
  const receipt = { status: '0x1', blockHash: HASH, blockNumber: '0x1', gasUsed: '0x5208', transactionHash: HASH, logs: [] }
  const node =
    (found: unknown): Answer =>
    (method, [hash]) =>
      hash !== HASH ? null : method === 'eth_getTransactionReceipt' ? found : { hash: HASH }
  beforeEach(() => {
    services = { ...services, '/api/operation-status': () => ({ known: false }), 'http://one/': () => null }
  })

  test('pending before it is mined, then done', async () => {
    services['http://one/'] = node(null)
    expect(await status(HASH)).toMatchObject({ status: 100, chainId: '0x1' })
    services['http://one/'] = node(receipt)
    expect(await status(HASH)).toMatchObject({ status: 200, receipts: [{ transactionHash: HASH }] })
  })

  test('also if the page has switched the chain since', async () => {
    services['http://two/'] = node(receipt)
    expect(await status(HASH)).toMatchObject({ status: 200, chainId: '0x38' })
  })

  test('error: one that no chain knows is unknown', async () => {
    await expect(status(`0x${'cd'.repeat(32)}`)).rejects.toThrow('Unknown bundle id')
  })
})
