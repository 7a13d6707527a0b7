import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { defineConfig } from 'vitest/config'
import { coreInEntry } from './.ci/core-in-entry.ts'
import { plainReact } from './.ci/plain-react.ts'
import { smaller } from './.ci/smaller.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const at = (path: string) => root + path
const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { version: string }

// Reading localStorage while being imported throws where storage is blocked; ours is guarded (ARCHITECTURE §15.11).
const guardedStorage = at('src/connectors/wallet-connect-storage.ts')
/**
 * Five chunks by what brings them, each with everything its roots import that an earlier one lacks: the script tag; a
 * stored session, a method call or the first opening, without React; the first frame of that; the first opening; the account, again without React.
 * Left to itself the bundler makes a request of every overlap between two views.
 */
const grouped = [
  { name: 'core', roots: /\/elements\/index\.ts$/ },
  {
    name: 'live',
    // What follows a connection needs the last three, and so does e-mail; they must not bring the views.
    roots:
      /\/src\/(controllers\/(live|recent-wallets|select-wallet)|connectors\/(announced|injected|wallet-connect)|lib\/(auth-id|is-offline|platform|wallet))\.ts$/,
  },
  { name: 'first', roots: /\/src\/views\/first-frame\.ts$/ },
  { name: 'modal', roots: /\/elements\/wallet-modal-views\.tsx$|\/src\/views\/Connect\.tsx$/ },
  { name: 'holdings', roots: /\/src\/(controllers\/(shown-account|shown-history)|lib\/transaction)\.ts$/ },
]

/** What is small and needed by the same: by every wallet and chain, by most views, when an opening is over, by whoever shows a code. */
const together = [
  { name: 'errors', roots: /\/src\/lib\/(later-errors|rpc-errors)\.ts$/ },
  // Needed without the views that share the rest.
  ...[
    'locales/en',
    'lib/error-help',
    'lib/deep-link',
    'controllers/explorer',
    'ui/CopyButton',
    'ui/Ring',
    'views/in-language',
    'views/words-for',
  ].map((path) => ({
    name: basename(path),
    roots: new RegExp(`/src/${path}\\.tsx?$`),
  })),
  {
    name: 'shared',
    roots:
      /\/src\/(ui\/(Note|Status|Engraving|EngravingLines|settled|roving|list-keys)|views\/(titled|use-messages|use-network|use-now|use-said)|lib\/(duration|engraving)|controllers\/store-link)\.tsx?$/,
  },
  // Words and the one way to ask for them.
  { name: 'money-errors', roots: /\/src\/(lib\/money-errors|views\/money\/money-words)\.ts$/ },
  { name: 'en-money', roots: /\/src\/views\/money\/use-money-messages\.ts$/ },
  { name: 'base58', roots: /\/src\/lib\/(base58|looks-like-name|typed)\.ts$/ },
  { name: 'en-embedded', roots: /\/src\/views\/use-embedded-messages\.ts$/ },
  { name: 'en-sessions', roots: /\/src\/views\/use-session-messages\.ts$/ },
  { name: 'en-trade', roots: /\/src\/views\/money\/use-trade-messages\.ts$/ },
  { name: 'amounts', roots: /\/src\/lib\/(decimal|short-figures)\.ts$/ },
  { name: 'embedded', roots: /\/src\/(state\/embedded|lib\/social)\.ts$/ },
  { name: 'embedded-errors', roots: /\/src\/lib\/embedded-errors\.ts$/ },
  { name: 'embedded-account', roots: /\/src\/controllers\/(embedded|account-type)\.ts$/ },
  { name: 'after', roots: /\/src\/(ui\/(height|icons-more)|views\/(ahead|Message))\.tsx?$/ },
  { name: 'code', roots: /\/src\/(views\/PairingCode|ui\/Qr)\.tsx?$/ },
]

