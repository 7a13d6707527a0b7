import { afterEach, expect, test } from 'vitest'
import { rentNotices } from '../lib/rent-notices'
import { later } from '../locales'
import { messages } from '../state/messages'
import { resetStores } from '../state/store'
import { rentWords } from './rent-words'

afterEach(resetStores)

const said = Object.values(rentNotices).map((sentence) => sentence.replace('{sum}', '0.00089088 SOL'))

test.each(Object.keys(later))('in %s, Solana’s rent errors are translated, with the amount in them', async (tag) => {
  Object.assign(messages, { view: await later[tag]?.() })
  const told = said.map(rentWords)
  expect(told.map((each) => each?.split('0.00089088 SOL').length)).toEqual([2, 2])
  expect([...told, ...said]).toHaveLength(new Set([...told, ...said]).size)
})

test('in a right-to-left language the amount is isolated', async () => {
  Object.assign(messages, { view: await later.ar?.(), direction: 'rtl' })
  for (const each of said.map(rentWords)) expect(each).toContain('\u20660.00089088 SOL\u2069')
})

test('other texts are left as they are, and so is English', async () => {
  expect(said.map(rentWords)).toEqual(said)
  Object.assign(messages, { view: await later.de?.() })
  expect(['This token does not exist on the network.', '', undefined].map(rentWords)).toEqual([
    'This token does not exist on the network.',
    '',
    undefined,
  ])
})
