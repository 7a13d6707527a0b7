import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const LIMIT_MS = 120_000

/**
 * Installs Debian's redis-server where it is missing and we may; the tests of several login backends need one. Never fails:
 * without it they say that they were skipped.
 */
export function ensureRedis() {
  if (isThere()) return
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !isDebian()) return
  console.log('Installing redis-server with apt-get …')
  // The package would start one of its own, on the usual port.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const options = { timeout: LIMIT_MS, stdio: 'ignore', env }
  spawnSync('apt-get', ['update', '-qq'], options)
  const install = ['install', '-y', '-qq', '--no-install-recommends', 'redis-server']
  spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=120', ...install], options)
  if (!isThere()) console.log('It could not be installed; the tests that need it are skipped.')
}

const isThere = () => spawnSync('redis-server', ['--version'], { timeout: 10_000 }).status === 0

function isDebian() {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}
