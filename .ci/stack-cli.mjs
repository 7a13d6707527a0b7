#!/usr/bin/env node
// npx wallet-modal-stack: local chains, relay, provider API, login backend, wallet page. Prints one line of JSON with their URLs when all
// is ready; runs until a signal, or until npx is ended. PORT: the demo page's port. STATE: a folder that keeps the chains.
// WALLET_MODAL_STACK_HOME: where the packages that this needs are kept; they are installed there by the first run.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const MONTH_MS = 30 * 24 * 3_600_000
const here = dirname(fileURLToPath(import.meta.url))
const fail = (sentence) => {
  console.error(sentence)
  process.exit(1)
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) fail(`This is Node ${process.versions.node}; Node 20.19 or newer is needed.`)
const [word] = process.argv.slice(2)
if (word) {
  const usage = `npx wallet-modal-stack takes no words. What it heeds stands in its environment:
  PORT=4200      the demo page's port, else a free one: PORT=4200 npx wallet-modal-stack
  STATE=folder   keeps the chains there between runs
  LOGIN_ORIGINS=http://localhost:3000   pages of your own that may use its login backend
  WALLET_MODAL_STACK_HOME=folder        where the packages that it needs are kept, else in your cache`
  if (!/^(-h|--help)$/.test(word)) fail(usage)
  console.log(usage)
  process.exit(0)
}
// Solana's ledger has none.
if (process.platform === 'win32')
  fail('The local chains have no build for Windows. Run this within WSL: https://learn.microsoft.com/windows/wsl')
const port = Number(process.env.PORT ?? 0)
if (!Number.isInteger(port) || port < 0 || port > 65535)
  fail(`PORT is ${JSON.stringify(process.env.PORT)}; a port number is expected.`)

// The world reads it too, once it is installed. An app's own scheme is an origin as well.
for (const text of (process.env.LOGIN_ORIGINS ?? '').split(/[\s,]+/).filter(Boolean))
  if (!URL.canParse(text) || !new URL(text).host)
    fail(`"${text}" in LOGIN_ORIGINS is no origin; write http://localhost:3000, for example.`)

/** Where packages come from, who may have them, and the way there; how a project installs its own is nothing to ours. */
const registryLines = (folder) =>
  readFileSync(join(folder, '.npmrc'), 'utf8')
    .split('\n')
    .filter((line) =>
      /^\s*(\/\/[^=]*|@[^=]*:registry|registry|(https?-|no)?proxy|ca(file|\[\])?|cert|key|strict-ssl)\s*=/.test(line),
    )
    // Read from the folder of the packages, a relative file would be another one, or none.
    .map((line) =>
      line.replace(/^(.*\b(?:ca|cert|key)file\s*=\s*)(?![\s/~$"'])(.+)$/, (_, key, file) => key + resolve(folder, file)),
    )
    .join('\n')

const mark = () =>
  ['package-lock.json', 'demo/stack/index.js', '../integrity.json']
    .reduce((hash, file) => hash.update(readFileSync(join(here, file))), createHash('sha256'))
    .digest('hex')
    .slice(0, 16)
const caches = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
const homes = process.env.WALLET_MODAL_STACK_HOME || join(caches, 'wallet-modal-stack')
// The copy that stands there already is run by the package's own, below.
const home = existsSync(join(here, 'ready')) ? here : join(homes, mark())

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

if (!existsSync(join(home, 'ready'))) {
  console.error(`Installing what the local world needs into ${home}, once …`)
  // Beside it first: a run that is broken off leaves nothing half done.
  const making = `${home}.${process.pid}`
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making, { recursive: true })
  cpSync(here, making, { recursive: true })
  cpSync(join(here, '..'), join(making, 'dist'), { recursive: true, filter: (path) => path !== here })
  // Newer than the list they were built from, so that nothing is built again.
  const later = new Date(Date.now() + 1000)
  for (const name of readdirSync(join(making, 'demo')).filter((each) => existsSync(join(making, 'demo', each, 'built')))) {
    renameSync(join(making, 'demo', name, 'built'), join(making, 'demo', name, '.built'))
    utimesSync(join(making, 'demo', name, '.built/index.html'), later, later)
  }
  // npm reads the one of the folder that it works in; here it is needed for the way to the registry alone, and may hold a token.
  const project = process.env.npm_config_local_prefix || process.cwd()
  if (existsSync(join(project, '.npmrc'))) writeFileSync(join(making, '.npmrc'), registryLines(project), { mode: 0o600 })
  // Whoever breaks it off ends npm as well; what it has read is taken away before this ends.
  const breakOff = () => process.exit(1)
  for (const signal of signals) process.on(signal, breakOff)
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
  const { status, error } = spawnSync('npm', args, { cwd: making, stdio: ['ignore', 2, 2] })
  if (status !== 0) {
    rmSync(making, { recursive: true, force: true })
    fail(
      error
        ? `The packages could not be installed, since npm did not start: ${error.message}`
        : 'The packages could not be installed. The first run needs the npm registry: connect to the network and try again.',
    )
  }
  rmSync(join(making, '.npmrc'), { force: true })
  writeFileSync(join(making, 'ready'), '')
  // Another first run may have been quicker, and its world works from there.
  if (existsSync(join(home, 'ready'))) rmSync(making, { recursive: true, force: true })
  else {
    rmSync(home, { recursive: true, force: true })
    renameSync(making, home)
  }
  // A signal that npm did not get is heard only now.
  await new Promise(setImmediate)
  for (const signal of signals) process.off(signal, breakOff)
}
try {
  utimesSync(home, new Date(), new Date())
  // What nobody has started for a month is of an earlier release, or of a run that was broken off.
  for (const name of readdirSync(dirname(home)).filter((each) => /^[\da-f]{16}(\.\d+)?$/.test(each))) {
    const earlier = join(dirname(home), name)
    // In a folder that somebody has named, others may have such names too.
    const isOurs = existsSync(join(earlier, 'cli.mjs'))
    if (isOurs && Date.now() - statSync(earlier).mtimeMs > MONTH_MS) rmSync(earlier, { recursive: true, force: true })
  }
} catch {
  // Whoever keeps a folder that may only be read looks after it.
}

// Yarn's Plug'n'Play finds the packages of the project alone, in every process that its options reach.
if (process.versions.pnp && home !== here) {
  const { NODE_OPTIONS: _, ...env } = process.env
  const world = spawn(process.execPath, [join(home, 'cli.mjs')], { env, stdio: 'inherit' })
  for (const signal of signals) process.on(signal, () => world.kill(signal))
  const [code] = await once(world, 'exit')
  process.exit(code ?? 1)
}
try {
  const starting = import(pathToFileURL(join(home, 'demo/stack/index.js')).href).then(({ startStack }) =>
    startStack({ port, state: process.env.STATE }),
  )
  let ending = false
  const end = async () => {
    if (ending) return
    ending = true
    await (await starting).stop()
    process.exit(0)
  }
  for (const signal of signals) process.on(signal, end)
  // Who ends npx ends the shell between them too, and tells nobody. A script of npm's own may leave it at work on purpose.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event === 'npx') setInterval(() => process.ppid !== parent && end(), 1000).unref()
  const { urls } = await starting
  if (!ending) console.log(JSON.stringify(urls))
} catch (error) {
  fail(error.name === 'PortTaken' ? error.message : String(error.stack ?? error))
}
