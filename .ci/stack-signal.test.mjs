import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { at, readJson } from './root.mjs'

/** Reports that it runs, and ends on the signal. */
const WORLD = "process.on('SIGINT', () => process.exit(0)); setInterval(() => {}, 1000); console.log('{}')"

// Windows has no signals.
test.skipIf(process.platform === 'win32').each([
  ['stack', 'stack.mjs'],
  ['start', 'start.mjs'],
])('npm run %s ends on a SIGINT sent to npm only, as by another program', async (name, file) => {
  const folder = mkdtempSync(join(tmpdir(), 'stack-signal-'))
  const { [name]: script } = readJson(at('package.json')).scripts
  mkdirSync(join(folder, 'demo'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, scripts: { [name]: script } }))
  writeFileSync(join(folder, 'demo', file), WORLD)
  const npm = spawn('npm', ['run', name], { cwd: folder, detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    let said = ''
    for await (const chunk of npm.stdout) {
      said += chunk
      if (said.includes('{}')) break
    }
    const ended = npm.exitCode ?? once(npm, 'exit', { signal: AbortSignal.timeout(5_000) })
    npm.kill('SIGINT')
    expect(await ended).toBeDefined()
  } finally {
    try {
      process.kill(-npm.pid, 'SIGKILL')
    } catch {
      // Everything has ended.
    }
    rmSync(folder, { recursive: true })
  }
})
