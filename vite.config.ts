import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { defineConfig } from 'vitest/config'
import { compareWithReact } from './.ci/compare-with-react.ts'
import { coreInEntry } from './.ci/core-in-entry.ts'
import { plainReact } from './.ci/plain-react.ts'
import { smaller } from './.ci/smaller.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const at = (path: string) => root + path
const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { version: string }

// The original reads localStorage on import, which throws if storage is blocked; ours is guarded (ARCHITECTURE §15.11).
const guardedStorage = at('src/connectors/wallet-connect-storage.ts')
/**
 * Five chunks by what loads them, each with all imports of its roots that no earlier one has: the script tag; a stored session,
 * a method call or the first opening, without React; the opening's first frame; the rest of the opening; the account, again
 * without React. By default the bundler would make a request of every overlap between two views.
 */
const grouped = [
  { name: 'core', roots: /\/elements\/index\.ts$/ },
  {
    name: 'live',
    // Connecting, e-mail, a button's seal and English also need the small ones, which must not pull in the views.
    roots:
      /\/src\/(controllers\/(later-words|live|recent-wallets|select-wallet)|connectors\/(announced|injected|wallet-connect)|lib\/(auth-id|fnv1a|given-text|is-offline|platform|retry|wallet)|locales\/en-first)\.ts$/,
  },
  { name: 'first', roots: /\/src\/views\/first-frame\.ts$/ },
  { name: 'modal', roots: /\/elements\/wallet-modal-views\.tsx$|\/src\/views\/Connect\.tsx$/ },
  { name: 'holdings', roots: /\/src\/(controllers\/(explorer|shown-account|shown-history)|lib\/transaction)\.ts$/ },
]

/** Small modules grouped by who needs them: every wallet and chain, most views, after an opening, QR codes. */
const together = [
  { name: 'errors', roots: /\/src\/lib\/(later-errors|rpc-errors)\.ts$/ },
  { name: 'error-help', roots: /\/src\/(lib\/error-help|views\/(in-language|words-for))\.ts$/ },
  // The button of a restored session draws it, without any view.
  { name: 'engraving', roots: /\/src\/lib\/engraving\.ts$/ },
  // Needed without the views that share the other ones.
  ...['locales/en', 'lib/deep-link', 'ui/CopyButton'].map((path) => ({
    name: basename(path),
    roots: new RegExp(`/src/${path}\\.tsx?$`),
  })),
  {
    name: 'shared',
    roots:
      /\/src\/(ui\/(Note|Status|Engraving|EngravingLines|Ring|settled|roving|list-keys)|views\/(titled|use-messages|use-network|use-now|use-said)|lib\/seconds-until|controllers\/store-link)\.tsx?$/,
  },
  { name: 'money-errors', roots: /\/src\/(lib\/money-errors|views\/money\/money-words)\.ts$/ },
  { name: 'en-money', roots: /\/src\/locales\/en-money\.ts$/ },
  { name: 'base58', roots: /\/src\/lib\/(base58|typed-name|latin-digits)\.ts$/ },
  { name: 'hindrance', roots: /\/src\/views\/use-(online|relay-away)\.ts$/ },
  { name: 'active-account', roots: /\/src\/views\/use-(known-account|wallet-name)\.ts$/ },
  { name: 'en-embedded', roots: /\/src\/locales\/en-embedded\.ts$/ },
  { name: 'en-sessions', roots: /\/src\/locales\/en-sessions\.ts$/ },
  { name: 'en-trade', roots: /\/src\/locales\/en-trade\.ts$/ },
  { name: 'amounts', roots: /\/src\/lib\/(decimal|short-figures)\.ts$/ },
  { name: 'embedded', roots: /\/src\/(state\/embedded|lib\/social)\.ts$/ },
  { name: 'embedded-errors', roots: /\/src\/lib\/embedded-errors\.ts$/ },
  { name: 'embedded-account', roots: /\/src\/controllers\/(embedded|account-type)\.ts$/ },
  { name: 'after', roots: /\/src\/(ui\/(height|icons-more|panel)|views\/(load-ahead|Message))\.tsx?$/ },
  // What every answer from outside is read by, before what reads one.
  { name: 'schema', roots: /\/src\/lib\/(schema|schema-message)\.ts$|\/zod\/v4\/mini\/schemas\.js$/ },
  { name: 'call', roots: /\/src\/(api\/call|lib\/http)\.ts$/ },
  { name: 'wallets', roots: /\/src\/(api\/wallets|controllers\/wallet-search)\.ts$/ },
  { name: 'code', roots: /\/src\/(views\/PairingCode|ui\/Qr)\.tsx?$/ },
]

