import { afterEach, expect, test } from 'vitest'
import { WalletError } from '../lib/errors'
import { formatAmount } from '../lib/format'
import { RentError } from '../lib/solana-notices'
import { later } from '../locales'
import { messages } from '../state/messages'
import { resetStores } from '../state/store'
import { rentWords } from './rent-words'

afterEach(resetStores)

const errors = (['RENT_TO_KEEP', 'RENT_TO_GET'] as const).map((notice) => new RentError(notice, '0.00089088', 'SOL', {}))

test.each(Object.keys(later))(
  'in %s, Solana’s rent errors are translated, with the amount written as in that language; it had the decimal point of English',
  async (locale) => {
    Object.assign(messages, { view: await later[locale]?.(), locale })
    const told = errors.map(rentWords)
    const sum = `${formatAmount('0.00089088', locale, { maxDigits: 8 })} SOL`
    expect(told.map((each) => each?.split(sum).length)).toEqual([2, 2])
    const english = errors.map(({ help }) => help)
    expect(new Set([...told, ...english]).size).toBe(4)
  },
)

test('in a right-to-left language the amount is isolated', async () => {
  Object.assign(messages, { view: await later.he?.(), locale: 'he', direction: 'rtl' })
  for (const each of errors.map(rentWords)) expect(each).toContain('\u20660.00089088 SOL\u2069')
})

test('in English it is the error’s own help, and so is that of any other error', () => {
  expect(errors.map(rentWords)).toEqual(errors.map(({ help }) => help))
  expect(errors[0]?.help).toBe('Your account has to keep at least 0.00089088 SOL. Nothing was sent.')
  const others = [new WalletError('RPC_UNAVAILABLE', { help: 'No endpoint serves this chain.' }), new WalletError('ABORTED')]
  expect(others.map(rentWords)).toEqual(['No endpoint serves this chain.', undefined])
})
