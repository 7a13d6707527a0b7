import { describe, expect, test } from 'vitest'
import { authKey, web3Key } from './login-storage'

const ref = `0x${'ab'.repeat(20)}`
const user = { id: 'u_1', address: '0x12', chain: 'eip155:56', accountType: 'eoa', ref: null, createdAt: '2026' }

describe('authKey', () => {
  test('reads back a user and the referrer', () => {
    expect(authKey.parse({ user: null, ref })).toEqual({ user: null, ref })
    expect(authKey.parse({ user, ref, token: 'x' })).toEqual({ user, ref })
    expect([authKey.area, web3Key.area]).toEqual(['session', 'session'])
  })
  test.each([
    null,
    [],
    { user: null },
    { user: null, ref: '0x1' },
    { user: {}, ref },
    { user: { ...user, chain: '56' }, ref },
    { user: { ...user, address: '<img src=x>' }, ref },
    { user: { ...user, id: 'x'.repeat(201) }, ref },
  ])('error: %j is dropped', (value) => expect(authKey.parse(value)).toBeUndefined())
})

describe('web3Key', () => {
  test('reads back the flag and the address', () =>
    expect(web3Key.parse({ isConnected: true, address: '0x12', x: 1 })).toEqual({ isConnected: true, address: '0x12' }))
  test.each([null, {}, { isConnected: 'yes', address: '' }, { isConnected: true, address: 'x'.repeat(200) }])(
    'error: %j is dropped',
    (value) => expect(web3Key.parse(value)).toBeUndefined(),
  )
})
