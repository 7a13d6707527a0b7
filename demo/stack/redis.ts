import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, type Piece } from './listen'

const START_LIMIT_MS = 10_000

/** Starts a Redis on a free port, or returns why it cannot. A cluster is one server with all hash slots, as strict as several. */
export async function startRedis(kind: 'alone' | 'cluster' = 'alone'): Promise<Piece | { readonly missing: string }> {
  if (!isThere()) return { missing: 'redis-server is not installed; npm test does that as root on Debian, with a network' }
  const [port, bus] = [await freePort(), await freePort()]
  const folder = mkdtempSync(join(tmpdir(), 'redis-'))
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
  if (kind === 'cluster') options.push('--cluster-enabled', 'yes', '--cluster-port', String(bus))
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
  for (const since = Date.now(); !(await (kind === 'cluster' ? hasAll(port) : answers(port, 'PING', '+PONG'))); ) {
    if (child.exitCode === null && Date.now() - since < START_LIMIT_MS) continue
    await stop()
    return { missing: 'redis-server is there but does not start' }
  }
  return { url: `redis://127.0.0.1:${port}`, stop }
}

const isThere = () => spawnSync('redis-server', ['--version'], { timeout: 10_000 }).status === 0

/** It has every key once it is told to. */
const hasAll = async (port: number) =>
  (await answers(port, 'CLUSTER INFO', 'cluster_state:ok')) ||
  ((await answers(port, 'CLUSTER ADDSLOTSRANGE 0 16383', '+OK')) && answers(port, 'CLUSTER INFO', 'cluster_state:ok'))

function answers(port: number, question: string, answer: string): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (answered: boolean) => {
      socket.destroy()
      setTimeout(() => resolve(answered), answered ? 0 : 50)
    }
    const socket = createConnection(port, '127.0.0.1', () => socket.write(`${question}\r\n`))
    socket.on('data', (data) => end(data.toString().includes(answer)))
    socket.on('error', () => end(false))
  })
}
