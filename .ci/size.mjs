import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { packageOf } from './module-lists.mjs'
import { at, isMain, readJson, writeJson } from './root.mjs'
import { headlessBudget } from './size-headless.mjs'

const entry = 'wallet-modal.js'
const modal = 'elements/wallet-modal-views.tsx'
const firstView = 'src/views/Connect.tsx'

/** Budgets in kB (1000 bytes) of gzip, each file compressed by itself as it is served. */
const limits = { core: 20, opened: 110, view: 42, language: 8 }

/** Parts that load when a chain or wallet needs them: the chunks made for these modules, and those that contain this package. */
const parts = [
  { name: 'solana', modules: /^src\/adapters\/solana/, package: '@solana/web3.js', limit: 105 },
  { name: 'wallet-standard', modules: /^src\/connectors\/(wallet-standard|solana-(wallet|provider))/, limit: 12 },
  {
    name: 'bip122, wallets',
    modules: /^src\/connectors\/bitcoin/,
    // They parse with code that an account on screen has already loaded.
    except: /^src\/connectors\/bitcoin-(sats-connect|okx)/,
    limit: 12,
  },
  { name: 'polkadot, wallets', modules: /^src\/connectors\/injected-web3/, limit: 12 },
  {
    name: 'eip155',
    modules: /^src\/adapters\/eip155/,
    except: /^src\/adapters\/eip155-(verify|names|transfer|outcome|simulate|call|batch|swap|symbol)/,
    package: 'viem',
    limit: 42,
  },
  { name: 'eip155, proof of a sign-in', modules: /^src\/adapters\/eip155-verify/, limit: 77 },
  { name: 'bip122, proof of a sign-in', modules: /^src\/adapters\/bip122-verify/, limit: 25 },
  { name: 'polkadot, proof of a sign-in', modules: /^src\/adapters\/polkadot-verify/, limit: 30 },
  { name: 'eip155, names', modules: /^src\/adapters\/(eip155-names|ens-)/, limit: 84 },
  {
    name: 'walletconnect',
    modules: /^src\/connectors\/wallet-connect/,
    except: /^src\/connectors\/wallet-connect-(authenticate|bitcoin)/,
    package: '@walletconnect/sign-client',
    limit: 145,
  },
  { name: 'walletconnect, signing in with it', modules: /^src\/connectors\/wallet-connect-authenticate/, limit: 13 },
]

/** The small parts, on top of what any account on screen loads: schemas, errors, amounts, one fetch. */
const small = [
  { name: 'bip122', modules: ['src/adapters/bip122.ts', 'src/adapters/bip122-networks.ts'], limit: 12 },
  { name: 'polkadot', modules: ['src/adapters/polkadot.ts', 'src/adapters/polkadot-networks.ts'], limit: 12 },
  { name: 'bip122 over walletconnect', modules: ['src/connectors/wallet-connect-bitcoin.ts'], limit: 12 },
  {
    name: 'bip122, wallets that register nowhere',
    modules: ['src/connectors/bitcoin-sats-connect.ts', 'src/connectors/bitcoin-okx.ts'],
    limit: 12,
  },
  { name: 'Coinbase Wallet on Solana', modules: ['src/connectors/coinbase-solana.ts'], limit: 12 },
  { name: 'Safe around the page', modules: ['src/connectors/safe.ts', 'src/controllers/join-safe.ts'], limit: 12 },
]

/** What moves value, on top of an EVM account on screen. */
const journeys = [
  {
    name: 'Send',
    limit: 15,
    modules: ['src/views/Send.tsx'],
  },
  { name: 'Swap', limit: 15, modules: ['src/views/Swap.tsx'] },
  { name: 'Buy', limit: 15, modules: ['src/views/OnRamp.tsx'] },
]
const anyAccount = [
  'src/views/Account.tsx',
  'src/adapters/universal.ts',
  ...['account', 'tokens', 'rpc'].map((name) => `src/controllers/${name}.ts`),
]
const accountOnScreen = [...anyAccount, 'src/adapters/eip155.ts']

/** Another language, in two files. */
const language = /^src\/locales\/(later\/)?[a-z]{2}(-[A-Z]\w+)?\.ts$/

