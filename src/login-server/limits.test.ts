import Database from 'libsql'
import { expect, test } from 'vitest'
import { sqliteStorage } from './sqlite-storage'
import { caller, emptyChain, testLogin, wallet } from './test-login'

const asked = { address: wallet.address, chain: 'eip155:56' }
const PER_MINUTE = 10

/** How many of these addresses get a message to sign, one after another. */
async function served(ips: readonly string[]): Promise<number> {
  const login = testLogin({ rateLimits: 'on' })
  const answers = await Promise.allSettled(ips.map((ip) => login.challenge(asked, { ...caller, ip })))
  return answers.filter(({ status }) => status === 'fulfilled').length
}
const many = (ip: (at: number) => string) => Array.from({ length: PER_MINUTE + 2 }, (_, at) => ip(at))

test.each([
  ['of the whole length', (at: number) => `2001:db8:0:7:${at}:${at}:${at}:1`],
  ['shortened behind it', (at: number) => `2001:db8:0:7::${at}`],
  ['shortened before its end', (at: number) => `2001:db8::7:${at}:0:0:1`],
  ['written otherwise', (at: number) => `2001:0DB8:0000:0007::${at}`],
  ['of a link', (at: number) => `fe80::${at}%eth0`],
])('the addresses of one IPv6 network, of which a single host has billions, count as one: %s', async (_, ip) => {
  expect(await served(many(ip))).toBe(PER_MINUTE)
})

test('in any notation', async () => {
  expect(await served([...many((at) => `2001:db8:0:7::${at}`), '2001:db8::7:1:0:0:1', '2001:DB8:0:7:a:b:c:d'])).toBe(PER_MINUTE)
})

test.each([
  ['separate networks', (at: number) => `2001:db8:0:${at}::1`],
  ['separate networks, in short notation', (at: number) => `2001:db8::${at}:0:0:0:1`],
  ['IPv4 addresses', (at: number) => `192.0.2.${at}`],
  ['IPv4 addresses in a dual-stack socket’s notation', (at: number) => `::ffff:192.0.2.${at}`],
  ['other names from a proxy', (at: number) => `visitor-${at}`],
])('visitors of %s are counted separately', async (_, ip) => {
  expect(await served(many(ip))).toBe(PER_MINUTE + 2)
})

test('an IPv4 address has one count in both notations', async () => {
  const ips = many((at) => (at % 2 ? '192.0.2.1' : '::ffff:192.0.2.1'))
  expect(await served(ips)).toBe(PER_MINUTE)
})

test('a refused client is told the time until the next minute', async () => {
  const login = testLogin({ rateLimits: 'on' })
  login.clock.now += 14_500
  for (let i = 0; i < PER_MINUTE; i++) await login.challenge(asked, caller)
  await expect(login.challenge(asked, caller)).rejects.toMatchObject({ retryAfterMs: 45_500 })
  login.clock.now += 45_500
  await login.challenge(asked, caller)
})

test('error: a right answer that takes into the next minute allows no sixth wrong one there', async () => {
  const yes = emptyChain(56, { code: '0x60', call: `0x1626ba7e${'0'.repeat(56)}` })
  let takes = 60_000
  const slow = (...question: Parameters<typeof yes>) => {
    login.clock.now += takes
    takes = 0
    return yes(...question)
  }
  const login = testLogin({ rateLimits: 'on', chains: { 'eip155:56': { rpc: [slow, yes] } } })
  const { id } = await login.challenge(asked, caller)
  await login.signIn({ challengeId: id, signature: '0x1234' }, caller)
  const wrong = () => login.signIn({ challengeId: 'ch_unknown', signature: '0x' }, caller).catch(({ code }) => code)
  for (let i = 0; i < 5; i++) expect(await wrong()).toBe('challenge_expired')
  expect(await wrong()).toBe('too_many_requests')
})

test('error: a storage that fails does not count against the visitor', async () => {
  const storage = { ...sqliteStorage(new Database(':memory:')), takeChallenge: () => Promise.reject(new Error('disk I/O error')) }
  const login = testLogin({ rateLimits: 'on', storage })
  for (let i = 0; i < 7; i++) await expect(login.signIn({ challengeId: 'ch_1', signature: '0x' }, caller)).rejects.toThrow('disk')
})
