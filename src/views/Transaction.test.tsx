import { renderToStaticMarkup } from 'react-dom/server'
import { ref } from 'valtio/vanilla'
import { afterEach, expect, test, vi } from 'vitest'
import { shortAddress } from '../lib/caip'
import type { Transaction as Record, Transfer } from '../lib/transaction'
import { enRest } from '../locales/en-rest'
import { history } from '../state/history'
import { modal } from '../state/modal'
import { resetStores } from '../state/store'

afterEach(resetStores)
afterEach(() => vi.unstubAllGlobals())

const parties = ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'] as const
const coins: Transfer = {
  ...{ type: 'token', direction: 'out', name: 'BNB', symbol: 'BNB', amount: '1.5' },
  ...{ value: '900', imageUrl: undefined, spam: false },
}
const nothing: Transfer = { ...coins, amount: '0.000' }
const spam: Transfer = { ...coins, type: 'nft', direction: 'in', amount: '1', value: undefined, spam: true }

/** The view of a transaction with these transfers. */
async function draw(transfers: readonly Transfer[]): Promise<string> {
  // The rows listen for keys as soon as they load.
  vi.stubGlobal('document', new EventTarget())
  const [{ default: Transaction }, { ShownView }] = await Promise.all([import('./Transaction'), import('./shown-view')])
  const [from, to] = parties
  const known = { status: 'confirmed', at: 1, application: undefined, networkId: 'eip155:56', kind: 'sent' } as const
  const one: Record = { ...known, id: 'a', hash: `0x${'a'.repeat(64)}`, from, to, transfers }
  history.list = ref([one])
  modal.stack = [{ view: 'Transaction', data: { transaction: 'a' } }]
  return renderToStaticMarkup(
    <ShownView>
      <Transaction />
    </ShownView>,
  )
}

test.each<[string, boolean, readonly Transfer[]]>([
  ['moved coins', true, [coins]],
  ['moved one unit', true, [{ ...coins, amount: '0.000000000000000001' }]],
  ['moved coins beside spam', true, [spam, coins]],
  ['has no transfers, as an approval', true, []],
  ['moved nothing of a token', false, [nothing, nothing]],
  ['moved an unknown amount', false, [{ ...coins, amount: undefined }]],
  ['brought spam alone', false, [spam]],
  ['brought spam beside nothing of a token', false, [spam, nothing]],
])('promise 14: the addresses of a transaction that %s are offered for copying: %s', async (_, isOffered, transfers) => {
  const drawn = await draw(transfers)
  const { activity: t } = enRest
  for (const address of parties) {
    expect(drawn).toContain(`>${address}<`)
    expect(drawn.includes(t.copyAddress(shortAddress(address)))).toBe(isOffered)
  }
  expect(drawn.includes(t.bait)).toBe(!isOffered)
})

test.each([
  ['0.00005432', '−0.00005432 BNB'],
  ['0.123456789012345678', '−0.12345678 BNB'],
  ['0.000000000000000001', '−&lt;0.00000001 BNB'],
  ['1234567890123.5', '−1.2T BNB'],
])('a transfer of %s is told more exactly than in the list: %s', async (amount, told) => {
  expect(await draw([{ ...coins, amount }])).toContain(`>${told}<`)
})
