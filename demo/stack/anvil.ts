import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import type { Piece } from './listen'
import { DEV_MNEMONIC } from './networks'
import { rpcBatch } from './rpc'

const BLOCK_MS = 1000
const START_LIMIT_MS = 15_000
const STOP_LIMIT_MS = 5_000

/**
 * Starts an anvil chain and resolves when it answers; `state` is the file that stores the chain between runs.
 * Blocks are mined at once for a transaction and every second anyway, so that confirmations grow.
 */
export async function startAnvil(chainId: number, port: number, state?: string): Promise<Piece> {
  const child = spawn(
    binary(),
    [
      ...['--chain-id', String(chainId), '--host', '127.0.0.1', '--port', String(port), '--mnemonic', DEV_MNEMONIC],
      // Each state contains the hashes of all blocks: with 32 of them a chain takes 150 MB after three hours, with 128 twice as much.
      ...['--prune-history', '32', '--silent'],
      ...(state ? ['--state', state] : []),
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let said = ''
  child.stderr.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-2000)
  })
  child.on('error', (error) => {
    said = error.message
  })
  const unwatch = killWithUs(child)
  let mining: NodeJS.Timeout | undefined
  const stop = async () => {
    clearInterval(mining)
    await end(child)
    unwatch()
  }
  const url = `http://localhost:${port}`
  try {
    await answering(url, chainId, child, () => said)
  } catch (error) {
    await stop()
    throw error
  }
  // With `--block-time`, anvil 1.7.1 keeps all states, whatever its limit is: a gigabyte in an hour.
  mining = setInterval(() => void call(url, 'evm_mine').catch(() => {}), BLOCK_MS)
  return { url, stop }
}

// The platform's package contains the program itself; the wrapper would add a process that can outlive us.
function binary(): string {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  const name = `@foundry-rs/anvil-${process.platform}-${arch}/bin/anvil${process.platform === 'win32' ? '.exe' : ''}`
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch (cause) {
    throw new Error(`The local chain has no program for ${process.platform} ${process.arch} (${name}).`, { cause })
  }
}

// A killed parent cannot stop its children. This shell reads from a pipe that only we hold: when we end, in whatever way,
// the pipe is closed and the shell stops the chain.
function killWithUs(child: ChildProcess): () => void {
  if (process.platform === 'win32' || !child.pid) return () => {}
  const watcher = spawn('sh', ['-c', 'trap "" INT TERM HUP; read -r _; kill "$0"', String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watcher.unref()
  const unwatch = () => void watcher.kill('SIGKILL')
  child.once('exit', unwatch)
  return unwatch
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  // On SIGINT anvil writes its state.
  child.kill('SIGINT')
  const forced = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
  await exited
  clearTimeout(forced)
}

async function answering(url: string, chainId: number, child: ChildProcess, said: () => string) {
  const limit = Date.now() + START_LIMIT_MS
  while (Date.now() < limit) {
    if (child.exitCode !== null)
      throw new Error(`Chain ${chainId} did not start: ${said().trim() || `exit code ${child.exitCode}`}`)
    if ((await askedChainId(url)) === chainId) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(
    `Chain ${chainId} did not answer within ${START_LIMIT_MS / 1000} seconds: ${said().trim() || 'it said nothing'}`,
  )
}

async function askedChainId(url: string): Promise<number | undefined> {
  try {
    return Number(await call(url, 'eth_chainId'))
  } catch {
    return undefined
  }
}

async function call(url: string, method: string): Promise<unknown> {
  return (await rpcBatch(url, [{ method, params: [] }]))[0]
}
