import { expect, test } from 'vitest'
import '../lib/later-errors'
import { WalletError } from '../lib/errors'
import type { Network } from '../lib/network'
import { toldNetwork } from './told-network'

const network: Network = {
  caipNetworkId: 'bip122:000000000019d6689c085ae165831e93',
  chainNamespace: 'bip122',
  id: '000000000019d6689c085ae165831e93',
  name: 'Bitcoin',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: [],
}
const { switchNetwork } = toldNetwork('bip122')
const codeOf = (cause: unknown) =>
  switchNetwork({ request: () => Promise.reject(cause) }, network).catch(({ code }: WalletError) => code)

test.each([
  ['a question that is open there already is answered first', { code: -32002 }, 'REQUEST_PENDING'],
  ['a session that has ended is over', new WalletError('LOGIN_EXPIRED'), 'LOGIN_EXPIRED'],
  ['a person says no', { code: 4001 }, 'NETWORK_CHANGE_DECLINED'],
  ['anything else is a network that it does not have', new Error('no'), 'CHAIN_NOT_SUPPORTED'],
])('error: if a wallet does not switch the network, %s', async (_, cause, code) => {
  expect(await codeOf(cause)).toBe(code)
})