/** Writes which modules each chunk holds and loads, for the size, licence and integrity checks. */
function graph(): Plugin {
  const relative = (id: string) => id.replace(/\?.*$/, '').replace(root, '')
  /** What is written into the entry later. */
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
          // Read from the text: the grouped chunks have lost an import since the bundler listed them.
          imports: each.imports.filter((file) => each.code.includes(basename(file))),
          dynamicImports: held.dynamicImports,
          modules: modules.map(([id, { renderedLength }]) => ({ id: relative(id), bytes: renderedLength })),
        }
      })
      const forNode = chunks.filter(({ modules }) => modules.some(({ id }) => id.includes('__vite-browser-external')))
      if (forNode.length > 0) this.error(`Node's own modules are needed in ${forNode.map(({ file }) => file).join(', ')}`)
      mkdirSync(at('.built'), { recursive: true })
      // Entries of their own, `dist/headless` and so on, have lists of their own (`.ci/entries.mjs`).
      const name = basename(dir) === 'dist' ? 'bundled' : `bundled-${basename(dir)}`
      writeFileSync(at(`.built/${name}.json`), `${JSON.stringify(chunks, null, 1)}\n`)
    },
  }
}

/** Leaves dynamic imports as they are: Vite's helper would add `<link>` elements to the host page, and we have no CSS files. */
function plainImports(): Plugin {
  const helper = '\0vite/preload-helper.js'
  // Of a chunk that holds several modules one is taken out; one that is in the same chunk is there already.
  const taken = String.raw`import\([\`'"][^\`'"]+[\`'"]\)(?:\.then\([\w$]+=>[\w$]+\.[\w$]+\))?`
  const here = String.raw`Promise\.resolve\(\)\.then\(\(\)=>[\w$]+\)`
  const rest = String.raw`,(?:\[\]|void 0|__VITE_PRELOAD__)(?:,import\.meta\.url)?\)`
  const wrapped = new RegExp(String.raw`\b[\w$]+\(\(\)=>(${taken}|${here})${rest}`, 'g')
  // Written so for the bundler to see what is wanted of the module; the whole of it has the same by the same names.
  const picked = new RegExp(String.raw`\b[\w$]+\(async\(\)=>\{let(\{[^}]*\})=await (${taken});return\1\}${rest}`, 'g')
  // The helper has no use for it, and bundlers of hosts write the path of a file on a developer's disk there.
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
 * The runtime's list of a module's exports, without what `Object.prototype` has been given by the page: a getter that is none
 * would keep every chunk from loading. It does without the tag that nobody reads.
 */
function withOwnMembers(code: string): string {
  const exporting =
    /for\(var (\w+) in (\w+)\)(\w+\((\w+),\1,\{get:\2\[\1\],enumerable:!0\}\));return \w+\|\|\w+\(\4,Symbol\.toStringTag,\{value:.Module.\}\),\4/
  return code.replace(exporting, 'for(var $1 of Object.keys($2))$3;return $4')
}

/** Gives each of the grouped chunks the bundler's runtime (half a kB), which would else be a request after its own. */
function ownRuntime(): Plugin {
  const isRuntime = /(^|\/)rolldown-runtime-[^/]*\.js$/
  const asObject = (names: string, order: (local: string, shared: string) => string) =>
    names.split(',').map((pair) => order(...(pair.trim().split(' as ') as [string, string])))
  return {
    name: 'own-runtime',
    apply: 'build',
    generateBundle(_, bundle) {
      const runtime = Object.values(bundle).find((each) => each.type === 'chunk' && isRuntime.test(each.fileName))
      if (runtime?.type !== 'chunk') return
      runtime.code = withOwnMembers(runtime.code)
      const body = runtime.code.replace(/export\s*\{([^}]*)\};?/, (_, names: string) => {
        return `return{${asObject(names, (local, shared) => `${shared}:${local}`)}}`
      })
      for (const each of Object.values(bundle)) {
        if (each.type !== 'chunk' || !grouped.some(({ name }) => name === each.name)) continue
        each.code = each.code.replace(
          /import\s*\{([^}]*)\}\s*from\s*["']\.\/rolldown-runtime-[^"']*["'];?/,
          (_, names: string) => {
            return `const{${asObject(names, (shared, local) => `${shared}:${local}`)}}=(()=>{${body.trim()}})();`
          },
        )
      }
    },
  }
}

