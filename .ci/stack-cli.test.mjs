import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { at } from './root.mjs'

/** Reports its process as the world does, and writes a note when it is stopped. */
const WORLD = `import { writeFileSync } from 'node:fs'
export const startStack = async () => {
  const alive = setInterval(() => {}, 1000)
  if (process.env.SLOW) { console.error('starting'); await new Promise((done) => setTimeout(done, 1000)) }
  return { urls: { pid: process.pid, options: process.env.NODE_OPTIONS }, stop: async () => { writeFileSync(process.env.NOTE, 'stopped'); clearInterval(alive) } }
}`
/** As npm: what another run of the same release has done meanwhile. */
const QUICKER = `#!/usr/bin/env node
const { cpSync, writeFileSync } = require('node:fs')
const home = process.cwd().replace(/\\.\\d+$/, '')
cpSync(process.cwd(), home, { recursive: true })
for (const name of ['ready', 'theirs']) writeFileSync(home + '/' + name, '')`

/** Prints what npm would have read, and installs nothing. */
const READING = `#!/usr/bin/env node
const { readFileSync, writeFileSync } = require('node:fs')
writeFileSync(process.env.NOTE, readFileSync('.npmrc', 'utf8'))`

/** Ends as with Ctrl-C, which reaches npm and its parent. */
const BROKEN_OFF = `#!/usr/bin/env node
for (const pid of [process.ppid, process.pid]) process.kill(pid, 'SIGINT')
setInterval(() => {}, 1000)`

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stack-cli-'))
  const stack = join(folder, 'node_modules/wallet-modal/dist/stack')
  mkdirSync(join(stack, 'demo/stack'), { recursive: true })
  copyFileSync(at('.ci/stack-cli.mjs'), join(stack, 'cli.mjs'))
  chmodSync(join(stack, 'cli.mjs'), 0o755)
  const own = { name: 'packages', version: '1.0.0', lockfileVersion: 3, packages: { '': { name: 'packages', version: '1.0.0' } } }
  writeFileSync(join(stack, 'package.json'), '{ "name": "packages", "version": "1.0.0", "type": "module" }')
  writeFileSync(join(stack, 'package-lock.json'), JSON.stringify(own))
  writeFileSync(join(stack, 'demo/stack/index.js'), WORLD)
  writeFileSync(join(stack, '../integrity.json'), '{}')
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  mkdirSync(join(folder, 'node_modules/.bin'))
  symlinkSync(join(stack, 'cli.mjs'), join(folder, 'node_modules/.bin/wallet-modal-stack'))
})
const running = []
afterEach(() => {
  for (const pid of running.splice(0))
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // It has ended.
    }
  rmSync(folder, { recursive: true })
})

