import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, type Piece } from './listen'

const START_LIMIT_MS = 10_000
const INSTALL_LIMIT_MS = 180_000

/** Starts a Redis of our own on a free port, or says why there is none; Debian's package is installed where we are root. */
export async function startRedis(): Promise<Piece | { readonly missing: string }> {
  if (!isThere()) install()
  if (!isThere()) return { missing: 'redis-server is not installed, and could not be: it takes root on Debian, and the network' }
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'redis-'))
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
  const child = spawn('redis-server', options, { stdio: 'ignore' })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const stop = async () => {
    process.off('exit', kill)
    if (child.exitCode === null) {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
    }
    rmSync(folder, { recursive: true, force: true })
  }
  for (const since = Date.now(); !(await answers(port)); ) {
    if (child.exitCode === null && Date.now() - since < START_LIMIT_MS) continue
    await stop()
    return { missing: 'redis-server is there but does not start' }
  }
  return { url: `redis://127.0.0.1:${port}`, stop }
}

const isThere = () => spawnSync('redis-server', ['--version'], { timeout: 10_000 }).status === 0

function install(): void {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !isDebian()) return
  const options = {
    timeout: INSTALL_LIMIT_MS,
    stdio: 'ignore',
    // The package would start one of its own, on the usual port.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  } as const
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync(
    'apt-get',
    ['-o', 'DPkg::Lock::Timeout=120', 'install', '-y', '-qq', '--no-install-recommends', 'redis-server'],
    options,
  )
}

function isDebian(): boolean {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (answered: boolean) => {
      socket.destroy()
      setTimeout(() => resolve(answered), answered ? 0 : 50)
    }
    const socket = createConnection(port, '127.0.0.1', () => socket.write('PING\r\n'))
    socket.on('data', (data) => end(data.toString().startsWith('+PONG')))
    socket.on('error', () => end(false))
  })
}
