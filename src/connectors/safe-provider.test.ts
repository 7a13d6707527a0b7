import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { adapter } from '../adapters/eip155'
import { capableOfBatch } from '../adapters/eip155-batch'
import { submitCall } from '../adapters/eip155-call'
import { networks } from '../adapters/eip155-networks'
import { getCallsStatus, sendRequest } from '../adapters/eip155-wallet-calls'
import { safeProvider } from './safe-provider'
import { framedBy, playedSafe } from './test-safe'

const SAFE = '0x5aFE3855358E112B5647B952709E6165e1c1eEEe'
const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const safeTxHash = `0x${'5a'.repeat(32)}`
const hash = `0x${'c4'.repeat(32)}`
const signature = `0x${'0f'.repeat(130)}`
const network = networks.find(({ id }) => id === 56)
if (!network) throw new Error('BNB is one of the networks')

let safe: ReturnType<typeof playedSafe>
const provider = safeProvider()
const ask = (method: string, ...params: unknown[]) => provider.request({ method, params })
const about = (method: string) => safe.asked.filter(([each]) => each === method).map(([, params]) => params)
const details =
  (...states: object[]) =>
  () =>
    states.length > 1 ? states.shift() : states[0]
beforeEach(() => {
  vi.useFakeTimers()
  safe = playedSafe({
    getSafeInfo: () => ({ safeAddress: SAFE, chainId: 56 }),
    sendTransactions: () => ({ safeTxHash }),
    rpcCall: ({ call }: { call: string }) =>
      call === 'eth_getTransactionReceipt' ? { transactionHash: hash, status: '0x1' } : null,
  })
  vi.stubGlobal('window', framedBy(safe).window)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('gives its account and chain, and passes reads on', async () => {
  expect(await ask('eth_accounts')).toEqual([SAFE])
  expect(await ask('eth_requestAccounts')).toEqual([SAFE])
  expect([await ask('eth_chainId'), await ask('net_version')]).toEqual(['0x38', '56'])
  safe.answers.rpcCall = ({ call, params }: { call: string; params: unknown }) => [call, params]
  expect(await ask('eth_getBalance', TO, 'latest')).toEqual(['eth_getBalance', [TO, 'latest']])
})

test('cannot switch chains', async () => {
  expect(await ask('wallet_switchEthereumChain', { chainId: '0x38' })).toBe(null)
  await expect(adapter.switchNetwork(provider, { ...network, id: 1 })).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
})

test.each([
  'eth_sign',
  'eth_sendRawTransaction',
  'eth_getEncryptionPublicKey',
  'wallet_addEthereumChain',
  'toString',
  '__proto__',
])('error: %s is not supported', async (method) => {
  await expect(ask(method)).rejects.toMatchObject({ code: 4200 })
  expect(safe.asked).toEqual([])
})

describe('eth_sendTransaction', () => {
  const request = { from: SAFE, to: TO, value: '0xde0b6b3a7640000', data: '0x', chainId: '0x38', gas: '0x5208' } as const

  test('resolves to the hash once the owners have executed it, and is handed over once', async () => {
    const states = [{ txStatus: 'AWAITING_CONFIRMATIONS', txHash: null }, { txStatus: 'AWAITING_EXECUTION' }]
    safe.answers.getTxBySafeTxHash = details(...states, { txStatus: 'SUCCESS', txHash: hash })
    const sending = submitCall(provider, request as never)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await sending).toBe(hash)
    expect(about('sendTransactions')).toEqual([{ txs: [{ to: TO, value: '1000000000000000000', data: '0x' }] }])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('error: a canceled transaction is a refusal, and one that failed in the Safe is TRANSACTION_FAILED', async () => {
    safe.answers.getTxBySafeTxHash = () => ({ txStatus: 'CANCELLED' })
    await expect(submitCall(provider, request as never)).rejects.toMatchObject({ code: 'USER_REJECTED' })
    safe.answers.getTxBySafeTxHash = () => ({ txStatus: 'FAILED', txHash: hash })
    await expect(submitCall(provider, request as never)).rejects.toMatchObject({
      code: 'TRANSACTION_FAILED',
      cause: { hashes: [hash] },
    })
    safe.answers.sendTransactions = () => Promise.reject(new Error('Transaction was rejected'))
    await expect(submitCall(provider, request as never)).rejects.toMatchObject({ code: 'USER_REJECTED' })
  })

  test('error: a Safe that no longer answers is given up, and not asked to send again', async () => {
    safe.answers.getTxBySafeTxHash = () => Promise.reject(new Error('Gateway is down'))
    const sending = expect(submitCall(provider, request as never)).rejects.toMatchObject({ code: 'TRANSACTION_UNCONFIRMED' })
    await vi.advanceTimersByTimeAsync(600_000)
    await sending
    expect(about('sendTransactions')).toHaveLength(1)
  })

  test.each<[number, object]>([
    [4100, { from: TO }],
    [4901, { chainId: '0x1' }],
    [-32602, { to: undefined }],
    [-32602, { to: 'ada.eth' }],
    [-32602, { value: 1 }],
    [-32602, { value: '-0x1' }],
    [-32602, { data: '0xabc' }],
  ])('error: %i for %j, before the Safe is asked', async (code, change) => {
    await expect(ask('eth_sendTransaction', { ...request, ...change })).rejects.toMatchObject({ code })
    expect(about('sendTransactions')).toEqual([])
  })
})

describe('wallet_sendCalls', () => {
  const call = { to: TO, value: '0x1', data: '0xabcd' }
  const batch = { version: '2.0.0', chainId: '0x38', from: SAFE, atomicRequired: true, calls: [call, { to: SAFE }] }

  test('is one transaction of the Safe, whose outcome is reported', async () => {
    expect(await capableOfBatch(provider, network, SAFE)).toBe(true)
    const { id } = await sendRequest(provider, batch)
    expect(id).toBe(safeTxHash)
    const txs = [
      { ...call, value: '1' },
      { to: SAFE, value: '0', data: '0x' },
    ]
    expect(about('sendTransactions')).toEqual([{ txs }])
    const ends = [
      [
        { txStatus: 'AWAITING_EXECUTION', txHash: null },
        { status: 'pending', hashes: [] },
      ],
      [
        { txStatus: 'SUCCESS', txHash: hash },
        { status: 'confirmed', code: 200, atomic: true, hashes: [hash] },
      ],
      [
        { txStatus: 'FAILED', txHash: hash },
        { status: 'failed', code: 500, hashes: [hash] },
      ],
      [{ txStatus: 'CANCELLED' }, { status: 'failed', code: 400, hashes: [] }],
    ] as const
    for (const [told, end] of ends) {
      safe.answers.getTxBySafeTxHash = () => told
      expect(await getCallsStatus(provider, id)).toMatchObject(end)
    }
    safe.answers.rpcCall = () => null
    safe.answers.getTxBySafeTxHash = () => ({ txStatus: 'SUCCESS', txHash: hash })
    expect(await getCallsStatus(provider, id)).toMatchObject({ status: 'pending' })
  })

  test.each<[number, object]>([
    [4901, { chainId: '0x1' }],
    [4100, { from: TO }],
    [-32602, { calls: [] }],
    [-32602, { calls: [{ data: '0x6000' }] }],
    [5700, { capabilities: { paymasterService: { url: 'https://pay.example' } } }],
  ])('error: %i for %j', async (code, change) => {
    await expect(ask('wallet_sendCalls', { ...batch, ...change })).rejects.toMatchObject({ code })
    expect(about('sendTransactions')).toEqual([])
  })

  test('an optional capability that is not supported is ignored', async () => {
    expect(await ask('wallet_sendCalls', { ...batch, capabilities: { paymasterService: { optional: true } } })).toEqual({
      id: safeTxHash,
    })
  })
})

describe('signing', () => {
  test('a text is passed as text; the owners have signed at once, or do so later', async () => {
    safe.answers.signMessage = () => ({ messageHash: hash, signature })
    expect(await adapter.signMessage(provider, SAFE, 'Grüezi, Safe')).toBe(signature)
    expect(about('signMessage')).toEqual([{ message: 'Grüezi, Safe' }])
    expect(about('rpcCall')).toEqual([{ call: 'safe_setSettings', params: [{ offChainSigning: true }] }])

    safe.answers.signMessage = () => ({ messageHash: hash, signature: '' })
    safe.answers.getOffChainSignature = details('' as never, '0x' as never, signature as never)
    const signing = adapter.signMessage(provider, SAFE, 'Later')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await signing).toBe(signature)
    expect(about('getOffChainSignature')).toEqual([hash, hash, hash])
  })

  test('an on-chain signature is empty, once the transaction is executed', async () => {
    safe.answers.signMessage = () => ({ safeTxHash })
    safe.answers.getTxBySafeTxHash = details({ txStatus: 'AWAITING_EXECUTION' }, { txStatus: 'SUCCESS', txHash: hash })
    const signing = adapter.signMessage(provider, SAFE, 'On the chain')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await signing).toBe('0x')
  })

  test('signs bytes that are no text, and typed data', async () => {
    safe.answers.signMessage = safe.answers.signTypedMessage = () => ({ signature })
    expect(await ask('personal_sign', '0xff00', SAFE)).toBe(signature)
    expect(about('signMessage')).toEqual([{ message: '0xff00' }])
    const typed = { domain: {}, types: {}, message: { a: 1 } }
    expect(await ask('eth_signTypedData_v4', SAFE.toLowerCase(), JSON.stringify(typed))).toBe(signature)
    expect(about('signTypedMessage')).toEqual([{ typedData: typed }])
  })

  test('error: another account, a refusal, and no signature', async () => {
    await expect(ask('personal_sign', '0x61', TO)).rejects.toMatchObject({ code: 4100 })
    await expect(ask('eth_signTypedData_v4', SAFE, '{')).rejects.toMatchObject({ code: -32602 })
    expect(about('signMessage')).toEqual([])
    safe.answers.signMessage = () => Promise.reject(new Error('Message was rejected'))
    await expect(adapter.signMessage(provider, SAFE, 'x')).rejects.toMatchObject({ code: 'USER_REJECTED' })
    for (const answer of [null, {}, { signature: '0x' }, { safeTxHash: '0x1' }]) {
      safe.answers.signMessage = () => answer
      await expect(adapter.signMessage(provider, SAFE, 'x')).rejects.toMatchObject({ name: 'WalletError' })
    }
  })
})
