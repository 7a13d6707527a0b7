import { afterEach, expect, test } from 'vitest'
import { connectors } from '../state/connectors'
import { forgetConnectors } from './discovery'
import { offerWallets } from './host-wallets'
import { onError } from './report'

const own = (id: string) => ({ id, name: `Wallet ${id}`, provider: { request: async () => null } })
const ids = () => connectors.list.map(({ id }) => id)
afterEach(async () => {
  await offerWallets([])
  forgetConnectors()
})

test('the host’s own wallets are those that it set last', async () => {
  await offerWallets([own('a'), own('b')])
  expect(ids()).toEqual(['a', 'b'])
  await offerWallets([own('b'), own('c')])
  expect(ids()).toEqual(['b', 'c'])
  await offerWallets([])
  expect(ids()).toEqual([])
})

test('wallets that are removed while they load never appear', async () => {
  await Promise.all([offerWallets([own('a')]), offerWallets([])])
  expect(ids()).toEqual([])
})

test('error: an unreadable one is reported and left out', async () => {
  const told: string[] = []
  const stop = onError(({ code, message }) => told.push(code, message))
  await offerWallets([{ id: 'x' }, own('a')])
  stop()
  expect([ids(), told]).toEqual([['a'], ['ATTRIBUTE_INVALID', 'Invalid attribute externalConnectors: {"id":"x"}']])
})
