import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { missing } from './install.mjs'
import { at, readJson } from './root.mjs'

const lockfile = {
  packages: {
    '': { name: 'ours' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b': { version: '2.0.0' },
    'node_modules/other-platform': { version: '1.0.0', optional: true },
  },
}

describe('missing', () => {
  test('is empty when all but optional packages are there', () => {
    const installed = { packages: { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '2.0.0' } } }
    expect(missing(lockfile, installed)).toEqual([])
  })
  test('names a package that is missing or has another version', () => {
    expect(missing(lockfile, { packages: { 'node_modules/a': { version: '1.0.1' } } })).toEqual([
      'node_modules/a',
      'node_modules/b',
    ])
  })
  test('names all when nothing was ever installed', () => {
    expect(missing(lockfile, undefined)).toEqual(['node_modules/a', 'node_modules/b'])
  })
})

describe.each(['package-lock.json', 'demo/hosts/package-lock.json'])('%s', (file) => {
  const { packages } = readJson(at(file))

  test('has a package’s optional builds for every platform', () => {
    const lacking = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !homes(path).some((home) => `${home}node_modules/${name}` in packages)),
    )
    expect(lacking).toEqual([])
  })
})

/** Where a package's dependencies may be: inside it, and beside each of its parents. */
const homes = (path) => (path === '' ? [''] : [`${path}/`, ...homes(path.replace(/\/?(node_modules\/(@[^/]+\/)?)?[^/]+$/, ''))])

describe('checkNode', () => {
  const check = (version) => {
    const code = `import('./.ci/install.mjs').then(({ checkNode }) => checkNode(${JSON.stringify(version)}))`
    const { status, stderr } = spawnSync(process.execPath, ['--eval', code], { encoding: 'utf8' })
    return { status, stderr: stderr.trim() }
  }
  test('accepts the oldest supported release and newer ones', () => {
    expect([check('20.19.0'), check('24.1.0')]).toEqual([
      { status: 0, stderr: '' },
      { status: 0, stderr: '' },
    ])
  })
  test('error: an older one exits with a sentence that says what is needed and where to get it', () => {
    expect(check('20.18.3')).toEqual({
      status: 1,
      stderr: expect.stringMatching(
        /^This is Node 20\.18\.3; Node 20\.19 or newer is needed\. Get it from https:\/\/nodejs\.org/,
      ),
    })
  })
})

describe('demo/start.mjs', () => {
  test.each(['start', 'stack'])('error: on Windows demo/%s.mjs says that the chains have no build for it', (name) => {
    const windows = `data:text/javascript,Object.defineProperty(process, 'platform', { value: 'win32' })`
    const options = { encoding: 'utf8', timeout: 8_000 }
    const { status, stderr } = spawnSync(process.execPath, ['--import', windows, `demo/${name}.mjs`], options)
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^The local chains have no build for Windows.* WSL/)])
  })

  test.each(['eighty', '-1', '70000'])('error: PORT=%s is refused with an example', (port) => {
    const { status, stderr } = spawnSync(process.execPath, ['demo/start.mjs'], {
      encoding: 'utf8',
      env: { ...process.env, PORT: port },
      timeout: 20_000,
    })
    expect([status, stderr]).toEqual([1, expect.stringContaining('a number from 1 to 65535 is expected, for example PORT=4200')])
  })
})

describe('ensureInstalled, with npm itself and a registry of one package', () => {
  /** A project that needs one package; resolves to the outcome of installing it, with and without the registry. */
  async function installing(steps) {
    const folder = mkdtempSync(join(tmpdir(), 'installing-'))
    try {
      mkdirSync(join(folder, 'one'))
      writeFileSync(join(folder, 'one/package.json'), '{ "name": "one", "version": "1.0.0" }')
      spawnSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: join(folder, 'one') })
      const tarball = readFileSync(join(folder, 'one-1.0.0.tgz'))
      const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
      const registry = createServer((_, response) => response.end(tarball))
      await new Promise((resolve) => registry.listen(0, '127.0.0.1', resolve))
      const url = `http://127.0.0.1:${registry.address().port}/`
      const project = join(folder, 'project')
      mkdirSync(join(project, '.ci'), { recursive: true })
      for (const file of ['install.mjs', 'command.mjs', 'root.mjs']) cpSync(at('.ci', file), join(project, '.ci', file))
      const needs = { name: 'project', version: '1.0.0', dependencies: { one: '1.0.0' } }
      writeFileSync(join(project, 'package.json'), JSON.stringify(needs))
      const one = { version: '1.0.0', resolved: `${url}one/-/one-1.0.0.tgz`, integrity }
      const lockfile = { name: 'project', version: '1.0.0', lockfileVersion: 3, packages: { '': needs, 'node_modules/one': one } }
      writeFileSync(join(project, 'package-lock.json'), JSON.stringify(lockfile))
      const env = {
        ...process.env,
        npm_config_registry: url,
        npm_config_cache: join(folder, 'cache'),
        npm_config_fetch_retries: '0',
      }
      const install = () =>
        new Promise((resolve) => {
          rmSync(join(project, 'node_modules'), { recursive: true, force: true })
          const child = spawn(process.execPath, [join(project, '.ci/install.mjs')], { env, stdio: ['ignore', 'ignore', 'pipe'] })
          let said = ''
          child.stderr.on('data', (text) => {
            said += text
          })
          child.on('close', (code) => resolve({ code, said, isThere: existsSync(join(project, 'node_modules/one')) }))
        })
      const cut = () => new Promise((resolve) => registry.close(resolve) && registry.closeAllConnections())
      return await steps({ install, cut })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

  test('needs no network with a warm cache', { timeout: 60_000 }, async () => {
    await installing(async ({ install, cut }) => {
      expect(await install()).toMatchObject({ code: 0, isThere: true })
      await cut()
      expect(await install()).toMatchObject({ code: 0, isThere: true })
    })
  })
  test('error: without network and cache it says what to do', { timeout: 60_000 }, async () => {
    await installing(async ({ install, cut }) => {
      await cut()
      const { code, said } = await install()
      expect(code).toBe(1)
      expect(said).toContain(
        'connect to the network and try again, or copy node_modules from a checkout with the same package-lock',
      )
    })
  })
})