/** Writes which modules each chunk holds and loads, for the size, licence and integrity checks. */
function graph(): Plugin {
  const relative = (id: string) => id.replace(/\?.*$/, '').replace(root, '')
  /** The chunk that is inlined into the entry later. */
  let core: Rolldown.OutputChunk | undefined
  return {
    name: 'graph',
    apply: 'build',
    generateBundle(_, bundle) {
      core = Object.values(bundle).find((each) => each.type === 'chunk' && each.name === 'core') as typeof core
    },
    writeBundle({ dir = '' }, bundle) {
      const chunks = Object.values(bundle).flatMap((each) => {
        if (each.type !== 'chunk') return []
        const held = each.isEntry && core ? core : each
        const modules = Object.entries(held.modules).filter(([, { renderedLength }]) => renderedLength > 0)
        return {
          file: each.fileName,
          name: each.name,
          entry: each.isEntry,
          facade: each.facadeModuleId && relative(each.facadeModuleId),
          // Checked in the code: the grouped chunks have lost imports since the bundler listed them.
          imports: each.imports.filter((file) => each.code.includes(basename(file))),
          dynamicImports: held.dynamicImports,
          modules: modules.map(([id, { renderedLength }]) => ({ id: relative(id), bytes: renderedLength })),
        }
      })
      const forNode = chunks.filter(({ modules }) => modules.some(({ id }) => id.includes('__vite-browser-external')))
      if (forNode.length > 0) this.error(`Node's own modules are needed in ${forNode.map(({ file }) => file).join(', ')}`)
      mkdirSync(at('.built'), { recursive: true })
      // Separate entries, `dist/headless` and so on, have their own lists (`.ci/entries.mjs`).
      const name = basename(dir) === 'dist' ? 'bundled' : `bundled-${basename(dir)}`
      writeFileSync(at(`.built/${name}.json`), `${JSON.stringify(chunks, null, 1)}\n`)
    },
  }
}

/** Leaves dynamic imports as they are: Vite's helper would add `<link>` elements to the host page, and we have no CSS files. */
function plainImports(): Plugin {
  const helper = '\0vite/preload-helper.js'
  // Dynamic imports as the bundler writes them: of one module in a shared chunk, or of one in the same chunk.
  const taken = String.raw`import\([\`'"][^\`'"]+[\`'"]\)(?:\.then\([\w$]+=>[\w$]+\.[\w$]+\))?`
  const here = String.raw`Promise\.resolve\(\)\.then\(\(\)=>[\w$]+\)`
  const rest = String.raw`,(?:\[\]|void 0|__VITE_PRELOAD__)(?:,import\.meta\.url)?\)`
  const wrapped = new RegExp(String.raw`\b[\w$]+\(\(\)=>(${taken}|${here})${rest}`, 'g')
  // The bundler's destructuring of a dynamic import, which can be left out: the module itself has the same names.
  const picked = new RegExp(String.raw`\b[\w$]+\(async\(\)=>\{let(\{[^}]*\})=await (${taken});return\1\}${rest}`, 'g')
  // The helper does not use it, and hosts' bundlers would replace it by a path on the developer's disk.
  const place = /,(?:\[\]|void 0|__VITE_PRELOAD__),import\.meta\.url\)/g
  return {
    name: 'plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === helper ? 'export const __vitePreload = (load) => load()' : undefined),
    generateBundle(_, bundle) {
      for (const each of Object.values(bundle))
        if (each.type === 'chunk') each.code = each.code.replace(wrapped, '$1').replace(picked, '$2').replace(place, ')')
    },
  }
}

/**
 * Lists a module's exports, for dynamic imports, as the getters of an object. The bundler's own function for that would take
 * members that a page has added to `Object.prototype` for exports, and comes in half a kB with all that CommonJS needs.
 */
