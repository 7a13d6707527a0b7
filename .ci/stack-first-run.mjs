import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const LIMIT_MS = 150_000
const STOP_MS = 15_000

/**
 * Runs `npx wallet-modal-stack` for the first time in a project that has the package: its dependencies are installed, the local
 * stack starts, answers and stops. Resolves to one sentence for each problem.
 */
export async function firstRunProblems(project) {
  const child = spawn('npx', ['--offline', 'wallet-modal-stack'], {
    cwd: project,
    env: { ...process.env, WALLET_MODAL_STACK_HOME: join(project, 'stack-home') },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const said = []
  child.stderr.on('data', (text) => said.push(String(text)))
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const limit = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), LIMIT_MS)
  try {
    const line = await Promise.race([firstLine(child.stdout), ended.then(() => undefined)])
    if (line === undefined) return [`npx wallet-modal-stack did not start: ${said.join('').trim()}`]
    const { provider } = JSON.parse(line)
    const { http } = await (await fetch(new URL('v1/supported-chains', provider))).json()
    process.kill(-child.pid, 'SIGINT')
    const stopped = await Promise.race([ended.then(() => true), after(STOP_MS)])
    return [
      ...(http.includes('eip155:31337') ? [] : [`npx wallet-modal-stack serves ${http.join(' ')}`]),
      ...(stopped ? [] : ['npx wallet-modal-stack does not stop']),
    ]
  } finally {
    clearTimeout(limit)
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL')
  }
}

async function firstLine(stream) {
  for await (const line of createInterface({ input: stream })) return line
  return undefined
}

const after = (ms) => new Promise((resolve) => setTimeout(resolve, ms, false).unref())
