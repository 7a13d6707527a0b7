// Checks the package as its users get it: packed, installed from the file, imported, type-checked; its local stack run once.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { tools } from './command.mjs'
import { at, isMain, readJson } from './root.mjs'
import { firstRunProblems } from './stack-first-run.mjs'

const wanted = [
  ...['package.json', 'README.md', 'LICENSE', 'dist/wallet-modal.js', 'dist/wallet-modal.classic.js', 'dist/integrity.json'],
  ...['dist/custom-elements.json', 'dist/vscode.html-custom-data.json', 'dist/web-types.json', 'dist/sbom.cdx.json'],
  // What npx wallet-modal-stack serves without building it.
  ...['wallet', 'secure'].map((page) => `dist/stack/demo/${page}/built/index.html`),
  ...['dist/THIRD-PARTY-NOTICES.txt', 'dist/llms.txt', 'dist/docs/react.md', 'dist/docs/errors/USER_REJECTED.md'],
]
const allowed = /^(package\.json|README\.md|LICENSE|dist\/.+\.(js|mjs|cjs|json|txt|md|html|css|svg|d\.c?ts)|dist\/stack\/.+)$/

/** One sentence for each file of a package that should not be in it, or that is missing from it. */
export function contentProblems(files, exports = {}) {
  const pathsIn = (each) => (typeof each === 'string' ? [each] : Object.values(each).flatMap(pathsIn))
  const named = pathsIn(exports)
  const needed = [...wanted, ...named.map((path) => path.replace(/^\.\//, ''))]
  return [
    ...files
      .filter((file) => !allowed.test(file) || /\.test\.|node_modules|(^|\/)\./.test(file))
      .map((file) => `${file} is packed`),
    ...[...new Set(needed)].filter((file) => !files.includes(file)).map((file) => `${file} is not packed`),
  ]
}

function run(command, args, cwd) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32' && command === 'npm',
    env: { ...process.env, npm_config_loglevel: 'error', npm_config_update_notifier: 'false', NO_COLOR: '1' },
  })
  return { ok: status === 0, stdout, text: `${stdout}\n${stderr}`.trim() }
}

/** Simulates an edge runtime for an import: no globals of a page or of Node. */
const BARE = "for (const name of ['process', 'Buffer', 'navigator', 'BroadcastChannel']) delete globalThis[name]"

const CONSUMER = `
import 'wallet-modal'
import type {} from 'wallet-modal/types'
import { type ErrorCode, type PublicState, WalletModalElement } from 'wallet-modal'
import { connect, connection, start, type Store } from 'wallet-modal/headless'
import { EvmWallet, expectConnected, here, installWallet, type Manner, SolanaWallet, walletConnectWallet } from 'wallet-modal/testing'

const modal = document.querySelector('wallet-modal')
if (modal) {
  modal.networks = ['eip155:56']
  modal.projectId = 'key'
  const state: PublicState = modal.state
  console.log(state.account?.address, WalletModalElement.version)
}
document.addEventListener('wallet-connected', ({ detail }) => console.log(detail.caipAddress.length, detail.wallet.name))
document.addEventListener('wallet-error', ({ detail }) => console.log(detail.code))
const store: Store<{ readonly status: string }> = connection
// Lists that nobody changes, and settings that an environment may lack.
const lists = { networks: ['eip155:56'], socials: ['google', 'x'], features: ['send'], excludeWallets: ['watch'] } as const
const lacking: { projectId: string | undefined; signal: AbortSignal | undefined } = { projectId: undefined, signal: undefined }
if (modal) {
  modal.networks = lists.networks
  modal.socials = lists.socials
  modal.features = lists.features
  modal.excludeWallets = lists.excludeWallets
  modal.connect({ wallet: 'x', signal: lacking.signal })
  modal.siwx = {
    async createMessage({ accountAddress, chainId }) {
      return { accountAddress: accountAddress.toLowerCase(), chainId }
    },
  }
  modal.messages = { page: { connectWallet: 'Join', account: (name) => 'Purse ' + name.trim() } }
  modal.siwx = null
  modal.messages = null
  modal.login = null
  modal.login = { challenge: async ({ address, chain }) => fetch('/' + address.trim() + chain.trim()) }
}
start({ networks: lists.networks, excludeWallets: lists.excludeWallets, projectId: lacking.projectId })
const messages: { readonly errors: Partial<Record<ErrorCode, string>> } = { errors: { USER_REJECTED: 'Declined' } }
console.log(messages)
connect({ wallet: 'x', signal: lacking.signal }).then(({ address }) => console.log(address, store.get().status))
new EvmWallet({ chainId: 1 }).announce()
// As the options of the site's own fixture may lack them.
export async function wallets({ name, chainId, manner }: { name?: string; chainId?: number; manner?: Manner }) {
  console.log(new EvmWallet({ name, chainId, manner }), new SolanaWallet({ name, manner, rpcUrl: name }))
  await installWallet(here(), { kind: undefined, name, manner })
  await expectConnected(here(), { address: name, network: name }, { withinMs: chainId })
  return walletConnectWallet({ relayUrl: '', name, projectId: name, manner })
}
`

/** A backend; settings in its environment may be undefined. */
const BACKEND = `
import { createLogin, loginHandler, type LoginStorage } from 'wallet-modal/login-server'

type Lacking = { name?: string; urls?: string[]; limits?: 'off' }
export function backend(storage: LoginStorage, { name, urls, limits }: Lacking) {
  const chains = { 'eip155:56': { rpc: urls } }
  const given = { issuer: name, audience: name, statement: name, operators: urls, rateLimits: limits }
  return loginHandler(createLogin({ origins: [], chains, storage, ...given }), { origins: [], basePath: name })
}
`

