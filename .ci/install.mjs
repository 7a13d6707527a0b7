import { lstatSync } from 'node:fs'
import { run } from './command.mjs'
import { at, isMain, readJson } from './root.mjs'

const least = [20, 19]

/** Ends the process with a message if this Node is too old. */
export function checkNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > least[0] || (major === least[0] && minor >= least[1])) return
  console.error(
    `This is Node ${version}; Node ${least.join('.')} or newer is needed. Get it from https://nodejs.org or your package manager.`,
  )
  process.exit(1)
}

/** The packages of a lockfile that are missing from npm's own list inside node_modules, or are there in another version. */
export function missing(lockfile, installed) {
  const wanted = Object.entries(lockfile?.packages ?? {}).filter(([path, { optional, link }]) => path && !optional && !link)
  return wanted.filter(([path, { version }]) => installed?.packages?.[path]?.version !== version).map(([path]) => path)
}

/** Installs the locked packages if any is missing; ends the process with a message if that fails. */
export async function ensureInstalled() {
  checkNode()
  const lacks = missing(readJson(at('package-lock.json')), readJson(at('node_modules/.package-lock.json')))
  if (lacks.length === 0) return
  // npm ci empties the folder first; behind a link that would be another project's.
  if (lstatSync(at('node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    console.error(`node_modules is a link, and ${lacks.length} packages are missing behind it. Run npm ci where it leads.`)
    process.exit(1)
  }
  console.log(`Installing packages with npm ci (${lacks.length} missing) …`)
  const code = await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'], {
    minutes: 15,
  })
  if (code === 0) return
  console.error(
    'The packages could not be installed. npm ci needs the npm registry once: connect to the network and try again, ' +
      'or copy node_modules from a checkout with the same package-lock.json.',
  )
  process.exit(1)
}

if (isMain(import.meta.url)) await ensureInstalled()