function plainExports(): Plugin {
  const listed = /\b__exportAll\(\{([^{}]*)\}\)/g
  const getter = /([\w$]+): \(\) => ([\w$]+)/g
  // What is then left of the import.
  const idle = /\bimport\s*["'`]\.\/rolldown-runtime-[^"'`]*["'`];?/
  return {
    name: 'plain-exports',
    apply: 'build',
    renderChunk(code) {
      const plain = code.replace(listed, (_, names: string) => `{${names.replace(getter, 'get $1() { return $2 }')}}`)
      if (/\b__exportAll\(/.test(plain)) this.error('Exports are not listed as this was written for')
      return plain
    },
    generateBundle(_, bundle) {
      for (const each of Object.values(bundle)) if (each.type === 'chunk') each.code = each.code.replace(idle, '')
    },
  }
}

/**
 * Keeps zod's settings out of globals, which a host's own zod would share with ours; and keeps zod from taking members that a page
 * has added to `Object.prototype` for its own or for those of parsed data.
 */
function ownZod(): Plugin {
  const shared = /\/zod\/v4\/core\/(core|registries)\.js$/
  const counting = /\/zod\/v4\/core\/(schemas|util)\.js$/
  return {
    name: 'own-zod',
    apply: 'build',
    transform(code, id) {
      if (shared.test(id)) return `const own = {};${code.replaceAll('globalThis', 'own')}`
      if (counting.test(id)) return code.replace(/for \(const (\w+) in (\w+)\)/g, 'for (const $1 of Object.keys($2))')
      return
    },
  }
}

/**
 * Hints the browser to compile an opening's chunks eagerly, off the main thread, while they arrive. Compiled lazily at their first
 * call, the functions would take half as long as everything else of the opening (https://v8.dev/docs/compile-hints; to other
 * engines it is a comment).
 */
function compiledBeside(): Plugin {
  return {
    name: 'compiled-beside',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const each of Object.values(bundle))
        if (each.type === 'chunk' && each.name !== 'holdings' && grouped.some(({ name }) => name === each.name))
          each.code = `//# allFunctionsCalledOnLoad\n${each.code}`
    },
  }
}

/** Source folders whose unit tests leave no state behind: their files share a thread, which loads the modules once. */
const plain = 'api|lib|locales|login-server|ui|views'
const plainTests = [`src/@(${plain})/**/*.test.{ts,tsx}`]
const otherTests = [
  ...['src/*.test.ts', `src/!(${plain})/**/*.test.{ts,tsx}`],
  ...['elements/**/*.test.ts', 'demo/**/*.test.ts', '.ci/**/*.test.mjs'],
]

export default defineConfig({
  root,
  // Chunks resolve from the script's own URL, on any origin and path.
  base: './',
  publicDir: false,
  clearScreen: false,
  define: { __VERSION__: JSON.stringify(version) },
  resolve: {
    alias: {
      ...(existsSync(guardedStorage) && { '@walletconnect/keyvaluestorage': guardedStorage }),
      // web3.js has the package; without this bn.js would get an empty stub of Node's module.
      buffer: createRequire(import.meta.url).resolve('buffer/'),
      pino: at('src/connectors/wallet-connect-logger.ts'),
      'text-encoding-utf-8': at('src/adapters/native-text.ts'),
    },
  },
  plugins: [
    plainImports(),
    ownZod(),
    plainReact(),
    compareWithReact(),
    plainExports(),
    compiledBeside(),
    graph(),
    coreInEntry(),
    smaller(),
  ],
  build: {
    outDir: 'dist',
    target: 'es2022',
    // An older target would rewrite `:dir()` and `light-dark()` into needless lists and variables.
    cssTarget: 'esnext',
    modulePreload: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    rollupOptions: {
      input: { 'wallet-modal': at('elements/index.ts') },
      preserveEntrySignatures: 'strict',
      // The last passes over the largest files take the longest, as intended.
      checks: { bundlerTimings: false },
      onLog(level, log, tell) {
        // viem imports a part of ox for Node, of which tree-shaking leaves nothing (checked by `graph`).
        if (!/ox\/_esm\/tempo\/.*virtualMasterPool/.test(log.message)) tell(level, log)
      },
      // sign-client uses a global Buffer, which the page must not get (FINDINGS §3).
      transform: { inject: { Buffer: [at('src/connectors/buffer-shim.ts'), 'Buffer'] } },
      output: {
        entryFileNames: '[name].js',
        // Seven characters suffice to tell versions apart; the entry lists every chunk, so each character counts.
        chunkFileNames: 'chunks/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            ...[...grouped, ...together].map(({ name, roots }, index) => ({ name, test: roots, priority: 100 - index })),
            // Virtual list and skeleton rows: inside the account's chunk they would make the activity list need all of it.
            { name: 'rows', test: /\/src\/ui\/(VirtualRows|SkeletonEntries)\.tsx$/, priority: 0 },
          ],
        },
      },
    },
  },
  test: {
    environment: 'node',
    testTimeout: process.env.SOAK === '1' ? 600_000 : 20_000,
    // If both sides of a WalletConnect session end it at the same moment, the SDK looks up the record it has just removed, in a task
    // whose rejection nobody can catch.
    onUnhandledError: ({ message = '', stack = '' }) =>
      !(/^Missing or invalid\. Record was recently deleted/.test(message) && /@walletconnect\/(sign-client|core)\//.test(stack)),
    // Processes would take longer to start.
    pool: 'threads',
    projects: [
      { extends: true, test: { name: 'plain', include: plainTests, isolate: false } },
      { extends: true, test: { name: 'apart', include: otherTests } },
    ],
  },
})
