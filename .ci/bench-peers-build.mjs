import { existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { filesOf, serveFiles } from './bench-server.mjs'
import { filesIn } from './build.mjs'
import { run } from './command.mjs'
import { missing } from './install.mjs'
import { at, readJson } from './root.mjs'

const folder = at('.ci/peers')
const built = at('.built/bench-peers')

/**
 * What is measured: the two floors, ours, and the peers. Each only has to show a button and connect the one
 * wallet that the visitor has. `packages` are what a host installs for it; `chain` is EVM unless given.
 */
export const subjects = [
  { name: 'empty element', entry: 'empty.js', body: '<x-connect></x-connect>' },
  { name: 'r2wc hello', entry: 'r2wc.js', body: '<x-connect></x-connect>' },
  { name: 'wallet-modal', body: '<wallet-modal networks="eip155:1"></wallet-modal><wallet-button></wallet-button>' },
  {
    name: 'Solana wallet-adapter',
    entry: 'solana.js',
    chain: 'solana',
    packages: ['react-dom', '@solana/wallet-adapter-react-ui'],
  },
  { name: 'TonConnect UI', entry: 'tonconnect.js', chain: 'ton', packages: ['@tonconnect/ui'] },
  { name: 'Web3-Onboard', entry: 'web3-onboard.js', packages: ['@web3-onboard/core', '@web3-onboard/injected-wallets'] },
  {
    name: 'RainbowKit',
    entry: 'rainbowkit.js',
    packages: ['react-dom', 'wagmi', 'viem', '@tanstack/react-query', '@rainbow-me/rainbowkit'],
  },
  { name: 'AppKit 1.7.3', entry: 'appkit.js', packages: ['ethers', '@reown/appkit', '@reown/appkit-adapter-ethers'] },
]

/** Installs the peers into a folder of their own, which nothing else in the project reads; resolves to whether they are installed. */
export async function installPeers() {
  const lacks = missing(readJson(join(folder, 'package-lock.json')), readJson(join(folder, 'node_modules/.package-lock.json')))
  if (lacks.length === 0) return true
  console.log(`Installing what is measured into .ci/peers (${lacks.length} packages, about 1.3 GB) …`)
  // Their scripts do not run; their peer dependencies are in the list.
  const flags = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
  return (await run('npm', ['ci', '--prefix', folder, ...flags], { minutes: 15 })) === 0
}

/** Builds each subject into a static page, like a host's production build. */
export async function buildPeers(chosen) {
  const { build } = await import('vite')
  for (const { name, entry } of [...chosen, { name: 'wallets', entry: 'wallets.js' }]) {
    if (!entry) continue
    await build({
      configFile: false,
      logLevel: 'error',
      root: folder,
      base: `/${pathOf(name)}/`,
      publicDir: false,
      define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
      // The floor uses the same React as ours.
      resolve:
        entry === 'r2wc.js'
          ? { alias: { react: at('node_modules/react'), 'react-dom': at('node_modules/react-dom') } }
          : { dedupe: ['react', 'react-dom', 'viem', '@solana/web3.js'] },
      build: {
        outDir: join(built, pathOf(name)),
        emptyOutDir: true,
        chunkSizeWarningLimit: 10_000,
        rollupOptions: { input: join(folder, 'src', entry), output: { entryFileNames: 'main.js' } },
      },
    })
  }
}

export const pathOf = (name) => name.replaceAll(/[ .]/g, '-')

function html({ name, entry, chain, body }) {
  const path = `/${pathOf(name)}`
  const sheet = entry && `assets/${basename(entry, '.js')}-`
  const styles = sheet ? filesIn(join(built, pathOf(name))).filter((file) => file.startsWith(sheet) && file.endsWith('.css')) : []
  const links = styles.map((file) => `<link rel="stylesheet" href="${path}/${file}">`).join('')
  // Ours is a host page with the release beside it.
  const ours = `<script>window.subject = (() => { const all = [...document.querySelectorAll('wallet-modal, wallet-button')], place = all[0].parentElement
    return { remove: () => all.forEach((each) => each.remove()), add: () => place.append(...all), close: () => all[0].close() } })()</script>`
  const script = entry ? `${path}/main.js` : '/dist/wallet-modal.js'
  return `<!doctype html><html lang="en"${chain ? ` data-chain="${chain}"` : ''}><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Bench</title>
    <link rel="icon" href="data:,">${links}<script src="/wallets/main.js" type="module"></script><script type="module" src="${script}"></script>
    <main><h1>Bench</h1><div id="place">${body ?? ''}</div></main>${entry ? '' : ours}</html>`
}

/** Serves the pages and all built files, without anything that could slow down one subject more than another. */
export const servePeers = (chosen) =>
  serveFiles(
    [
      ['/blank', '<!doctype html><title>blank</title>'],
      ['/manifest.json', '{"url":"http://localhost","name":"Bench","iconUrl":"http://localhost/icon.png"}'],
      ...chosen.map((subject) => [`/${pathOf(subject.name)}`, html(subject)]),
      ...filesOf('/', built),
      ...filesOf('/dist/', at('dist')),
    ],
    'gzip',
  )

const sizeOf = (path) => {
  const stat = lstatSync(path)
  if (!stat.isDirectory()) return stat.size
  return readdirSync(path).reduce((sum, name) => (name === 'node_modules' ? sum : sum + sizeOf(join(path, name))), 0)
}

/** Bytes on a host's disk for these packages and all their dependencies; for ours, what is published. */
export function installedSize({ entry, packages }) {
  if (!entry) return ['dist', 'README.md', 'LICENSE', 'package.json'].reduce((sum, name) => sum + sizeOf(at(name)), 0)
  if (!packages) return undefined
  const seen = new Map()
  const visit = (name, from) => {
    for (let up = from; up.startsWith(folder); up = dirname(up)) {
      const path = join(up, 'node_modules', name)
      if (!existsSync(join(path, 'package.json'))) continue
      const real = realpathSync(path)
      if (seen.has(real)) return
      seen.set(real, sizeOf(real))
      for (const dependency of Object.keys(readJson(join(real, 'package.json')).dependencies ?? {})) visit(dependency, path)
      return
    }
  }
  for (const name of packages) visit(name, folder)
  return [...seen.values()].reduce((sum, bytes) => sum + bytes, 0)
}
