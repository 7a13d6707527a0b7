import { describe, expect, test } from 'vitest'
import { embeddedCatalogue } from './embedded-errors'
import { catalogue as first, notices } from './error-catalogue'
import { errorHelp } from './error-help'
import { type ErrorCode, WalletError } from './errors'
import { laterCatalogue } from './later-errors'
import { moneyCatalogue } from './money-errors'
import { RETRIED_STATUSES } from './retry'
import { isUnknownChain, RETRIED_RPC_CODES, rpcCodes, serverMessages } from './rpc-errors'

const catalogue = { ...first, ...laterCatalogue, ...moneyCatalogue, ...embeddedCatalogue }

/** Specification §8 and the three texts of §5, with their codes. */
const specification: Record<string, readonly (readonly [string, ...ErrorCode[]])[]> = {
  'user messages': [
    ['Signature declined', 'SIGNATURE_DECLINED'],
    ['This application might not support Smart Accounts', 'SMART_ACCOUNT_UNSUPPORTED'],
    ['Failed to fetch transactions', 'TRANSACTIONS_UNAVAILABLE'],
    ['Token Balance Unavailable', 'BALANCE_UNAVAILABLE'],
    ['Something went wrong', 'SEND_FAILED'],
    ['Failed to send transaction. Please try again.', 'SOLANA_SEND_FAILED'],
    ['Failed to disconnect', 'DISCONNECT_FAILED'],
    ['Unsupported chain', 'CHAIN_UNSUPPORTED'],
    // 'Network not supported for Swaps / Gas Price'
    ['Network not supported for Swaps', 'SWAP_NETWORK_UNSUPPORTED'],
    ['Network not supported for Gas Price', 'GAS_PRICE_NETWORK_UNSUPPORTED'],
    ['Error resolving name', 'NAME_RESOLVE_FAILED'],
    ['Error fetching name suggestions', 'NAME_SUGGESTIONS_FAILED'],
    ['Error registering name {name}', 'NAME_REGISTER_FAILED'],
    ['Network not found', 'NETWORK_NOT_FOUND'],
    ['Address or auth connector not found', 'ADDRESS_OR_AUTH_CONNECTOR_NOT_FOUND'],
    ['Please enter a valid amount and receiver address', 'SEND_INCOMPLETE'],
    ['Please try again after {seconds} seconds', 'EMAIL_COOLDOWN'],
    ['Invalid chainId', 'COIN_TYPE_INVALID'],
  ],
  alerts: [
    ['Network Not Found', 'SWITCH_NETWORK_NOT_FOUND'],
    // The third is "a socials timeout alert", which has no text of its own.
    ['Invalid App Configuration', 'ORIGIN_NOT_ALLOWED', 'EMBEDDED_WALLET_TIMEOUT', 'SOCIALS_TIMEOUT'],
    ['Session Expired', 'SESSION_NOT_YET_VALID'],
    ['Invalid Project ID', 'PROJECT_ID_INVALID'],
    ['Project ID Not Configured', 'PROJECT_ID_NOT_CONFIGURED'],
  ],
  'frame and connector errors': [
    ['An error occurred', 'FRAME_ERROR'],
    ['Request was aborted', 'REQUEST_ABORTED'],
    ['Something went wrong', 'REQUEST_FAILED'],
    ['Unable to load email login dependency', 'EMAIL_LOGIN_UNAVAILABLE'],
    ['W3mFrame: iframe is not set', 'FRAME_NOT_SET'],
    ['Chain is not supported', 'CHAIN_NOT_SUPPORTED'],
    ['WalletConnectConnector not found', 'WALLET_CONNECT_CONNECTOR_NOT_FOUND'],
    ['Adapter not found', 'ADAPTER_NOT_FOUND'],
    ['CaipNetwork or CaipAddress is undefined', 'NETWORK_OR_ADDRESS_UNDEFINED'],
    ['Provider not found', 'PROVIDER_NOT_FOUND'],
    ['No accounts found', 'NO_ACCOUNTS_FOUND'],
    // "A disallowed RPC method shows a UI message", whose text is ours.
    ['Action not allowed', 'METHOD_NOT_ALLOWED'],
  ],
}

const specified = Object.values(specification).flatMap((entries) =>
  entries.flatMap(([text, ...codes]) => codes.map((code) => ({ code, text }))),
)

