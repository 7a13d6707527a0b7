import { describe, expect, test } from 'vitest'
import { WalletError } from './errors'
import { laterCatalogue } from './later-errors'
import { isUnknownChain, nestedCode, rpcCodes, serverAlert, serverMessages, toConnectError, toWalletError } from './rpc-errors'

const codeOf = (cause: unknown) => toWalletError(cause, 'CONNECT_FAILED').code
const hostile = new Proxy(
  {},
  {
    get: () => {
      throw new Error('get')
    },
    getPrototypeOf: () => {
      throw new Error('getPrototypeOf')
    },
  },
)

describe('rpcCodes', () => {
  test('every number has its own code of the catalogue; only both refusals share one', () => {
    const codes = Object.values(rpcCodes)
    expect(codes.filter((code) => !(code in laterCatalogue) && code !== 'USER_REJECTED' && code !== 'REQUEST_PENDING')).toEqual(
      [],
    )
    expect(codes.length - new Set(codes).size).toBe(1)
  })

  test.each([
    [-32700, 'RPC_PARSE_ERROR'],
    [-32600, 'RPC_INVALID_REQUEST'],
    [-32601, 'RPC_METHOD_NOT_FOUND'],
    [-32602, 'RPC_INVALID_PARAMS'],
    [-32603, 'RPC_INTERNAL'],
    [32603, 'RPC_INTERNAL'],
    [-32000, 'RPC_INVALID_INPUT'],
    [-32001, 'RPC_RESOURCE_NOT_FOUND'],
    [-32002, 'REQUEST_PENDING'],
    [-32003, 'RPC_TRANSACTION_REJECTED'],
    [-32004, 'RPC_METHOD_NOT_SUPPORTED'],
    [-32005, 'RPC_LIMIT_EXCEEDED'],
    [-32006, 'RPC_VERSION_UNSUPPORTED'],
    [3, 'EXECUTION_REVERTED'],
    [4001, 'USER_REJECTED'],
    [4100, 'WALLET_UNAUTHORIZED'],
    [4200, 'WALLET_METHOD_UNSUPPORTED'],
    [4900, 'WALLET_OFFLINE'],
    [4901, 'WALLET_CHAIN_OFFLINE'],
    [4902, 'CHAIN_NOT_ADDED'],
    [5000, 'USER_REJECTED'],
    [5002, 'USER_REJECTED'],
    [5100, 'CHAIN_NOT_SUPPORTED'],
    [5101, 'WALLET_METHOD_UNSUPPORTED'],
    [5700, 'CALLS_CAPABILITY_UNSUPPORTED'],
    [5710, 'CALLS_CHAIN_UNSUPPORTED'],
    [5720, 'CALLS_DUPLICATE_ID'],
    [5730, 'CALLS_UNKNOWN_ID'],
    [5740, 'CALLS_TOO_LARGE'],
    [5750, 'CALLS_UPGRADE_REJECTED'],
    [5760, 'CALLS_NOT_ATOMIC'],
    [6000, 'SESSION_ENDED'],
  ])('%i is %s as number, text, member and nested', (number, code) => {
    for (const error of [number, { code: number }, { code: String(number) }, { cause: { error: { code: number } } }])
      expect(codeOf(error)).toBe(code)
  })
})

describe('nestedCode', () => {
  test('finds the number where wallets and libraries put it', () => {
    expect(nestedCode({ code: -32603, data: { originalError: { code: 4902 } } })).toBe(4902)
    expect(nestedCode({ code: 'UNKNOWN_ERROR', info: { error: { code: 4001 } } })).toBe(4001)
    expect(nestedCode(new Error('outer', { cause: new Error('inner', { cause: { code: '4100' } }) }))).toBe(4100)
    expect(nestedCode({ code: -32603, message: 'Internal' })).toBe(-32603)
    expect(nestedCode({ code: 1234 })).toBe(1234)
    expect(nestedCode({ code: 1234, cause: { code: -32603 } })).toBe(-32603)
  })

  test('the outermost clear number wins', () => expect(nestedCode({ code: 4001, cause: { code: 4100 } })).toBe(4001))

  test('error: nothing readable is undefined', () => {
    for (const error of [
      undefined,
      null,
      '',
      'text',
      {},
      [],
      Symbol('x'),
      { code: 1.5 },
      { code: Number.NaN },
      { code: '40x1' },
      () => 1,
      hostile,
    ])
      expect(nestedCode(error)).toBeUndefined()
  })

  test('error: a circle, a chain of 10,000 and a throwing getter do not hang or throw', () => {
    const circle: Record<string, unknown> = {}
    circle.cause = circle
    expect(nestedCode(circle)).toBeUndefined()
    let chain: unknown = { code: 4001 }
    for (let i = 0; i < 10_000; i++) chain = { cause: chain }
    expect(nestedCode(chain)).toBeUndefined()
    const half = {
      get code(): number {
        throw new Error('getter')
      },
      cause: { code: 4001 },
    }
    expect(nestedCode(half)).toBe(4001)
  })
})

