import { spawnSync } from 'node:child_process'
import { isDebianRoot } from './apt.mjs'

const LIMIT_MS = 120_000

/**
 * Installs Debian's redis-server if it is missing and we may; the tests of several login backends need it, and are reported as
 * skipped without it. Ends the process with a message if nothing may be skipped, as before a release.
 */
export function ensureRedis() {
  if (isThere()) return
  const may = isDebianRoot()
  if (may) install()
  if (isThere()) return
  if (process.env.NOTHING_SKIPPED === '1') {
    console.error('redis-server is missing, and nothing may be skipped: apt-get install redis-server')
    process.exit(1)
  }
  if (may) console.log('It could not be installed; the tests that need it are skipped.')
}

function install() {
  console.log('Installing redis-server with apt-get …')
  // The package would otherwise start a server on the usual port.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const options = { timeout: LIMIT_MS, stdio: 'ignore', env }
  spawnSync('apt-get', ['update', '-qq'], options)
  const wanted = ['install', '-y', '-qq', '--no-install-recommends', 'redis-server']
  spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=120', ...wanted], options)
}

const isThere = () => spawnSync('redis-server', ['--version'], { timeout: 10_000 }).status === 0
