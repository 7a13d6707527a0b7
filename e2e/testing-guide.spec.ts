import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { strictPolicy } from '../demo/stack/page-policy'

// Runs the guide's examples with their tools, each in its own project that has the package, as a host's CI would.

const root = fileURLToPath(new URL('..', import.meta.url))
const guide = readFileSync(join(root, 'demo/docs/testing.md'), 'utf8')
const SHOP = 'http://localhost:3000'
/** Time limit for each test of an example, without its tool's start. */
const LIMIT_MS = 10_000

const samplesUnder = (heading: string) => {
  const [, section = ''] = guide.split(`\n## ${heading}\n`)
  const [own = ''] = section.split('\n## ')
  return [...own.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code)
}

const html = `<!doctype html><html lang="en"><title>Shop</title><script type="module" src="/wallet-modal.js"></script>
  <wallet-modal mode="localhost"></wallet-modal><wallet-button></wallet-button><p></p><script src="/shop.js"></script>`
const script = `addEventListener('wallet-connected', ({ detail }) => { document.querySelector('p').textContent = 'Hello ' + detail.address })`

/** Serves a host's page and the release on a free port. */
async function startShop() {
  const server = createServer(({ url = '/' }, response) => {
    const path = join(root, 'dist', new URL(url, SHOP).pathname)
    const file = url === '/shop.js' ? script : extname(path) === '.js' && existsSync(path) ? readFileSync(path) : undefined
    response.setHeader('content-type', file ? 'text/javascript' : 'text/html')
    response.setHeader('content-security-policy', strictPolicy())
    response.end(file ?? html)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, stop: () => server.close() }
}

/** Creates a project that has the package; returns a function that runs a tool in it and resolves to its output. */
function project(folder: string, files: Record<string, string>) {
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  symlinkSync(root, join(folder, 'node_modules/wallet-modal'), 'junction')
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const own = Object.entries(process.env).filter(([name]) => !/^(PLAYWRIGHT|PW|TEST|VITEST|NODE_OPTIONS|NODE_ENV)/.test(name))
  return (script: string, ...args: string[]) =>
    new Promise<string>((resolve, reject) => {
      const options = { cwd: folder, env: Object.fromEntries(own), timeout: 45_000, maxBuffer: 1 << 24 }
      execFile(process.execPath, [join(root, 'node_modules', script), ...args], options, (error, said, complained) =>
        error ? reject(new Error(`${error.message}\n${said}\n${complained}`)) : resolve(said),
      )
    })
}

/** Launch options of this run's browser, limited to localhost, as JSON. */
function browserWithoutNetwork() {
  const { executablePath, args = [] } = test.info().project.use.launchOptions ?? {}
  const offline = '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost'
  return JSON.stringify({ ...(executablePath && { executablePath }), args: [...args, offline] })
}

test('the example for Playwright passes without network, each test in under 10 s', async () => {
  const [example = ''] = samplesUnder('Playwright')
  const shop = await startShop()
  const launchOptions = browserWithoutNetwork()
  const run = project(test.info().outputPath('site'), {
    'shop.spec.ts': example.replaceAll(SHOP, shop.url),
    'playwright.config.js': `export default { reporter: 'json', workers: 1, use: { launchOptions: ${launchOptions} } }`,
  })
  const report = JSON.parse(await run('@playwright/test/cli.js', 'test').finally(shop.stop)) as {
    suites: { specs: { ok: boolean; tests: { results: { duration: number }[] }[] }[] }[]
  }
  const specs = report.suites.flatMap(({ specs }) => specs)
  const durations = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)))
  expect(specs.map(({ ok }) => ok)).toEqual([true, true])
  areQuick(durations)
})

test('the example for Vitest’s browser mode passes without network, each test in under 10 s', async () => {
  const [config = '', example = ''] = samplesUnder('Vitest in the browser')
  const folder = test.info().outputPath('site')
  const run = project(folder, {
    'shop.test.ts': example,
    'vitest.config.ts': config.replace('playwright()', `playwright({ launchOptions: ${browserWithoutNetwork()} })`),
  })
  await run('vitest/vitest.mjs', 'run', '--reporter=json', '--outputFile=report.json')
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as {
    numPassedTests: number
    testResults: { assertionResults: { duration: number }[] }[]
  }
  expect(report.numPassedTests).toBe(1)
  areQuick(report.testResults.flatMap(({ assertionResults }) => assertionResults.map(({ duration }) => duration)))
})

function areQuick(durations: readonly number[]) {
  console.log(`${test.info().title}: ${durations.map((ms) => `${Math.round(ms)} ms`).join(', ')}`)
  for (const ms of durations) expect(ms).toBeLessThan(LIMIT_MS)
}
