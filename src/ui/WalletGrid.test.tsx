import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WalletGrid } from './WalletGrid'

const wallets = Array.from({ length: 200 }, (_, at) => ({ id: `${at}`, name: `Wallet ${at}` }))

test('the cell that Tab leads to keeps its place in the DOM when scrolled away: a cell that React moves loses the focus', () => {
  const place = { view: { top: 20 * 98, width: 344, height: 484, rowHeight: 98 } }
  const drawn = renderToStaticMarkup(<WalletGrid label="Wallets" wallets={wallets} onPick={() => {}} place={place} />)
  const places = [...drawn.matchAll(/data-index="(\d+)" tabindex="(0|-1)"/g)].map(([, index, tab]) => [Number(index), tab])
  expect(places[0]).toEqual([0, '0'])
  expect(places.length).toBeGreaterThan(20)
  expect(places[1]?.[0]).toBeGreaterThan(40)
})
