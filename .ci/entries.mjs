import { join } from 'node:path'
import { build as bundle, loadConfigFromFile } from 'vite'
import { listModules } from './module-lists.mjs'
import { at, root } from './root.mjs'
import { buildStackTool } from './stack-package.mjs'

/** Builds the package's other entries, each complete by itself: `headless`, `testing` and `login-server`. Rejects if one fails. */
export async function buildEntries(dist) {
  await buildHeadless(join(dist, 'headless'))
  await buildTesting(join(dist, 'testing'))
  await buildLoginServer(dist)
  await buildStackTool(dist)
}

/** Builds like the element, without its grouping of chunks. */
async function likeTheElement(outDir, rollupOptions) {
  // Loaded again each time: a build modifies the list of plugins that it gets.
  const { config } = await loadConfigFromFile({ command: 'build', mode: 'production' }, at('vite.config.ts'), root, 'silent')
  const { build } = config
  const own = { ...build, outDir, emptyOutDir: true, rollupOptions: { ...build.rollupOptions, ...rollupOptions } }
  return { ...config, configFile: false, logLevel: 'warn', build: own }
}

const output = { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' }

/** Leaves out what our own views do after a connection. */
const withoutScreens = {
  name: 'without-screens',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === './follow-connection' && importer?.endsWith('/controllers/live.ts')
      ? at('src/headless/follow-connection.ts')
      : undefined,
}

async function buildHeadless(outDir) {
  // One request before a wallet is chosen, and one with the choice.
  const groups = [
    { name: 'index', test: /\/src\/headless\//, priority: 2 },
    { name: 'live', test: /\/src\/(controllers\/live|connectors\/(announced|injected|wallet-connect))\.ts$/, priority: 1 },
  ]
  const input = { index: at('src/headless/index.ts') }
  const config = await likeTheElement(outDir, { input, output: { ...output, codeSplitting: { groups } } })
  await bundle({ ...config, plugins: [withoutScreens, ...config.plugins] })
}

async function buildTesting(outDir) {
  await bundle(await likeTheElement(outDir, { input: { index: at('src/testing/index.ts') }, output }))
  const shared = { configFile: false, root, publicDir: false, logLevel: 'warn' }
  // Node has no WebSocket before 22: there the wallet's relay client includes one.
  await bundle({
    ...shared,
    plugins: [listModules('testing-node')],
    ssr: { noExternal: true },
    build: {
      ssr: at('src/testing/index.ts'),
      outDir,
      emptyOutDir: false,
      rollupOptions: { output: { entryFileNames: 'node.js', codeSplitting: false } },
    },
  })
  await bundle({
    ...shared,
    plugins: [listModules('testing-page-script')],
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      rollupOptions: { input: { 'page-script': at('src/testing/page-script.ts') }, output: { ...output, format: 'iife' } },
    },
  })
}

/** What a Node backend imports: one file that needs nothing but Node. */
async function buildLoginServer(dist) {
  const output = { entryFileNames: 'login-server.js', codeSplitting: false }
  const build = { ssr: at('src/login-server/index.ts'), outDir: dist, emptyOutDir: false, rollupOptions: { output } }
  const plugins = [listModules('login-server')]
  await bundle({ configFile: false, root, publicDir: false, logLevel: 'warn', plugins, ssr: { noExternal: true }, build })
}
