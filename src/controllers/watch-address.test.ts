import { afterEach, beforeEach, expect, test } from 'vitest'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { resetStores } from '../state/store'
import { abandonConnections } from './connection'
import { loadNetworks } from './network-list'
import { rememberConnections, rememberedConnections } from './remembered'
import { watch } from './watch-address'

const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const second = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

beforeEach(async () => {
  resetStores()
  config.networks = ['eip155:31337']
  await loadNetworks()
})
afterEach(abandonConnections)

test('watching another address meanwhile wins, and the first call is aborted', async () => {
  const [one, other] = await Promise.allSettled([watch.run({ text: first }), watch.run({ text: second })])
  expect(one).toMatchObject({ status: 'rejected', reason: { code: 'ABORTED' } })
  expect([other, chains.active.address]).toEqual([{ status: 'fulfilled', value: 'eip155' }, second])
})

test('a watched account is not restored at the next visit', async () => {
  const stop = rememberConnections()
  await watch.run({ text: first })
  await new Promise((done) => setTimeout(done))
  stop()
  expect([chains.active.address, rememberedConnections().entries]).toEqual([first, {}])
})

test('an address is found in what was pasted with spaces, marks of direction and characters of no width', async () => {
  await watch.run({ text: `\u200e ${first.slice(0, 22)}\u200b${first.slice(22, 30)} ${first.slice(30)}\u202c` })
  expect(chains.active.address).toBe(first)
})