/**
 * zod keeps its settings in globals, which a host page with a zod of its own would then share with us; ours stay here. And it
 * counts as a member of its tables, and of what it parses, whatever `Object.prototype` has been given by the page.
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
 * Asks the browser to compile the chunks of an opening whole and beside the page's own thread while they arrive; one by one and at
 * their first call the functions of an opening cost the page half as long as everything else about it
 * (https://v8.dev/docs/compile-hints; other engines read a comment).
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

/** Folders of the source whose unit tests leave nothing behind: a thread reads their modules once for all files that it is given. */
const plain = 'api|lib|locales|login-server|ui|views'
const plainTests = [`src/@(${plain})/**/*.test.{ts,tsx}`]
const otherTests = [
  ...['src/*.test.ts', `src/!(${plain})/**/*.test.{ts,tsx}`],
  ...['elements/**/*.test.ts', 'demo/**/*.test.ts', '.ci/**/*.test.mjs'],
]

export default defineConfig({
  root,
  // Chunks resolve from the script's own URL, on whatever origin and path it is served.
  base: './',
  publicDir: false,
  clearScreen: false,
  define: { __VERSION__: JSON.stringify(version) },
  resolve: {
    alias: {
      ...(existsSync(guardedStorage) && { '@walletconnect/keyvaluestorage': guardedStorage }),
      // web3.js brings the package; bn.js below it would get an empty module of Node's instead.
      buffer: createRequire(import.meta.url).resolve('buffer/'),
      pino: at('src/connectors/wallet-connect-logger.ts'),
      'text-encoding-utf-8': at('src/adapters/native-text.ts'),
    },
  },
  plugins: [plainImports(), ownZod(), plainReact(), ownRuntime(), compiledBeside(), graph(), coreInEntry(), smaller()],
  build: {
    outDir: 'dist',
    target: 'es2022',
    // An older target rewrites `:dir()` and `light-dark()` into lists and variables that nobody needs.
    cssTarget: 'esnext',
    modulePreload: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    rollupOptions: {
      input: { 'wallet-modal': at('elements/index.ts') },
      preserveEntrySignatures: 'strict',
      // Going over the largest files once more takes longer than all else, and is meant to.
      checks: { bundlerTimings: false },
      onLog(level, log, tell) {
        // viem names a part of ox that is for Node; none of it is left after tree-shaking (`graph` makes sure).
        if (!/ox\/_esm\/tempo\/.*virtualMasterPool/.test(log.message)) tell(level, log)
      },
      // sign-client names a global Buffer; the page must not get one (FINDINGS §3).
      transform: { inject: { Buffer: [at('src/connectors/buffer-shim.ts'), 'Buffer'] } },
      output: {
        entryFileNames: '[name].js',
        // Seven characters beside the name tell a file's versions apart; the entry lists every chunk, so each character counts.
        chunkFileNames: 'chunks/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            ...[...grouped, ...together].map(({ name, roots }, index) => ({ name, test: roots, priority: 100 - index })),
            // A list and what stands there until it comes; left with the account, the list of activity would need all of that.
            { name: 'rows', test: /\/src\/ui\/(VirtualRows|SkeletonEntries)\.tsx$/, priority: 0 },
          ],
        },
      },
    },
  },
  test: {
    environment: 'node',
    testTimeout: process.env.SOAK === '1' ? 600_000 : 20_000,
    // Where both sides of a WalletConnect session end it in the same moment, the SDK looks for what it has just removed, in a task
    // of its own that nobody else can catch.
    onUnhandledError: ({ message = '', stack = '' }) =>
      !(/^Missing or invalid\. Record was recently deleted/.test(message) && /@walletconnect\/(sign-client|core)\//.test(stack)),
    // A process for each file would take longer to start.
    pool: 'threads',
    projects: [
      { extends: true, test: { name: 'plain', include: plainTests, isolate: false } },
      { extends: true, test: { name: 'apart', include: otherTests } },
    ],
  },
})