/** The wallet in the secure frame: the chunks that nothing else loads. */
const embedded = {
  name: 'embedded wallet, in chunks of its own',
  limit: 25,
  modules:
    /^src\/(connectors\/auth|controllers\/(embedded|email-login|social-login|farcaster-login|approvals|frame-place|account-type|preferred-type|theme-sync)|views\/(Email|UpdateEmail|ConnectingSocial|ConnectingFarcaster|ApproveTransaction|connect\/(WithoutWallet|SocialWays|EmailField))|locales\/en-embedded)|^elements\/secure-frame/,
}

/** Packages that must not come with the script tag, and those that must not come with the first view. */
const late = {
  core: ['react', 'react-dom', 'viem', '@solana/web3.js', '@walletconnect/sign-client'],
  opened: ['viem', '@solana/web3.js', '@walletconnect/sign-client'],
}

const live = 'src/controllers/live.ts'

/** Queries on a list of chunks as the build writes it (`.built/bundled.json`). */
export function graphOf(chunks) {
  const byFile = new Map(chunks.map((chunk) => [chunk.file, chunk]))
  /** The file that contains a module, preferably the chunk made for it. */
  const holding = (module) =>
    (chunks.find(({ facade }) => facade === module) ?? chunks.find(({ modules }) => modules.some(({ id }) => id === module)))
      ?.file
  /** The files that load when these do: themselves and all they import statically. */
  const loadedWith = (...files) => {
    const seen = new Set(files.filter(Boolean))
    for (const file of seen) for (const next of byFile.get(file)?.imports ?? []) seen.add(next)
    return seen
  }
  const packagePath = (id) => packageOf(id)?.split('node_modules/')
  /** The packages whose code is in these files; `direct`: without those nested in another package. */
  const packagesIn = (files, which = 'all') =>
    new Set(
      [...files]
        .flatMap((file) => byFile.get(file)?.modules ?? [])
        .map(({ id }) => packagePath(id))
        .filter((path) => path && (which === 'all' || path.length === 2))
        .map((path) => path.at(-1)),
    )
  return { holding, loadedWith, packagesIn, files: [...byFile.keys()] }
}

/** The budget table and the static facts: `{ name, files, limit? }[]` and `{ text, holds }[]`. */
export function budget(chunks) {
  const graph = graphOf(chunks)
  const core = graph.loadedWith(entry)
  const opened = graph.loadedWith(entry, ...[live, modal, firstView].map(graph.holding))
  // The code that talks to wallets is loaded before any of the parts.
  const awake = graph.loadedWith(entry, graph.holding(live))
  const added = (made, before) => [...graph.loadedWith(...made.map(({ file }) => file))].filter((file) => !before.has(file))
  const rows = [
    { name: 'core', files: [...core], limit: limits.core },
    { name: 'core + live (a restored session)', files: [...awake] },
    { name: 'core + live + first painted modal', files: [...opened], limit: limits.opened },
  ]
  for (const { name, modules, except, package: wanted, limit } of parts) {
    // What only the excepted parts load counts as theirs, whichever package it contains.
    const loads = (wanted, file) => chunks.some((each) => wanted(each.facade ?? '') && graph.loadedWith(each.file).has(file))
    const isElsewhere = ({ file, facade }) =>
      except &&
      // What a library loads by itself: viem only does so for calls of the excepted parts.
      (/^node_modules/.test(facade ?? '') ||
        (loads((each) => except.test(each), file) && !loads((each) => modules.test(each) && !except.test(each), file)))
    const made = chunks.filter(
      (chunk) =>
        (modules.test(chunk.facade ?? '') || (wanted && graph.packagesIn([chunk.file], 'direct').has(wanted))) &&
        !isElsewhere(chunk),
    )
    if (made.length > 0) rows.push({ name, files: added(made, awake), limit })
  }
  const some = graph.loadedWith(...opened, ...anyAccount.map(graph.holding))
  for (const { name, modules, limit } of small) {
    const held = modules.map(graph.holding).filter(Boolean)
    const files = held.map((file) => ({ file }))
    if (held.length > 0) rows.push({ name: `${name}, on top of an account`, files: added(files, some), limit })
  }
  const shown = graph.loadedWith(...opened, ...accountOnScreen.map(graph.holding))
  for (const { name, limit, modules } of journeys) {
    const held = modules.map(graph.holding).filter(Boolean)
    if (held.length > 0)
      rows.push({
        name: `${name}, on top of the account`,
        files: added(
          held.map((file) => ({ file })),
          shown,
        ),
        limit,
      })
  }
  const [ofIt, ofOthers] = [true, false].map((its) =>
    graph.loadedWith(...chunks.filter(({ facade }) => facade && embedded.modules.test(facade) === its).map(({ file }) => file)),
  )
  const own = [...ofIt].filter((file) => !opened.has(file) && !ofOthers.has(file))
  if (own.length > 0) rows.push({ name: embedded.name, files: own, limit: embedded.limit })
  const views = chunks.filter(({ facade }) => /^src\/views\/[A-Z]\w*\.tsx$/.test(facade ?? '') && facade !== firstView)
  for (const view of views) rows.push({ name: view.facade, files: added([view], opened), limit: limits.view })
  const counted = new Set(rows.flatMap(({ files }) => files))
  const languages = new Set(chunks.filter(({ facade }) => language.test(facade ?? '')).map(({ file }) => file))
  for (const file of graph.files)
    if (!counted.has(file)) rows.push({ name: file, files: [file], ...(languages.has(file) && { limit: limits.language }) })

  return { rows, facts: factsOf(chunks, graph, core, opened) }
}