const note = () => join(folder, 'note')
/** Starts it as another program does, and resolves when it has printed a line there. */
async function run({ words = ['npx', '--offline', 'wallet-modal-stack'], heard = 'stdout', ...more } = {}) {
  const env = { ...process.env, WALLET_MODAL_STACK_HOME: join(folder, 'home'), NOTE: note(), ...more }
  const child = spawn(words[0], words.slice(1), { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  running.push(child.pid)
  let said = ''
  for await (const chunk of child[heard]) {
    said += chunk
    if (heard === 'stdout' ? said.includes('\n') : said.includes('starting')) break
  }
  return { child, said }
}
const cli = () => [process.execPath, join(folder, 'node_modules/wallet-modal/dist/stack/cli.mjs')]

test.each([
  ['--help', 0],
  ['--port=4300', 1],
])('npx wallet-modal-stack %s prints how to set the port, and neither installs nor starts anything', (word, ended) => {
  const env = { ...process.env, WALLET_MODAL_STACK_HOME: join(folder, 'home') }
  const { status, stdout, stderr } = spawnSync(cli()[0], [cli()[1], word], { encoding: 'utf8', env, timeout: 10_000 })
  expect([status, stdout + stderr]).toEqual([ended, expect.stringMatching(/PORT=.*\n.*STATE=.*\n.*LOGIN_ORIGINS=.*\n.*_HOME=/)])
  expect(existsSync(join(folder, 'home'))).toBe(false)
})

test('error: on Windows npx wallet-modal-stack says that the chains have no build for it, and installs nothing', () => {
  const windows = `data:text/javascript,Object.defineProperty(process, 'platform', { value: 'win32' })`
  const env = { ...process.env, WALLET_MODAL_STACK_HOME: join(folder, 'home') }
  const { status, stderr } = spawnSync(cli()[0], ['--import', windows, cli()[1]], { encoding: 'utf8', env, timeout: 10_000 })
  expect([status, stderr]).toEqual([1, expect.stringMatching(/no build for Windows.* WSL/)])
  expect(existsSync(join(folder, 'home'))).toBe(false)
})

// Windows has no signals.
describe.skipIf(process.platform === 'win32')('npx wallet-modal-stack', () => {
  test('stops its world if only npx is ended, as by another program', async () => {
    const { child } = await run()
    child.kill('SIGTERM')
    await expect.poll(() => existsSync(note()), { timeout: 5_000 }).toBe(true)
  })

  test('keeps running if another npm script ends before it', async () => {
    const [own, over] = [join(folder, 'own'), join(folder, 'over')]
    const script = '"$0" "$1" & until [ -e "$2" ]; do sleep 0.1; done'
    const { child: shell, said } = await run({
      words: ['sh', '-c', script, ...cli(), over],
      npm_lifecycle_event: 'pretest',
      NOTE: own,
    })
    writeFileSync(over, '')
    await once(shell, 'exit')
    // One started by npx checks each second whether npx is still there; this one would have checked by then.
    const { child } = await run()
    child.kill('SIGTERM')
    await expect.poll(() => existsSync(note()), { timeout: 5_000 }).toBe(true)
    expect(existsSync(own)).toBe(false)
    process.kill(JSON.parse(said).pid, 'SIGTERM')
    await expect.poll(() => existsSync(own), { timeout: 5_000 }).toBe(true)
  })

  test('finds its packages under Yarn’s Plug’n’Play, and ends when told to', async () => {
    const plugged = `--import "data:text/javascript,process.versions.pnp='3'"`
    const { child, said } = await run({ words: cli(), NODE_OPTIONS: plugged })
    expect(JSON.parse(said).options).toBeUndefined()
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(existsSync(note())).toBe(true)
  })

  test('that is ended while its world starts stops what has started', async () => {
    const { child } = await run({ words: cli(), heard: 'stderr', SLOW: 'yes' })
    child.kill('SIGINT')
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(existsSync(note())).toBe(true)
  })

  test('keeps packages that another first run has installed meanwhile, and uses them', async () => {
    writeFileSync(join(folder, 'npm'), QUICKER)
    chmodSync(join(folder, 'npm'), 0o755)
    const { said } = await run({ words: cli(), PATH: `${folder}${delimiter}${process.env.PATH}` })
    expect(said).toMatch(/^\{"pid":\d+/)
    const [home, ...others] = readdirSync(join(folder, 'home'))
    expect([existsSync(join(folder, 'home', home, 'theirs')), others]).toEqual([true, []])
  })

  test('is installed from the project’s registry, and stores no token of it', async () => {
    writeFileSync(join(folder, 'npm'), READING)
    chmodSync(join(folder, 'npm'), 0o755)
    const way = ['registry=https://npm.example/', '//npm.example/:_authToken=secret', '@own:registry=https://own.example/']
    const files = ['cafile=certs/own.pem', 'cafile = /etc/own.pem', '//npm.example/:certfile=~/own.pem']
    writeFileSync(join(folder, '.npmrc'), ['omit=optional', ...way, ...files, '; cert=old'].join('\n'))
    await run({ words: cli(), PATH: `${folder}${delimiter}${process.env.PATH}`, npm_config_local_prefix: folder })
    // npm resolves a relative path from its working directory.
    const read = [`cafile=${join(folder, 'certs/own.pem')}`, ...files.slice(1)]
    expect(readFileSync(note(), 'utf8').split('\n')).toEqual([...way, ...read])
    const [home] = readdirSync(join(folder, 'home'))
    expect(existsSync(join(folder, 'home', home, '.npmrc'))).toBe(false)
  })

  test('stores no token after an interrupted first run either', () => {
    writeFileSync(join(folder, 'npm'), BROKEN_OFF)
    chmodSync(join(folder, 'npm'), 0o755)
    writeFileSync(join(folder, '.npmrc'), '//npm.example/:_authToken=secret')
    const own = { WALLET_MODAL_STACK_HOME: join(folder, 'home'), PATH: `${folder}${delimiter}${process.env.PATH}` }
    spawnSync(cli()[0], cli().slice(1), { env: { ...process.env, ...own }, cwd: folder, timeout: 20_000 })
    expect(readdirSync(join(folder, 'home'))).toEqual([])
  })

  test('deletes what no run has used for a month, and nothing else', async () => {
    const home = join(folder, 'home')
    const [old, broken, used, alike, foreign] = ['a'.repeat(16), `${'b'.repeat(16)}.77`, 'c'.repeat(16), 'd'.repeat(16), 'mine']
    const all = [old, broken, used, alike, foreign]
    for (const name of all) mkdirSync(join(home, name), { recursive: true })
    for (const name of [old, broken, used]) copyFileSync(cli()[1], join(home, name, 'cli.mjs'))
    const before = new Date(Date.now() - 31 * 24 * 3_600_000)
    for (const name of [old, broken, alike, foreign]) utimesSync(join(home, name), before, before)
    await run({ words: cli() })
    expect(readdirSync(home).filter((name) => all.includes(name))).toEqual([used, alike, foreign])
  })

  test.each(['shop', 'localhost:3000'])(
    'error: LOGIN_ORIGINS=%s is refused with a sentence before anything is installed',
    (origins) => {
      const home = join(folder, 'home')
      const env = { ...process.env, WALLET_MODAL_STACK_HOME: home, LOGIN_ORIGINS: `capacitor://localhost ${origins}` }
      const { status, stderr } = spawnSync(cli()[0], cli().slice(1), { encoding: 'utf8', env, timeout: 20_000 })
      expect([status, stderr.trim()]).toEqual([
        1,
        expect.stringMatching(`^"${origins}" in LOGIN_ORIGINS is no origin; write http`),
      ])
      expect(existsSync(home)).toBe(false)
    },
  )

  test('error: without npm it says that npm did not start, and leaves nothing half done', () => {
    const env = { ...process.env, WALLET_MODAL_STACK_HOME: join(folder, 'home'), PATH: folder }
    const { status, stderr } = spawnSync(cli()[0], cli().slice(1), { encoding: 'utf8', env, timeout: 10_000 })
    expect([status, stderr]).toEqual([1, expect.stringMatching(/npm did not start: .*ENOENT/)])
    expect(readdirSync(join(folder, 'home'))).toEqual([])
  })
})
