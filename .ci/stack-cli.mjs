#!/usr/bin/env node
// npx wallet-modal-stack: local chains, relay, provider API, login backend, wallet page. Prints one line of JSON with their URLs when all
// are ready; runs until a signal, or until npx ends. PORT: the demo page's port. STATE: a folder that stores the chains.
// WALLET_MODAL_STACK_HOME: folder for the packages that this needs; the first run installs them there.
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
// Solana's test ledger has no Windows build.
if (process.platform === 'win32')
  fail('The local chains have no build for Windows. Run this within WSL: https://learn.microsoft.com/windows/wsl')
const port = Number(process.env.PORT ?? 0)
if (!Number.isInteger(port) || port < 0 || port > 65535)
  fail(`PORT is ${JSON.stringify(process.env.PORT)}; a port number is expected.`)

// Checked here too, because the stack only reads it after the installation. An app's own scheme is an origin as well.
for (const text of (process.env.LOGIN_ORIGINS ?? '').split(/[\s,]+/).filter(Boolean))
  if (!URL.canParse(text) || !new URL(text).host)
    fail(`"${text}" in LOGIN_ORIGINS is no origin; write http://localhost:3000, for example.`)

/** The `.npmrc` lines on registry, credentials and proxy; how a project installs its own packages does not apply to ours. */
const registryLines = (folder) =>
  readFileSync(join(folder, '.npmrc'), 'utf8')
    .split('\n')
    .filter((line) =>
      /^\s*(\/\/[^=]*|@[^=]*:registry|registry|(https?-|no)?proxy|ca(file|\[\])?|cert|key|strict-ssl)\s*=/.test(line),
    )
    // npm reads them in the packages' folder, where a relative path would lead to another file or none.
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
// A copy that is already installed is run by the package's script, below.
const home = existsSync(join(here, 'ready')) ? here : join(homes, mark())

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

if (!existsSync(join(home, 'ready'))) {
  console.error(`Installing what the local world needs into ${home}, once …`)
  // Installed beside it first, so that an interrupted run leaves nothing half done.
  const making = `${home}.${process.pid}`
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making, { recursive: true })
  cpSync(here, making, { recursive: true })
  cpSync(join(here, '..'), join(making, 'dist'), { recursive: true, filter: (path) => path !== here })
  // Newer than the lockfile they were built from, so that nothing is rebuilt.
  const later = new Date(Date.now() + 1000)
  for (const name of readdirSync(join(making, 'demo')).filter((each) => existsSync(join(making, 'demo', each, 'built')))) {
    renameSync(join(making, 'demo', name, 'built'), join(making, 'demo', name, '.built'))
    utimesSync(join(making, 'demo', name, '.built/index.html'), later, later)
  }
  // npm reads the `.npmrc` of its working folder; it is only needed to reach the registry, and may contain a token.
  const project = process.env.npm_config_local_prefix || process.cwd()
  if (existsSync(join(project, '.npmrc'))) writeFileSync(join(making, '.npmrc'), registryLines(project), { mode: 0o600 })
  // Ctrl-C ends npm as well; the copied `.npmrc` is deleted before this process ends.
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
  // Another first run may have been quicker and be running from there.
  if (existsSync(join(home, 'ready'))) rmSync(making, { recursive: true, force: true })
  else {
    rmSync(home, { recursive: true, force: true })
    renameSync(making, home)
  }
  // A signal that npm did not get is only delivered now.
  await new Promise(setImmediate)
  for (const signal of signals) process.off(signal, breakOff)
}
try {
  utimesSync(home, new Date(), new Date())
  // Folders not started for a month belong to an earlier release or an interrupted run.
  for (const name of readdirSync(dirname(home)).filter((each) => /^[\da-f]{16}(\.\d+)?$/.test(each))) {
    const earlier = join(dirname(home), name)
    // In a folder that the user chose, other folders may have such names too.
    const isOurs = existsSync(join(earlier, 'cli.mjs'))
    if (isOurs && Date.now() - statSync(earlier).mtimeMs > MONTH_MS) rmSync(earlier, { recursive: true, force: true })
  }
} catch {
  // A read-only folder is maintained by its owner.
}

// Yarn's Plug'n'Play only finds the project's packages, in every process that inherits its options.
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
  // Ending npx also ends the shell in between, without a signal to this process. An npm script may leave it running on purpose.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event === 'npx') setInterval(() => process.ppid !== parent && end(), 1000).unref()
  const { urls } = await starting
  if (!ending) console.log(JSON.stringify(urls))
} catch (error) {
  fail(error.name === 'PortTaken' ? error.message : String(error.stack ?? error))
}
