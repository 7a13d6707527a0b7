import { afterEach, beforeEach, expect, test } from 'vitest'
import { chainOf } from '../src/state/chains'
import { resetStores } from '../src/state/store'
import { startEvents } from './events'

const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const second = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

let heard: unknown[] = []
let stop = () => {}
beforeEach(() => {
  resetStores()
  heard = []
  const element = Object.assign(new EventTarget(), { elementId: 1 })
  for (const type of ['connected', 'disconnected', 'account-changed'])
    element.addEventListener(`wallet-${type}`, (event) => {
      const { wallet, reason } = (event as CustomEvent<{ wallet?: { name: string }; reason?: string }>).detail
      heard.push([type, wallet?.name ?? reason])
    })
  stop = startEvents([element as unknown as HTMLElement & { elementId: number }])
})
afterEach(() => stop())

const settled = () => new Promise<void>((resolve) => setTimeout(resolve))

/** What is told when a phone's wallet is there, by this session. */
async function pair(session: string, name: string, address: string): Promise<unknown[]> {
  heard = []
  const caipAddress = `eip155:56:${address}` as const
  const wallet = { id: 'walletConnect', name }
  const connection = { connectorId: 'walletConnect', session, wallet, networkId: 'eip155:56' as const, caipAddress }
  Object.assign(chainOf('eip155'), { ...connection, accounts: [caipAddress], status: 'connected' as const })
  await settled()
  return heard
}

test('a phone that is paired in the place of another one is another wallet, with the same account too; the page’s provider is', async () => {
  expect(await pair('a', 'Bread', first)).toEqual([['connected', 'Bread']])
  expect(await pair('a', 'Bread', second)).toEqual([['account-changed', undefined]])
  const changed = (name: string) => [
    ['disconnected', 'user'],
    ['connected', name],
  ]
  expect(await pair('b', 'Cake', second)).toEqual(changed('Cake'))
  expect(await pair('c', 'Bread', first)).toEqual(changed('Bread'))
})
