import type { Hex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, beforeAll } from 'vitest'
import { type Chain, startChain } from './chain'
import { freePort, type Piece } from './listen'
import { type LoginBackendOptions, startLoginBackend } from './login-backend'
import { DEV_MNEMONIC } from './networks'
import { startProviderApi } from './provider-api'

export const ORIGIN = 'http://localhost:4200'
export const wallet = mnemonicToAccount(DEV_MNEMONIC)
export const operator = mnemonicToAccount(DEV_MNEMONIC, { addressIndex: 9 })
const headers = { origin: ORIGIN, 'x-wm': '1', 'content-type': 'application/json' }

export let chains: Chain[]
export let provider: Piece
export let backend: Piece
beforeAll(async () => {
  chains = await Promise.all([56, 42161].map(async (id) => startChain(id, await freePort())))
  provider = await startProviderApi(0, { chains, walletUrl: 'http://localhost/' })
  backend = await startLoginBackend(0, { ...optionsOf(), operators: [operator.address] })
}, 60_000)
afterAll(async () => {
  await Promise.all([backend, provider, ...chains].map((each) => each?.stop()))
})

export const optionsOf = (): LoginBackendOptions => ({
  origins: [ORIGIN],
  chains: chains.map(({ networkId, url }) => ({ networkId, url })),
  providerUrl: `${provider.url}/`,
  rateLimits: 'off',
})
export const post = (path: string, body?: unknown, more: Record<string, string> = {}, base = backend.url) =>
  fetch(`${base}/${path}`, {
    method: 'POST',
    headers: { ...headers, ...more },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
export const cookieIn = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? ''
export type Sign = (message: string) => Promise<Hex> | Hex

export async function logIn({ address = wallet.address as string, chain = 'eip155:56', sign = own, base = backend.url } = {}) {
  const challenge = await (await post('auth/login-dapp', { address, chain, accountType: 'eoa', ref: null }, {}, base)).json()
  return post(
    'auth/login-dapp',
    { challengeId: challenge.challengeId, signature: await sign(challenge.message), cacao: null },
    {},
    base,
  )
}
export const own: Sign = (message) => wallet.signMessage({ message })
