import { generateKeyPairSync } from 'node:crypto'
import Database from 'libsql'
import { describe, expect, test } from 'vitest'
import { sqliteStorage } from './sqlite-storage'
import { signedIn, testLogin, wallet } from './test-login'

describe('createLogin', () => {
  test("accepts an app page with its own scheme, as Capacitor's on iOS", async () => {
    const app = { origin: 'capacitor://localhost', ip: '192.0.2.1' }
    const login = testLogin({ origins: [app.origin] })
    const { id, message } = await login.challenge({ address: wallet.address, chain: 'eip155:56' }, app)
    expect(message).toMatch(/^localhost wants you .*\nURI: capacitor:\/\/localhost\n/s)
    const { user } = await login.signIn({ challengeId: id, signature: await wallet.signMessage({ message }) }, app)
    expect(user.address).toBe(wallet.address)
  })

  test('a signing key may be PEM, as in an environment variable: each instance accepts the tokens of the others', async () => {
    const { privateKey } = generateKeyPairSync('ed25519')
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const storage = sqliteStorage(new Database(':memory:'))
    const { accessToken, user } = await signedIn(testLogin({ signingKey: pem, storage }))
    const other = testLogin({ signingKey: privateKey, storage })
    expect((await other.authorize(accessToken, 'write')).sub).toBe(user.id)
  })

  test.each([
    [{ origins: ['https://dapp.example/'] }, 'is no origin'],
    [{ origins: ['capacitor://localhost/'] }, 'write capacitor://localhost'],
    [{ origins: ['dapp.example'] }, 'dapp.example is no origin; write it with its scheme'],
    [{ origins: ['localhost:3000'] }, 'localhost:3000 is no origin; write it with its scheme'],
    [{ origins: ['null'] }, 'null is no origin'],
    [{ chains: { 56: {} } }, '56 is no CAIP-2 id; write eip155:56'],
    [{ chains: { 'eip155:56 ': {} } }, 'is no CAIP-2 id'],
    [{ chains: { 'eip155:56': { rpc: ['https://one.example', ''] } } }, 'rpc of eip155:56 is an http or https URL'],
    [{ chains: { 'eip155:56': { rpc: ['wss://one.example'] } } }, 'http or https'],
    [{ chains: { 'eip155:56': { rpc: ['https://me:secret@one.example'] } } }, 'without user name'],
    [{ operators: [`eip155:56:${wallet.address}`] }, 'in operators is no address'],
    [{ operators: [` ${wallet.address}`] }, 'in operators is no address'],
    [{ operators: [wallet.address.replace('E', 'e')] }, 'in operators is no address'],
    [{ statement: 'two\nlines' }, 'one line'],
    [{ statement: 'hidden \u202e text' }, 'one line'],
    [{ statement: '' }, 'one line'],
    [{ statement: 'Log in to "Bakery"' }, 'EIP-4361'],
    [{ signingKey: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }, 'Ed25519'],
    [{ signingKey: generateKeyPairSync('ed25519').publicKey }, 'no Ed25519 private key'],
    [{ signingKey: '' }, 'signingKey is no Ed25519 private key'],
    [{ signingKey: 'MC4CAQAwBQYDK2VwBCIEIA' }, 'signingKey is no Ed25519 private key'],
  ] as const)('error: refuses impossible options, case %#', (options, says) => {
    expect(() => testLogin(options)).toThrow(says)
  })
})
