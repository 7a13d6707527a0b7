import { expect, test } from 'vitest'
import '../lib/later-errors'
import { WalletError } from '../lib/errors'
import type { Network } from '../lib/network'
import { perRequestNetwork } from './per-request-network'

const network: Network = {
  caipNetworkId: 'bip122:000000000019d6689c085ae165831e93',
  chainNamespace: 'bip122',
  id: '000000000019d6689c085ae165831e93',
  name: 'Bitcoin',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: [],
}
const { switchNetwork } = perRequestNetwork('bip122')
const codeOf = (cause: unknown) =>
  switchNetwork({ request: () => Promise.reject(cause) }, network).catch(({ code }: WalletError) => code)

test.each([
  ['an open prompt has to be answered first', { code: -32002 }, 'REQUEST_PENDING'],
  ['an ended session is reported as that', new WalletError('LOGIN_EXPIRED'), 'LOGIN_EXPIRED'],
  ['the visitor declines', { code: 4001 }, 'NETWORK_CHANGE_DECLINED'],
  ['anything else means that it lacks the network', new Error('no'), 'CHAIN_NOT_SUPPORTED'],
])('error: if a wallet does not switch the network, %s', async (_, cause, code) => {
  expect(await codeOf(cause)).toBe(code)
})
