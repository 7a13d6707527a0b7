import Database from 'libsql'
import { type Hex, numberToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createLogin, type Login } from './login'
import type { LoginOptions } from './options'
import { hashOf } from './random'
import type { Rpc } from './rpc'
import { sqliteStorage } from './sqlite-storage'
import type { Challenge, Family, User } from './types'

/** Shared by the tests of this folder: a login with a controlled clock and chains. */
export const ORIGIN = 'https://dapp.example'
export const caller = { origin: ORIGIN, ip: '192.0.2.1' }
export const wallet = privateKeyToAccount(`0x${'11'.repeat(32)}`)
export const stranger = privateKeyToAccount(`0x${'22'.repeat(32)}`)
export const operator = privateKeyToAccount(`0x${'33'.repeat(32)}`)

export type TestLogin = Login & { readonly clock: { now: number } }

/** A login with a database in memory, on BNB Smart Chain, Arbitrum and Solana; nothing is deployed on its chains. */
export function testLogin(options: Partial<LoginOptions> = {}): TestLogin {
  const clock = { now: Date.UTC(2026, 10, 21, 12) }
  const login = createLogin({
    origins: [ORIGIN],
    chains: {
      'eip155:56': { rpc: [emptyChain(56), emptyChain(56)] },
      'eip155:42161': { rpc: [emptyChain(42161), emptyChain(42161)] },
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': {},
    },
    storage: sqliteStorage(new Database(':memory:')),
    rateLimits: 'off',
    now: () => clock.now,
    ...options,
  })
  return { ...login, clock }
}

/** A chain without contracts, or whose contracts answer `eth_call` with `call`. */
export function emptyChain(chainId: number, { code = '0x', call = '0x' }: { code?: Hex; call?: Hex | Error } = {}): Rpc {
  return async (method) => {
    if (method === 'eth_chainId') return numberToHex(chainId)
    if (method === 'eth_getCode') return code
    if (call instanceof Error) throw call
    return call
  }
}

/** Signs in as the wallet on BNB Smart Chain. */
export async function signedIn(login: Login, account = wallet, ref?: string) {
  const { id, message } = await login.challenge({ address: account.address, chain: 'eip155:56', ref }, caller)
  return login.signIn({ challengeId: id, signature: await account.signMessage({ message }) }, caller)
}

/** What a storage is given to keep; each of its own id. */
export const user: User = {
  id: 'u_1',
  address: wallet.address,
  chain: 'eip155:56',
  accountType: 'eoa',
  ref: null,
  createdAt: '2026-11-21T12:00:00.000Z',
}
let ids = 0
export const newChallenge = (more: Partial<Challenge> = {}): Challenge => ({
  id: `ch_${ids++}_${process.pid}`,
  message: 'text with "quotes", ünï and\nlines',
  address: wallet.address,
  chain: 'eip155:56',
  origin: 'https://dapp.example',
  nonce: 'n',
  ref: null,
  issuedAt: Date.now(),
  expiresAt: Date.now() + 300_000,
  ...more,
})
export const newFamily = (more: Partial<Family> = {}): Family => ({
  id: `f_${ids++}_${process.pid}`,
  user,
  currentHash: hashOf(String(ids++)),
  previousHash: null,
  sealedSuccessor: null,
  rotatedAt: Date.now(),
  idleUntil: Date.now() + 1_000_000,
  absoluteUntil: Date.now() + 1_000_000,
  proof: null,
  ...more,
})
