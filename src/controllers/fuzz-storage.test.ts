import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hostileLike, hostileText, inputs, sizeOf, survive } from '../../.ci/hostile'
import { authKey, web3Key } from '../api/login-storage'
import { usedKey } from '../connectors/auth-used'
import { openChoices } from '../connectors/wallet-connect-choices'
import type { Client } from '../connectors/wallet-connect-client'
import { KeyValueStorage } from '../connectors/wallet-connect-storage'
import { read, type StorageKey } from '../lib/storage'
import { leftForAppKey, walletAppKey } from '../lib/wallet-app'
import { snapshotKey } from './account-snapshot'
import { emailSentKey } from './email-login'
import { unheardKey } from './login-token'
import { walletChainsKey } from './multi-chain'
import { accountTypeKey } from './preferred-type'
import { goneKey } from './social-login'

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const user = { id: 'u', address: ADDRESS, chain: 'eip155:56', accountType: 'eoa', ref: null, createdAt: 'now' }
const coin = {
  ...{ name: 'Coin', symbol: 'COIN', chainId: 'eip155:56', address: `eip155:56:${ADDRESS}`, value: '1.5', price: '0.1' },
  ...{ quantity: { decimals: '18', numeric: '1.5' }, iconUrl: 'https://icons.example/a.png' },
}
const snapshot = { owner: `eip155:56:${ADDRESS}`, at: 1, balance: '1.5', symbol: 'BNB', tokens: [coin, coin] }

/** Everything stored outside of `lib`, whose own keys are fuzzed there: the key, the largest size read from it, and what we write. */
const stored: Readonly<Record<string, readonly [key: StorageKey<unknown>, most: number, ...well: unknown[]]>> = {
  account: [snapshotKey, 200_000, snapshot],
  'chains of wallets': [walletChainsKey, 1_000_000, { metamask: 'eip155', phantom: 'solana' }],
  'account type': [accountTypeKey, 20, 'eoa', 'smartAccount'],
  'mail that was sent': [emailSentKey, 30, 1_700_000_000_000],
  'social login': [goneKey, 10_000, { provider: 'google', state: 's', at: 1 }],
  'embedded login': [usedKey, 300, { used: true, chain: 'eip155:1', via: 'google' }],
  'app of the wallet': [walletAppKey, 9_000, 'metamask://', 'https://wallet.example/'],
  'app that was left for': [leftForAppKey, 9_000, 'metamask://', 'https://wallet.example/'],
  'who is logged in': [authKey, 1_000, { user, ref: ADDRESS }, { user: null, ref: ADDRESS }],
  'log-out that is not told': [unheardKey, 1_000_000, '', 'https://dapp.example/api'],
  'who is connected': [web3Key, 300, { isConnected: true, address: ADDRESS }],
}

const area = new Map<string, string>()
beforeEach(() => {
  area.clear()
  const storage = {
    getItem: (name: string) => area.get(name) ?? null,
    setItem: (name: string, text: string) => void area.set(name, text),
    removeItem: (name: string) => void area.delete(name),
    key: (at: number) => [...area.keys()][at] ?? null,
    get length() {
      return area.size
    },
  }
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
})
afterEach(() => void vi.unstubAllGlobals())

const written = (...well: unknown[]) =>
  fc.oneof(
    { weight: 4, arbitrary: hostileLike(...well).map((value) => JSON.stringify(value) ?? '') },
    hostileText(...well.map((value) => JSON.stringify(value))),
  )

describe(`fuzz: stored values, ${inputs} each`, () => {
  test.each(Object.entries(stored))('%s', async (_, [key, most, ...well]) => {
    const name = `wallet-modal:${key.name}`
    // What may be dropped begins with the time it was written.
    const before = key.name.startsWith('cache:') ? '1 ' : ''
    for (const value of well) {
      area.set(name, before + JSON.stringify(value))
      expect(read(key)).toEqual(value)
    }
    await fc.assert(
      fc.asyncProperty(written(...well), async (text) => {
        area.set(name, before + text)
        const found = await survive(() => read(key))
        expect(sizeOf(found)).toBeLessThan(Math.min(most, 40 * text.length + 2_000))
        // Compared as text: JSON has no negative zero.
        const again = JSON.stringify(found) ?? ''
        area.set(name, before + again)
        expect(JSON.stringify(await survive(() => read(key))) ?? '').toBe(again)
      }),
      { numRuns: inputs },
    )
  })

  test('WalletConnect’s choices', async () => {
    const well = { topic: 't', eip155: 'eip155:56', 'eip155@': ADDRESS }
    await fc.assert(
      fc.asyncProperty(hostileLike(well), async (value) => {
        const client = { core: { storage: { getItem: async () => value } } } as unknown as Client
        const found = (await survive(() => openChoices(client, 'p').read('t'))) as Readonly<Record<string, unknown>>
        if (Object.values(found).some((each) => typeof each !== 'string')) throw new Error('A choice is no text')
      }),
      { numRuns: inputs },
    )
  })

  test('WalletConnect’s entries', async () => {
    const well = [{ topic: 't', expiry: 1 }]
    const storage = new KeyValueStorage({ database: 'wallet-modal' })
    await fc.assert(
      fc.asyncProperty(written(well), async (text) => {
        area.set('wallet-modal:wallet-connect:session', text)
        expect(sizeOf(await survive(() => storage.getItem('session')))).toBeLessThanOrEqual(6 * text.length + 2)
      }),
      { numRuns: inputs },
    )
  })
})

test('every storage key is in a fuzzed table', () => {
  const source = fileURLToPath(new URL('..', import.meta.url))
  const names = readdirSync(source, { recursive: true }).map(String)
  const textOf = (name: string) => readFileSync(`${source}/${name}`, 'utf8')
  const fuzzed = names
    .filter((name) => /(^|\/)fuzz[-\w]*\.test\.ts$/.test(name))
    .map(textOf)
    .join('\n')
  const declared = names
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .flatMap((name) => {
      const text = textOf(name)
      const own = [...text.matchAll(/\bconst (\w+): StorageKey</g)].map(([, key]) => String(key))
      const listed = [...text.matchAll(/^ {2}(\w+): key\('/gm)].map(([, key]) => `keys.${key}`)
      // A key written out where it is used has no name to search for.
      expect([name, text.match(/\barea: '(local|session)'/g)?.length ?? 0]).toEqual([name, own.length])
      return [...own, ...listed]
    })
  expect(declared.length).toBeGreaterThanOrEqual(14)
  expect(declared.filter((key) => !fuzzed.includes(`: [${key},`))).toEqual([])
})
