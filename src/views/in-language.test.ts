import { afterEach, expect, test } from 'vitest'
import { notices } from '../lib/error-catalogue'
import { moneyNotices } from '../lib/money-errors'
import { solanaNotices } from '../lib/solana-notices'
import { later } from '../locales'
import { messages } from '../state/messages'
import { resetStores } from '../state/store'
import { inLanguage } from './in-language'

afterEach(resetStores)

test('success messages are in the page’s language too: transaction started, and confirmed', async () => {
  const german = await later.de?.()
  Object.assign(messages, { locale: 'de', view: german })
  const words = Object.entries({ ...notices, ...moneyNotices }).map(([code, english]) => [code, inLanguage(english)])
  expect(Object.fromEntries(words)).toMatchObject({
    TRANSACTION_STARTED: german?.errors.TRANSACTION_STARTED[0],
    TRANSACTION_CONFIRMED: 'Transaktion bestätigt',
  })
})

test.each(Object.keys(later))(
  'in %s, why a token cannot be sent on Solana is told there, too; it was told in English',
  async (tag) => {
    const words = await later[tag]?.()
    Object.assign(messages, { locale: tag, view: words })
    const { TOKEN_UNKNOWN, TOKEN_HOOKED } = solanaNotices
    const told = [TOKEN_UNKNOWN, TOKEN_HOOKED].map((sentence) => inLanguage(sentence))
    expect(told).toEqual([words?.errors.TOKEN_UNKNOWN[0], words?.errors.TOKEN_HOOKED[0]])
    expect(new Set([...told, TOKEN_UNKNOWN, TOKEN_HOOKED]).size).toBe(4)
  },
)
