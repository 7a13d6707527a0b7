import { spawn } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

/**
 * Prepares a fresh clone so that the stack can start: installs the packages, and builds `dist/` if it is missing or older
 * than its sources. Resolves to whether both worked; the tools' output goes to standard error. Ends the process with a
 * message on platforms without the stack.
 */
export async function prepare() {
  // Solana's test ledger has no Windows build.
  if (process.platform === 'win32') {
    console.error('The local chains have no build for Windows. Run this within WSL: https://learn.microsoft.com/windows/wsl')
    process.exit(1)
  }
  if (!(await run('.ci/install.mjs'))) return false
  if (isBuilt()) return true
  console.error('Building dist/, which takes a minute or two …')
  return run('.ci/build.mjs')
}

/** Starts the local stack; imported late, because it needs the packages. Resolves to its URLs and a function that stops it. */
export async function start(options) {
  const { register } = await import('tsx/esm/api')
  register()
  const { startStack } = await import('./stack/index.ts')
  return startStack(options)
}

/** Runs `stop` once at the first signal, or when the npm that started us is gone, and then ends the process. */
export function stopAtEnd(stop) {
  let stopping = false
  const end = async () => {
    if (stopping) return
    stopping = true
    await stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
  const parent = process.ppid
  // Another npm script may leave it running on purpose.
  if (/^(start|stack)$/.test(process.env.npm_lifecycle_event ?? ''))
    setInterval(() => process.ppid !== parent && end(), 1000).unref()
}

/** The port in PORT, or `otherwise`. Ends the process with a message if it is not a port. */
export function portFromEnvironment(otherwise) {
  const port = Number(process.env.PORT ?? otherwise)
  if (Number.isInteger(port) && port >= 0 && port < 65536) return port
  console.error(`PORT is ${JSON.stringify(process.env.PORT)}; a number from 1 to 65535 is expected, for example PORT=4200.`)
  return process.exit(1)
}

function run(script) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, script)], { cwd: root, stdio: ['ignore', 2, 2] })
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
  })
}

function isBuilt() {
  const built = join(root, 'dist', 'integrity.json')
  if (!existsSync(built)) return false
  const sources = ['src', 'elements', 'demo/docs'].flatMap((folder) => filesIn(join(root, folder)))
  const all = [...sources, ...['vite.config.ts', 'package-lock.json', '.ci/build.mjs'].map((file) => join(root, file))]
  const { mtimeMs } = statSync(built)
  return all.every((file) => !existsSync(file) || statSync(file).mtimeMs <= mtimeMs)
}

function filesIn(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return entries.map((entry) => join(entry.parentPath ?? entry.path, entry.name)).filter((file) => !/\.test\.tsx?$/.test(file))
}
