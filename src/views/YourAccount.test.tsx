import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { account } from '../state/account'
import { chainOf, chains } from '../state/chains'
import { names } from '../state/names'
import { resetStores } from '../state/store'
import { tokens } from '../state/tokens'
import YourAccount from './YourAccount'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const mint = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'
const networks = { eip155: 'eip155:56', solana: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' } as const

function connect(namespace: keyof typeof networks, name: string, connectorId: string) {
  const networkId = networks[namespace]
  const caipAddress = `${networkId}:${namespace === 'eip155' ? bob : mint}` as const
  const wallet = { id: connectorId, name }
  Object.assign(chainOf(namespace), { status: 'connected', networkId, caipAddress, accounts: [caipAddress], connectorId, wallet })
  chains.activeNamespace = namespace
}

/** The labels of the disconnect rows. */
const waysOut = () =>
  renderToStaticMarkup(<YourAccount />)
    .split('<li>')
    .map((row) =>
      row
        .replace(/<[^>]+>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((row) => row.includes('Disconnect'))

afterEach(resetStores)

test('each of several wallets has its own disconnect row; a single one, with any number of chains, has one for all', () => {
  connect('eip155', 'Harbor', 'test.harbor')
  expect(waysOut()).toEqual(['Disconnect'])
  connect('solana', 'Phantom', 'Phantom')
  expect(waysOut()).toEqual([expect.stringContaining('Harbor'), expect.stringContaining('Phantom')])
  for (const each of ['eip155', 'solana'] as const) connect(each, 'Harbor', 'walletConnect')
  expect(waysOut()).toEqual(['Disconnect'])
})

test('a name is offered where one can be registered; without a provider for the network every name was refused, and another one advised', () => {
  const row = () =>
    renderToStaticMarkup(<YourAccount />)
      .split('<li>')
      .find((each) => />Name</.test(each))
  connect('eip155', 'Harbor', 'test.harbor')
  expect(row()).toMatch(/<button.*Choose a name/)
  // A wallet that lists its tokens itself needs no provider for them.
  Object.assign(tokens, { owner: chains.active.caipAddress, status: 'ready' })
  names.unservedOn = 'eip155:56'
  expect(row()).toBeUndefined()
  account.profileName = 'nina.eth'
  expect([row(), row()?.includes('<button')]).toEqual([expect.stringContaining('nina.eth'), false])
  names.unservedOn = 'eip155:1'
  expect(row()).toContain('<button')
})

test('what an address of Bitcoin is for stands after its network in every page, also where neither is in its script', () => {
  connect('eip155', 'Harbor', 'test.harbor')
  const network = 'bip122:000000000019d6689c085ae165831e93'
  const [pays, holds] = [
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ]
  const accounts = [`${network}:${pays}`, `${network}:${holds}`]
  Object.assign(chainOf('bip122'), { status: 'connected', accounts, accountTypes: { [pays]: 'payment', [holds]: 'ordinal' } })
  const lines = renderToStaticMarkup(<YourAccount />).match(/(?<=list-row-sub">).+?(?=<\/span>)/g)
  expect(lines).toContain('<bdi>Unknown Network</bdi> · Ordinals')
})
