import { describe, expect, test } from 'vitest'
import { WalletError } from '../lib/errors'
import { transactionError } from './transaction-error'

const codeOf = (cause: unknown, ...more: [RegExp?]) => transactionError(cause, 'SEND_FAILED', ...more).code

describe('transactionError', () => {
  test.each(['CHAIN_MISMATCH', 'REQUEST_PENDING', 'TRANSACTION_UNCONFIRMED', 'LOGIN_EXPIRED'] as const)('keeps %s', (code) => {
    expect(codeOf(new WalletError(code))).toBe(code)
  })

  test('replaces a wallet’s own error, which stays the cause', () => {
    const error = transactionError({ code: -32603, message: 'boom' }, 'SEND_FAILED')
    expect([error.code, Object(error.cause).cause]).toEqual(['SEND_FAILED', { code: -32603, message: 'boom' }])
  })

  test('a refusal says that nothing was sent', () => {
    expect(transactionError({ code: 4001 }, 'SEND_FAILED')).toMatchObject({ code: 'USER_REJECTED', help: 'Nothing was sent.' })
  })

  test('that a wallet cannot do “this as one step” is kept only by a caller that offers two', () => {
    for (const code of [5750, 5760]) expect(codeOf({ code })).toBe('SEND_FAILED')
    expect(codeOf({ code: 5760 }, /^CALLS_/)).toBe('CALLS_NOT_ATOMIC')
  })
})