const REQUIRING = `
import { WalletModalElement } from 'wallet-modal'
const modal: WalletModalElement | null = document.querySelector('wallet-modal')
console.log(WalletModalElement.version, modal?.state.status)
`

/** Packs, installs and uses the package; resolves to the sentences of what is wrong. */
async function problems() {
  const folder = mkdtempSync(join(tmpdir(), 'wallet-modal-'))
  try {
    const packed = run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], at('.'))
    if (!packed.ok) return [`npm pack: ${packed.text}`]
    const [{ filename, files, unpackedSize }] = JSON.parse(packed.stdout)
    const paths = files.map(({ path }) => path)
    const { exports } = readJson(at('package.json'))
    const { messages, pkg } = await publint({ pkgDir: at('.'), strict: true })
    const found = [
      ...contentProblems(paths, exports),
      ...importMetaProblems(paths),
      ...messages.map((message) => `publint: ${formatMessage(message, pkg)}`),
    ]

    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
    const installed = run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${filename}`], folder)
    if (!installed.ok) return [...found, `npm install file: ${installed.text}`]
    const others = Object.keys(readJson(join(folder, 'node_modules/.package-lock.json')).packages)
    if (others.length !== 1) found.push(`installing it brings other packages: ${others.join(', ')}`)
    found.push(...importProblems(folder, exports), ...typeProblems(folder, filename), ...(await firstRunProblems(folder)))
    if (found.length === 0)
      console.log(
        `package: ${files.length} files, ${(unpackedSize / 1e6).toFixed(1)} MB unpacked; installs, imports, type-checks, and its local world runs`,
      )
    return found
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Scripts with `import.meta`: hosts' bundlers replace `import.meta.url` with a path on the developer's disk. */
const importMetaProblems = (paths) =>
  paths
    .filter((path) => /^dist\/(wallet-modal\.js|chunks\/|headless\/)/.test(path))
    .filter((path) => readFileSync(at(path), 'utf8').includes('import.meta'))
    .map((path) => `${path} uses import.meta`)

/** Imports every entry of the installed package: in Node, from CommonJS, in a worker and where almost no globals exist. */
function importProblems(folder, exports) {
  const found = []
  const names = Object.keys(exports)
    .filter((name) => !name.endsWith('.json'))
    .map((name) => `wallet-modal${name.slice(1)}`)
  const imports = (of) => of.map((name) => `await import('${name}')`).join('\n')
  const use = (name, code) => {
    writeFileSync(join(folder, name), code)
    const { ok, text } = run(process.execPath, [name], folder)
    if (!ok || text) found.push(`${name}: ${text || 'failed'}`)
  }
  use('in-node.mjs', imports(names))
  use('in-commonjs.cjs', "if (!require('wallet-modal').WalletModal.observedAttributes) throw new Error('not the module')")
  use('in-worker.mjs', `import { Worker } from 'node:worker_threads'\nnew Worker(new URL('in-node.mjs', import.meta.url))`)
  use('at-the-edge.mjs', `${BARE}\n${imports(names.filter((name) => !/testing|login-server/.test(name)))}`)
  const given = (condition) =>
    run(process.execPath, ['-C', condition, '-p', "import('wallet-modal').then((m) => console.log(Object.keys(m)))"], folder)
  const [page, worker] = ['browser', 'workerd'].map((condition) => given(condition).stdout)
  if (page !== worker) found.push(`a worker gets ${worker} instead of ${page}`)
  return found
}

/** Type-checks uses of the installed package under each module resolution, and the package file itself. */
function typeProblems(folder, filename) {
  writeFileSync(join(folder, 'use.ts'), CONSUMER)
  writeFileSync(join(folder, 'use.cts'), REQUIRING)
  writeFileSync(join(folder, 'backend.ts'), BACKEND)
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noEmit']
  const page = ['use.ts', ...strict, '--skipLibCheck', 'false']
  const current = ['--target', 'es2022', '--lib', 'es2022,dom']
  const bundler = ['--module', 'esnext', '--moduleResolution', 'bundler']
  const kinds = {
    'types (bundler)': [tools.tsc, ...page, ...current, ...bundler],
    // Vite's template for Preact has this target.
    'types (es2020)': [tools.tsc, ...page, '--target', 'es2020', '--lib', 'es2020,dom', ...bundler],
    'types (nodenext)': [tools.tsc, 'use.cts', ...page, ...current, '--module', 'nodenext', '--moduleResolution', 'nodenext'],
    // Resolution that ignores `exports`, which newer ones dropped; ts-jest and older projects use it.
    'types (node10)': [tools.earlierTsc, ...page, ...current, '--module', 'esnext', '--moduleResolution', 'node10'],
    'types of a backend': [
      ...[tools.tsc, 'backend.ts', ...strict],
      ...['--types', 'node', '--typeRoots', at('node_modules/@types'), '--module', 'nodenext'],
    ],
    'are the types wrong': [
      at('node_modules/@arethetypeswrong/cli/dist/index.js'),
      ...[join(folder, filename), '--profile', 'esm-only', '--format', 'ascii'],
    ],
  }
  return Object.entries(kinds).flatMap(([name, args]) => {
    const { ok, text } = run(process.execPath, args, folder)
    return ok ? [] : [`${name}: ${text}`]
  })
}

if (isMain(import.meta.url)) {
  const found = existsSync(at('dist/integrity.json')) ? await problems() : ['There is nothing to pack; run npm run build first.']
  for (const problem of found) console.error(problem)
  process.exitCode = found.length > 0 ? 1 : 0
}
