import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { build as bundle } from 'vite'
import { listModules } from './module-lists.mjs'
import { at, readJson, root, writeJson } from './root.mjs'

/** Packages that the bundle imports but does not need: its pages are prebuilt. */
const unneeded = ['vite']

/**
 * Builds what `npx wallet-modal-stack` runs: the local stack as one file, its pages, and the pinned list of its dependencies. These
 * are not in the package; the first run installs them.
 */
export async function buildStackTool(dist) {
  const folder = join(dist, 'stack')
  const { output } = await bundle({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'error',
    build: {
      ssr: at('demo/stack/index.ts'),
      outDir: join(folder, 'demo/stack'),
      minify: false,
      rollupOptions: { output: { entryFileNames: 'index.js', codeSplitting: false } },
    },
  })
  // Pages with their own build are prebuilt; the first run copies them to where the stack looks.
  for (const name of builtPages())
    await bundle({
      configFile: at('demo', name, 'vite.config.ts'),
      plugins: [listModules(`stack-${name}`)],
      build: { outDir: join(folder, 'demo', name, 'built'), emptyOutDir: true },
    })
  const pages = readdirSync(at('demo')).filter((name) => /\.html$|^(page|demo)[\w-]*\.(js|css)$/.test(name))
  for (const name of pages) copyFileSync(at('demo', name), join(folder, 'demo', name))
  mkdirSync(join(folder, 'demo'), { recursive: true })
  cpSync(at('.ci/stack-cli.mjs'), join(folder, 'cli.mjs'))
  const list = pinned(importsOf(output), readJson(at('package.json')))
  writeJson(join(folder, 'package.json'), list)
  writeJson(join(folder, 'package-lock.json'), prunedLock(readJson(at('package-lock.json')), list))
}

const builtPages = () =>
  readdirSync(at('demo')).filter((name) => name !== 'hosts' && existsSync(at('demo', name, 'vite.config.ts')))

/** Names of the packages that bundled chunks import, Node's own left out. */
export function importsOf(output) {
  const named = output.flatMap(({ imports = [], dynamicImports = [] }) => [...imports, ...dynamicImports])
  const packages = named
    .filter((name) => !/^[./]|^node:/.test(name) && !builtinModules.includes(name))
    .map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    )
  return [...new Set(packages)].filter((name) => !unneeded.includes(name)).sort()
}

function pinned(names, { version, devDependencies }) {
  // The chain's node and the entry point of smart accounts are resolved by name while the world starts, not imported.
  const all = [...names, '@account-abstraction/contracts', '@foundry-rs/anvil'].sort()
  const missing = all.filter((name) => !devDependencies[name])
  if (missing.length > 0) throw new Error(`The local world imports what package.json does not pin: ${missing.join(', ')}`)
  const dependencies = Object.fromEntries(all.map((name) => [name, devDependencies[name]]))
  return { name: 'wallet-modal-stack-packages', version, private: true, type: 'module', dependencies }
}

/** The part of a lockfile that these dependencies need, each package where it was. */
export function prunedLock({ packages, lockfileVersion }, { name, version, dependencies }) {
  const find = (from, wanted) => {
    for (let base = from; ; base = base.includes('/node_modules/') ? base.slice(0, base.lastIndexOf('/node_modules/')) : '') {
      const path = `${base ? `${base}/` : ''}node_modules/${wanted}`
      if (packages[path]) return path
      if (base === '') return undefined
    }
  }
  const kept = new Set(Object.keys(dependencies).flatMap((each) => find('', each) ?? []))
  for (const path of kept) {
    const { dependencies: own, optionalDependencies, peerDependencies } = packages[path]
    for (const each of Object.keys({ ...own, ...optionalDependencies, ...peerDependencies })) {
      const found = find(path, each)
      if (found) kept.add(found)
    }
  }
  // Development dependencies of this package are regular dependencies there.
  const entries = [...kept].sort().map((path) => {
    const { dev: _, devOptional, peer: _peer, ...entry } = packages[path]
    return [path, { ...entry, ...(devOptional && { optional: true }) }]
  })
  return {
    name,
    version,
    lockfileVersion,
    requires: true,
    packages: { '': { name, version, dependencies }, ...Object.fromEntries(entries) },
  }
}