describe('isUnknownChain', () => {
  test('4902 counts wherever it is nested, also in an internal error or a refusal', () => {
    for (const code of [4902, -32603, 32603, 5000])
      expect(isUnknownChain({ code, data: { originalError: { code: 4902 } } })).toBe(true)
    expect(isUnknownChain({ code: '4902' })).toBe(true)
  })

  test('a wallet without error numbers is understood by its text', () =>
    expect(isUnknownChain(new Error('Unrecognized chain ID "0x38". Try adding the chain first.'))).toBe(true))

  test('error: an internal error or a refusal alone does not count', () => {
    for (const error of [
      { code: -32603 },
      { code: 32603 },
      { code: 5000 },
      { code: 4001 },
      4001,
      { code: 4001, message: 'Unrecognized chain' },
      undefined,
      hostile,
    ])
      expect(isUnknownChain(error)).toBe(false)
  })
})

describe('serverAlert', () => {
  test.each(Object.entries(serverMessages))('%s', (text, code) => {
    expect(serverAlert(text)).toBe(code)
    expect(serverAlert(new Error(`WebSocket connection closed abnormally with code: 3000 (${text})`))).toBe(code)
    expect(codeOf({ message: 'outer', cause: { message: text } })).toBe(code)
  })

  test('error: other messages give none', () => expect(serverAlert('Unauthorized')).toBeUndefined())
})

describe('toWalletError', () => {
  test('returns our own error unchanged', () => {
    const error = new WalletError('ABORTED')
    expect(toWalletError(error, 'CONNECT_FAILED')).toBe(error)
  })

  test('keeps what was thrown as the cause', () => {
    const cause = { code: 4001 }
    expect(toWalletError(cause, 'CONNECT_FAILED').cause).toBe(cause)
  })

  test('an abort is ABORTED', () => expect(codeOf(new DOMException('gone', 'AbortError'))).toBe('ABORTED'))

  test('5000 is a refusal unless 4902 is nested', () => {
    expect(codeOf({ code: 5000 })).toBe('USER_REJECTED')
    expect(codeOf({ code: 5000, data: { originalError: { code: 4902 } } })).toBe('CHAIN_NOT_ADDED')
  })

  test.each([
    ['The user rejected the request.', 'USER_REJECTED'],
    ['User rejected', 'USER_REJECTED'],
    ['MetaMask Tx Signature: User denied transaction signature.', 'USER_REJECTED'],
    ['User canceled', 'USER_REJECTED'],
    ['Cancelled by user', 'USER_REJECTED'],
    // Refusals on devices, as other wallets pass them on.
    ['Ledger device: Condition of use not satisfied (denied by the user?) (0x6985)', 'USER_REJECTED'],
    ['KeystoneError#Tx_canceled. Signing canceled, please retry', 'USER_REJECTED'],
    ['Cancelled', 'USER_REJECTED'],
    ['Error: Cancelled', 'USER_REJECTED'],
    // Safari says this of a request that a navigation has ended.
    ['cancelled', 'CONNECT_FAILED'],
    ['ACTION_REJECTED', 'USER_REJECTED'],
    ['Approval Denied', 'USER_REJECTED'],
    ['The user has declined', 'USER_REJECTED'],
    ['User disapproved requested methods', 'USER_REJECTED'],
    ['Request of type wallet_requestPermissions already pending for origin', 'REQUEST_PENDING'],
    ['The source https://app.example/ has a pending authorization request', 'REQUEST_PENDING'],
    ['A request of this site is pending', 'REQUEST_PENDING'],
    ['Method not supported', 'WALLET_METHOD_UNSUPPORTED'],
    ['The Provider does not support the requested method.', 'WALLET_METHOD_UNSUPPORTED'],
    ['The Provider is not connected to the requested chain.', 'WALLET_CHAIN_OFFLINE'],
    ['Something else', 'CONNECT_FAILED'],
  ])('a wallet without error numbers that says "%s" is %s', (text, code) => {
    expect(codeOf(new Error(text))).toBe(code)
    expect(codeOf(text)).toBe(code)
    expect(codeOf({ code: text })).toBe(code)
  })

  test('the text wins over a vague number, and loses to a clear one', () => {
    for (const code of [-32603, 32603, -32000])
      expect(codeOf({ code, message: 'User rejected the request' })).toBe('USER_REJECTED')
    expect(codeOf({ code: -32603, message: 'Cancelled' })).toBe('USER_REJECTED')
    expect(codeOf({ code: -32603, message: 'context canceled' })).toBe('RPC_INTERNAL')
    expect(codeOf({ code: -32000, message: 'insufficient funds' })).toBe('RPC_INVALID_INPUT')
    expect(codeOf({ code: 4100, message: 'User rejected the request' })).toBe('WALLET_UNAUTHORIZED')
    expect(codeOf({ code: 4001, message: 'Unauthorized: invalid key' })).toBe('USER_REJECTED')
  })

  test('an extension that was updated under the page is told from a failed attempt to connect', () => {
    const told = ['Extension context invalidated.', 'User rejected', 'Something else'].map((text) =>
      toConnectError(new Error(text)),
    )
    expect(told.map(({ code }) => code)).toEqual(['PROVIDER_NOT_FOUND', 'USER_REJECTED', 'CONNECT_FAILED'])
  })

  test('error: anything thrown gets the fallback, without another throw', () => {
    for (const cause of [
      undefined,
      null,
      '',
      0,
      {},
      [],
      Symbol('x'),
      1n,
      hostile,
      {
        get message() {
          throw new Error('getter')
        },
      },
    ])
      expect(codeOf(cause)).toBe('CONNECT_FAILED')
  })
})
