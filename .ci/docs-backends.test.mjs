import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { tsImport } from 'tsx/esm/api'
import { encodeErrorResult, parseAbi, serializeErc8010Signature, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { expect, test, vi } from 'vitest'
import { tools } from './command.mjs'
import { samplesOf } from './docs-site.mjs'
import { at } from './root.mjs'

mkdirSync(at('.built'), { recursive: true })

/** The docs' login backend that uses this call. */
function sampleWith(call) {
  const samples = samplesOf(readFileSync(at('demo/docs/login-backend.md'), 'utf8'))
  return samples.find(({ text }) => text.includes(call))?.text ?? ''
}

test('the docs’ login backend answers 401 without a login, on which loginFetch renews the token', async () => {
  const text = sampleWith('createLogin(')
  const file = at('.built/docs-login-backend.ts')
  const server = JSON.stringify(at('src/login-server/index.ts'))
  writeFileSync(file, text.replace("'wallet-modal/login-server'", server).replace("'login.db'", "':memory:'"))
  vi.stubEnv('LOGIN_KEY', generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
  const { answer } = await tsImport(pathToFileURL(file).href, import.meta.url)
  const refused = await answer(new Request('https://dapp.example/notes'), '192.0.2.1')
  expect([refused.status, (await refused.json()).code]).toEqual([401, 'token_invalid'])
  expect((await answer(new Request('https://dapp.example/other'), '192.0.2.1')).status).toBe(404)
  vi.unstubAllEnvs()
})

test('the docs’ backend with sessions of its own takes a signature for the nonce that it issued, and none without a nonce', {
  timeout: 60_000,
}, async () => {
  const text = sampleWith('verifySiweMessage(')
  const file = at('.built/docs-siwe-backend.ts')
  writeFileSync(file, text)
  const { signedBy } = await tsImport(pathToFileURL(file).href, import.meta.url)
  const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
  const said = { domain: 'dapp.example', uri: 'https://dapp.example', version: '1', nonce: 'issuedToThisVisitor' }
  const message = createSiweMessage({ ...said, chainId: 56, address: account.address, issuedAt: new Date() })
  const signature = await account.signMessage({ message })
  // A chain that takes the signature: what is refused is refused for its nonce.
  vi.stubGlobal('fetch', async (_, { body }) => Response.json({ jsonrpc: '2.0', id: JSON.parse(body).id, result: '0x01' }))
  expect(await signedBy(message, signature, said.nonce)).toBe(account.address)
  for (const nonce of ['', 'issuedToSomebodyElse']) expect(await signedBy(message, signature, nonce)).toBeUndefined()
  vi.unstubAllGlobals()
})

test('error: nor does it take the zero address, which nobody can sign for, or request what an account’s contract names', {
  timeout: 60_000,
}, async () => {
  const file = at('.built/docs-siwe-backend.ts')
  writeFileSync(file, sampleWith('verifySiweMessage('))
  const { signedBy } = await tsImport(pathToFileURL(file).href, import.meta.url)
  const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
  const messageOf = (address) =>
    createSiweMessage({
      ...{ domain: 'dapp.example', uri: 'https://dapp.example', version: '1', nonce: 'issuedToThisVisitor' },
      ...{ chainId: 56, address, issuedAt: new Date() },
    })
  const lookup = encodeErrorResult({
    abi: parseAbi(['error OffchainLookup(address, string[], bytes, bytes4, bytes)']),
    args: [account.address, ['http://169.254.169.254/{sender}'], '0x', '0x00000000', '0x'],
  })
  const delegate = '0x00000000000000000000000000000000000000de'
  const answers = { eth_getCode: { result: `0xef0100${delegate.slice(2)}` } }
  const asked = new Set()
  vi.stubGlobal('fetch', async (url, { body }) => {
    asked.add(String(url))
    const { id, method } = JSON.parse(body)
    return Response.json({ jsonrpc: '2.0', id, ...answers[method] })
  })
  answers.eth_call = { result: '0x01' }
  expect(await signedBy(messageOf(zeroAddress), `0x${'ff'.repeat(65)}`, 'issuedToThisVisitor')).toBeUndefined()
  answers.eth_call = { error: { code: 3, message: 'execution reverted', data: lookup } }
  const authorization = await account.signAuthorization({ address: delegate, chainId: 56, nonce: 0 })
  const signature = serializeErc8010Signature({ authorization, signature: '0x11' })
  expect(await signedBy(messageOf(account.address), signature, 'issuedToThisVisitor')).toBeUndefined()
  expect([...asked]).toEqual(['https://one.example/bnb'])
  vi.unstubAllGlobals()
})

test('the login backend of the docs compiles with an earlier TypeScript too', { timeout: 180_000 }, () => {
  const folder = at('.built/docs-earlier')
  mkdirSync(folder, { recursive: true })
  const text = sampleWith('createLogin(')
  writeFileSync(join(folder, 'backend.ts'), text)
  const compilerOptions = { types: ['node'], paths: { 'wallet-modal/login-server': [at('src/login-server/index.ts')] } }
  const config = { extends: at('tsconfig.json'), compilerOptions, files: ['backend.ts'], include: [] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const { stdout, status } = spawnSync(process.execPath, [tools.earlierTsc, '-p', folder], { encoding: 'utf8' })
  expect(stdout).toBe('')
  expect(status).toBe(0)
})