describe('catalogue', () => {
  test.each(specified)('$code is "$text"', ({ code, text }) => expect(catalogue[code].text).toBe(text))

  test('its part of the specification has no other entries', () => {
    const sources = import.meta.glob<string>(['./error-catalogue.ts', './later-errors.ts'], {
      query: '?raw',
      import: 'default',
      eager: true,
    })
    const codes = Object.values(sources).flatMap((source) => {
      const part = source.slice(source.indexOf('// Specification §8'), source.indexOf('// Beyond the specification'))
      return [...part.matchAll(/^ {2}([A-Z_]+): \{/gm)].map(([, code]) => code)
    })
    expect(codes.sort()).toEqual(specified.map(({ code }) => code).sort())
  })

  test('alerts are exactly those that the specification calls so', () => {
    const alerts = specified.filter(({ code }) => catalogue[code].show === 'alert').map(({ code }) => code)
    expect(alerts).toEqual(specification.alerts?.flatMap(([, ...codes]) => codes))
  })

  test('every alert says what to do', () => {
    const alerts = (Object.keys(catalogue) as ErrorCode[]).filter((code) => catalogue[code].show === 'alert')
    // Their advice is added where they are thrown: it names the attribute.
    expect(alerts.filter((code) => !errorHelp[code])).toEqual(['ATTRIBUTE_INVALID', 'CONFIG_CONFLICT', 'SIWX_CONFLICT'])
  })

  // Tests that share the thread may have loaded more of them, such as Solana's.
  test('messages that are not errors', () =>
    expect(notices).toMatchObject({
      TRANSACTION_STARTED: 'Transaction started',
      TRANSACTION_CONFIRMED: 'Transaction confirmed',
      AUTHENTICATING: 'Authenticating...',
    }))
})

describe('numbers of the specification', () => {
  test('RPC codes', () => {
    const codes = [-32700, -32600, -32601, -32602, -32603, -32000, -32001, -32002, -32003, -32004, -32005, -32006, 3]
    const wallet = [4001, 4100, 4200, 4900, 4901, 4902, 5000, 5700, 5710, 5720, 5730, 5740, 5750, 5760]
    const ascending = (a: number, b: number) => a - b
    expect(Object.keys(rpcCodes).map(Number).sort(ascending)).toEqual([...codes, ...wallet].sort(ascending))
    expect(rpcCodes[5000]).toBe('USER_REJECTED')
  })

  test('chain-switch codes: each is recognized with 4902 nested', () => {
    for (const code of [4902, 5000, 32603]) expect(isUnknownChain({ code, cause: { code: 4902 } })).toBe(true)
  })

  test('server messages and their alerts', () =>
    expect(Object.entries(serverMessages).map(([text, code]) => [text, catalogue[code].text])).toEqual([
      ['Unauthorized: origin not allowed', 'Invalid App Configuration'],
      ['JWT validation error: JWT Token is not yet valid', 'Session Expired'],
      ['Unauthorized: invalid key', 'Invalid Project ID'],
    ]))

  test('retried statuses and codes', () => {
    expect(RETRIED_STATUSES).toEqual([403, 408, 413, 429, 500, 502, 503, 504])
    expect(RETRIED_RPC_CODES).toEqual([-1, -32005, -32603])
  })
})

describe('WalletError', () => {
  test('has the catalogue’s text, or a better one', () => {
    const cause = new Error('inner')
    const error = new WalletError('CONNECT_FAILED', { cause })
    expect(error).toMatchObject({ name: 'WalletError', code: 'CONNECT_FAILED', message: 'Connection failed', cause })
    const better = new WalletError('API_REFUSED', { message: 'Taken', help: 'Try another' })
    expect(better).toMatchObject({ message: 'Taken', help: 'Try another' })
    expect(new WalletError('ABORTED').help).toBeUndefined()
  })
})

test('every code occurs in a test', () => {
  const tests = import.meta.glob<string>(
    ['../**/*.test.{ts,tsx}', '../../elements/**/*.test.ts', '../../demo/**/*.test.ts', '../../e2e/**/*.ts', '!./errors.test.ts'],
    { query: '?raw', import: 'default', eager: true },
  )
  const sources = Object.values(tests).join('\n')
  const texts = Object.values(catalogue).map(({ text }) => text as string)
  const isReached = ([code, { text }]: [string, { text: string }]) =>
    new RegExp(`['"\`]${code}['"\`]`).test(sources) ||
    (texts.filter((each) => each === text).length === 1 && sources.includes(text))
  const missing = Object.entries(catalogue)
    .filter((entry) => !isReached(entry))
    .map(([code]) => code)
  expect(missing).toEqual([])
})
