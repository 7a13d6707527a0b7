import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { tsImport } from 'tsx/esm/api'
import { privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { tools } from './command.mjs'
import { pages, samplesOf } from './docs-site.mjs'
import { manifest } from './manifest.mjs'
import { at } from './root.mjs'

/** What a page's samples assume around them. */
const around = {
  headless: `declare const menu: HTMLElement
declare const title: HTMLElement
declare function drawQr(uri: string): void`,
  testing: 'declare const uri: string',
}

let all = {}
beforeAll(async () => {
  all = await pages(await manifest())
}, 60_000)

describe('the samples of the docs', () => {
  test('the login backend answers 401 without a login, on which loginFetch renews the token', async () => {
    const { text = '' } = samplesOf(all['login-backend']).find((each) => each.text.includes('createLogin(')) ?? {}
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

  test('the backend with sessions of its own takes a signature for the nonce that it issued, and none without a nonce', async () => {
    const { text = '' } = samplesOf(all['login-backend']).find((each) => each.text.includes('verifySiweMessage(')) ?? {}
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

  test('the login backend compiles with an earlier TypeScript too', { timeout: 180_000 }, () => {
    const folder = at('.built/docs-earlier')
    mkdirSync(folder, { recursive: true })
    const { text = '' } = samplesOf(all['login-backend']).find((each) => each.text.includes('createLogin(')) ?? {}
    writeFileSync(join(folder, 'backend.ts'), text)
    const compilerOptions = { types: ['node'], paths: { 'wallet-modal/login-server': [at('src/login-server/index.ts')] } }
    const config = { extends: at('tsconfig.json'), compilerOptions, files: ['backend.ts'], include: [] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const { stdout, status } = spawnSync(process.execPath, [tools.earlierTsc, '-p', folder], { encoding: 'utf8' })
    expect(stdout).toBe('')
    expect(status).toBe(0)
  })

  test('each in TypeScript compiles', { timeout: 180_000 }, () => {
    const folder = at('.built/docs-samples')
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const files = Object.entries(all).flatMap(([path, text]) =>
      // Files of the repository are compiled in place.
      samplesOf(text.replace(/^`demo\/hosts\/[^`]+`:\n\n```[\s\S]*?^```$/gm, ''))
        .filter(({ language }) => language === 'ts' || language === 'tsx')
        .map(({ language, text }, index) => {
          const file = `${path.replaceAll('/', '-')}-${index + 1}.${language}`
          writeFileSync(join(folder, file), `${text}\n${around[path] ?? ''}\nexport {}\n`)
          return file
        }),
    )
    expect(files.length).toBeGreaterThan(10)
    const sources = {
      'wallet-modal': 'elements/index.ts',
      'wallet-modal/types': 'elements/jsx.d.ts',
      'wallet-modal/headless': 'src/headless/index.ts',
      'wallet-modal/testing': 'src/testing/index.ts',
      'wallet-modal/login-server': 'src/login-server/index.ts',
    }
    const compilerOptions = { noUnusedLocals: false, paths: {} }
    for (const [name, source] of Object.entries(sources)) compilerOptions.paths[name] = [at(source)]
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: at('tsconfig.json'), compilerOptions, files, include: [] }),
    )
    const { stdout, status } = spawnSync(process.execPath, [tools.tsc, '-p', folder], { encoding: 'utf8' })
    expect(stdout).toBe('')
    expect(status).toBe(0)
  })
})
