import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))
const at = (path: string) => root + path
const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { version: string }

// Reading localStorage while being imported throws where storage is blocked; ours is guarded (ARCHITECTURE §15.11).
const guardedStorage = at('src/connectors/wallet-connect-storage.ts')
// What the script tag loads: the entry, and discovery, which runs on every page and would only be one more request.
// The group takes everything these import with them.
const loadedAtOnce = /\/elements\/index\.ts$|\/src\/connectors\/announced\.ts$/

/** Writes which modules each chunk holds and loads, for the size, licence and integrity checks. */
function graph(): Plugin {
  const relative = (id: string) => id.replace(/\?.*$/, '').replace(root, '')
  return {
    name: 'graph',
    apply: 'build',
    writeBundle(_, bundle) {
      const chunks = Object.values(bundle).flatMap((each) => {
        if (each.type !== 'chunk') return []
        const modules = Object.entries(each.modules).filter(([, { renderedLength }]) => renderedLength > 0)
        return {
          file: each.fileName,
          name: each.name,
          entry: each.isEntry,
          facade: each.facadeModuleId && relative(each.facadeModuleId),
          // Read from the text: `core` has lost one import since the bundler listed them.
          imports: each.imports.filter((file) => each.code.includes(basename(file))),
          dynamicImports: each.dynamicImports,
          modules: modules.map(([id, { renderedLength }]) => ({ id: relative(id), bytes: renderedLength })),
        }
      })
      const forNode = chunks.filter(({ modules }) => modules.some(({ id }) => id.includes('__vite-browser-external')))
      if (forNode.length > 0) this.error(`Node's own modules are needed in ${forNode.map(({ file }) => file).join(', ')}`)
      mkdirSync(at('.built'), { recursive: true })
      writeFileSync(at('.built/bundled.json'), `${JSON.stringify(chunks, null, 1)}\n`)
    },
  }
}

/** Leaves dynamic imports as they are: Vite's helper would add `<link>` elements to the host page, and we have no CSS files. */
function plainImports(): Plugin {
  const helper = '\0vite/preload-helper.js'
  return {
    name: 'plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === helper ? 'export const __vitePreload = (load) => load()' : undefined),
  }
}

/** Gives `core` its own copy of the one bundler function it needs, which would else be a request after its own. */
function selfContainedCore(): Plugin {
  const runtime = /import \{ \w+ as __exportAll \} from "[^"]*rolldown-runtime[^"]*";/
  const exportAll = `const __exportAll = (getters) => {
    const all = {}
    for (const name in getters) Object.defineProperty(all, name, { get: getters[name], enumerable: true })
    return all
  };`
  return {
    name: 'self-contained-core',
    apply: 'build',
    renderChunk: (code, chunk) => (chunk.name === 'core' ? code.replace(runtime, exportAll) : undefined),
  }
}

export default defineConfig({
  root,
  // Chunks resolve from the script's own URL, on whatever origin and path it is served.
  base: './',
  publicDir: false,
  clearScreen: false,
  define: { __VERSION__: JSON.stringify(version) },
  resolve: {
    alias: existsSync(guardedStorage) ? { '@walletconnect/keyvaluestorage': guardedStorage } : {},
  },
  plugins: [plainImports(), selfContainedCore(), graph()],
  build: {
    outDir: 'dist',
    target: 'es2022',
    modulePreload: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    rollupOptions: {
      input: { 'wallet-modal': at('elements/index.ts') },
      preserveEntrySignatures: 'strict',
      onLog(level, log, tell) {
        // viem names a part of ox that is for Node; none of it is left after tree-shaking (`graph` makes sure).
        if (!/ox\/_esm\/tempo\/.*virtualMasterPool/.test(log.message)) tell(level, log)
      },
      // sign-client names a global Buffer; the page must not get one (FINDINGS §3).
      transform: { inject: { Buffer: [at('src/connectors/buffer-shim.ts'), 'Buffer'] } },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
        // The entry must be a facade: were code in it, chunks would import `../wallet-modal.js`, and a page that
        // writes `wallet-modal.js?v=1` would load everything twice (ARCHITECTURE §9).
        codeSplitting: { groups: [{ name: 'core', test: loadedAtOnce }] },
      },
    },
  },
  test: {
    environment: 'node',
    testTimeout: process.env.SOAK === '1' ? 600_000 : 20_000,
    include: ['src/**/*.test.{ts,tsx}', 'elements/**/*.test.ts', 'demo/**/*.test.ts', '.ci/**/*.test.mjs'],
  },
})
