import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inFull } from '../../.ci/in-full.mjs'
import { formatUnits, MAX_UINT256, parseUnits } from '../lib/format'
import { emptySend } from '../state/send'
import { type Circumstances, lacksGas, maxAmount, sendProblem, unitsOf } from './send-problem'

const balances = inFull(100_000, 2_000)
const runs = { numRuns: balances }
const units = fc.bigInt({ min: 0n, max: MAX_UINT256 })
const decimals = fc.integer({ min: 0, max: 36 })

describe('maxAmount', () => {
  test(`promise 9: of ${balances} balances, less what is reserved, 0 are off by one`, () => {
    fc.assert(
      fc.property(units, units, decimals, (balance, reserved, places) => {
        const most = parseUnits(maxAmount({ units: balance, decimals: places }, reserved), places)
        expect(most).toBe(balance > reserved ? balance - reserved : 0n)
        expect((most ?? 0n) <= balance).toBe(true)
      }),
      runs,
    )
  })
})

describe('unitsOf', () => {
  test('dollars never buy more than they pay for', () => {
    const cents = fc.bigInt({ min: 0n, max: 10n ** 15n })
    const price = fc.bigInt({ min: 1n, max: 10n ** 12n })
    fc.assert(
      fc.property(cents, price, decimals, (sum, per, places) => {
        const bought = unitsOf({ amount: formatUnits(sum, 2), unit: 'fiat' }, places, formatUnits(per, 6))
        // bought / 10^places * per / 10^6 <= sum / 100, and one unit more would cost more
        const paid = (bought ?? 0n) * per
        const given = sum * 10n ** BigInt(places + 4)
        expect(paid <= given && paid + per > given).toBe(true)
      }),
      runs,
    )
  })

  test('error: dollars without a price, and invalid amounts, are undefined', () => {
    expect(unitsOf({ amount: '1', unit: 'fiat' }, 18, undefined)).toBeUndefined()
    expect(unitsOf({ amount: '1e3', unit: 'fiat' }, 18, '2')).toBeUndefined()
    expect(unitsOf({ amount: '0.0000001', unit: 'token' }, 6, '2')).toBeUndefined()
  })
})

describe('lacksGas', () => {
  const gas = { balance: 10n, fee: 10n, decimals: 18, price: undefined, isSmartAccount: false }
  test.each([
    ['no coins at all', { balance: 0n, fee: 0n }, true],
    ['less than the fee', { fee: 11n }, true],
    ['just the fee', {}, false],
    ['with a price the same, compared in dollars', { price: '3412.55', fee: 11n }, true],
    ['a price of zero counts as none', { price: '0', fee: 9n }, false],
    ['a smart account without coins', { balance: 0n, isSmartAccount: true }, false],
  ])('fault 65: %s', (_, change, lacks) => expect(lacksGas({ ...gas, ...change })).toBe(lacks))
})

describe('sendProblem', () => {
  const token = { id: 'native', address: undefined, name: 'Ether', symbol: 'ETH', listed: '1', price: '2', iconUrl: undefined }
  const around: Circumstances = { token, coin: 10n ** 18n, coinDecimals: 18, coinPrice: '2', isSmartAccount: false }
  const whole = {
    ...emptySend('eip155:1:0x1'),
    ...{ amount: '0.5', receiver: '0x2', receiverStatus: 'found' as const, found: { address: '0x2', name: undefined } },
    ...{ warnings: [], held: { tokenId: 'native', units: String(10n ** 18n), decimals: 18 }, coin: String(10n ** 18n) },
    cost: { fee: '21000', maxFee: '42000', deposit: '0', least: '0' },
  }
  test('a complete form has none', () => expect(sendProblem(whole, around)).toBeUndefined())

  test.each([
    ['no amount', { amount: '' }, 'amount-missing'],
    ['an invalid amount', { amount: 'x' }, 'amount-invalid'],
    ['an amount of zero', { amount: '0.0' }, 'amount-zero'],
    ['more than the balance', { amount: '1.000000000000000001' }, 'amount-too-much'],
    ['the whole balance, with nothing left for the fee', { amount: '1' }, 'no-gas'],
    ['an amount that leaves less than the maximum fee', { amount: '0.999999999999958001' }, 'no-gas'],
    ['an amount that leaves just that', { amount: '0.999999999999958' }, undefined],
    ['a balance of the previous token', { held: { tokenId: 'eip155:1:0x9', units: '1', decimals: 6 } }, 'loading'],
    ['no receiver', { receiverStatus: 'empty' as const }, 'receiver-missing'],
    ['a wrong character', { receiverStatus: 'checksum' as const }, 'receiver-checksum'],
    ['a receiver not yet checked', { warnings: undefined }, 'loading'],
    ['a warning', { warnings: ['zero' as const] }, 'danger'],
    ['a look-alike', { lookAlike: '0x3' }, 'danger'],
    ['a warning accepted for another address', { warnings: ['zero' as const], acceptedFor: '0x3' }, 'danger'],
    ['an unknown fee', { cost: undefined, costFailed: 'FEE_UNKNOWN' as const }, 'fee-unknown'],
  ])('%s', (_, change, problem) => expect(sendProblem({ ...whole, ...change }, around)).toBe(problem))

  test.each([
    ['less than the account must keep', '0.499999999999929000', 'amount-rest'],
    ['what the account must keep', '0.499999999999928999', undefined],
    ['nothing', '0.499999999999979000', undefined],
  ])('a rest of %s: %s', (_, amount, problem) => {
    const cost = { ...whole.cost, maxFee: whole.cost.fee, least: '50001' }
    const half = { units: String(5n * 10n ** 17n), decimals: 18, tokenId: 'native' }
    expect(sendProblem({ ...whole, amount, cost, held: half }, { ...around, coin: 5n * 10n ** 17n })).toBe(problem)
  })

  test('an accepted warning is no problem', () =>
    expect(sendProblem({ ...whole, warnings: ['zero'], acceptedFor: '0x2' }, around)).toBeUndefined())

  test('fault 65: a smart account is never blocked by gas', () =>
    expect(
      sendProblem({ ...whole, cost: undefined, costFailed: 'FEE_UNKNOWN' }, { ...around, coin: 0n, isSmartAccount: true }),
    ).toBeUndefined())
})
