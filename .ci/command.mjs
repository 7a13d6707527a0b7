import { spawn } from 'node:child_process'
import { at, root } from './root.mjs'

/** The scripts of the tools we run, so that each starts without a shell or a PATH lookup. */
export const tools = {
  biome: at('node_modules/@biomejs/biome/bin/biome'),
  tsc: at('node_modules/typescript/bin/tsc'),
  /** TypeScript 5, as many projects still have. */
  earlierTsc: at('node_modules/@arethetypeswrong/core/node_modules/typescript/lib/tsc.js'),
  vite: at('node_modules/vite/bin/vite.js'),
  vitest: at('node_modules/vitest/vitest.mjs'),
  playwright: at('node_modules/@playwright/test/cli.js'),
}

const running = new Set()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => {
    for (const stop of running) stop('SIGKILL')
    process.exit(130)
  })

/**
 * Runs a command, shows its output and resolves to its exit code, 1 on a timeout.
 * On a timeout, and when this process ends, the command and all its child processes are ended.
 */
export function run(command, args, { env = {}, minutes = 10, quiet = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }), ...process.env, ...env },
      stdio: ['ignore', quiet ? 'ignore' : 'inherit', 'inherit'],
      detached: process.platform !== 'win32',
      shell: process.platform === 'win32' && command === 'npm',
    })
    const stop = (signal) => {
      try {
        if (process.platform === 'win32') child.kill(signal)
        else process.kill(-child.pid, signal)
      } catch {
        // It has already ended.
      }
    }
    running.add(stop)
    const limit = setTimeout(() => {
      console.error(`Stopped after ${minutes} minutes: ${command} ${args.join(' ')}`)
      stop('SIGKILL')
    }, minutes * 60_000)
    const done = (code) => {
      clearTimeout(limit)
      running.delete(stop)
      resolve(code ?? 1)
    }
    child.on('error', (error) => {
      console.error(`${command} did not start: ${error.message}`)
      done(1)
    })
    child.on('exit', done)
  })
}

/** Runs a script with this Node. */
export const node = (script, args = [], options = {}) => run(process.execPath, [script, ...args], options)