/** What may load with what: `{ text, holds }[]`. */
function factsOf(chunks, graph, core, opened) {
  const withoutViews = chunks.filter(
    ({ file, facade }) =>
      /^(elements|src\/(adapters|api|connectors|controllers|lib|locales))\//.test(facade ?? '') &&
      file !== entry &&
      facade !== modal,
  )
  const notIn = (files, where, names) =>
    names.map((name) => ({ text: `${name} does not load with ${where}`, holds: !graph.packagesIn(files).has(name) }))
  return [
    { text: 'the script tag loads one file, nothing else', holds: core.size === 1 },
    {
      text: 'no chunk loads the entry, whose address is the page’s to choose',
      holds: chunks.every(({ imports }) => !imports.includes(entry)),
    },
    {
      text: 'the modal and its first view are chunks outside core',
      holds: [modal, firstView].every((module) => graph.holding(module) && !core.has(graph.holding(module))),
    },
    ...notIn(core, 'the script tag', late.core),
    ...notIn(graph.loadedWith(graph.holding(live), ...withoutViews.map(({ file }) => file)), 'any wallet, chain or language', [
      'react-dom',
    ]),
    ...notIn(opened, 'the first view', late.opened),
  ]
}

const kB = (bytes) => (bytes / 1000).toFixed(1)

function main() {
  const chunks = readJson(at('.built/bundled.json'))
  if (!chunks || !existsSync(at('dist', entry))) {
    console.error('There is nothing to measure; run npm run build first.')
    return { passed: 0, failed: 1 }
  }
  const sizeOf = (file) => {
    const bytes = readFileSync(at('dist', file))
    return { brotli: brotliCompressSync(bytes).length, gzip: gzipSync(bytes, { level: 9 }).length }
  }
  const sizes = new Map(chunks.map(({ file }) => [file, sizeOf(file)]))
  const { rows, facts } = budget(chunks)
  const headless = headlessBudget(readJson(at('.built/bundled-headless.json')) ?? [], graphOf)
  for (const file of headless.rows.flatMap(({ files }) => files)) sizes.set(file, sizeOf(file))
  rows.push(...headless.rows)
  facts.push(...headless.facts)
  const line = (name, ...cells) => console.log(name.padEnd(48) + cells.map((cell) => String(cell).padStart(12)).join(''))
  line('kB', 'files', 'brotli', 'gzip', 'limit')
  const results = rows.map(({ name, files, limit }) => {
    const sum = (kind) => files.reduce((total, file) => total + sizes.get(file)[kind], 0)
    const within = limit === undefined || sum('gzip') <= limit * 1000
    line(basename(name), files.length, kB(sum('brotli')), kB(sum('gzip')), `${limit ?? ''}${within ? '  ' : ' !'}`)
    return { within, limited: limit !== undefined }
  })
  console.log()
  for (const { text, holds } of facts) console.log(`${holds ? 'yes' : 'NO '}  ${text}`)
  const failed = results.filter(({ within }) => !within).length + facts.filter(({ holds }) => !holds).length
  return { passed: results.filter(({ limited }) => limited).length + facts.length - failed, failed }
}

if (isMain(import.meta.url)) {
  const result = main()
  writeJson(at('.built/size.json'), result)
  if (result.failed) console.error(`\n${result.failed} over their limit or not as required.`)
  process.exitCode = result.failed ? 1 : 0
}
