import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { missing } from './install.mjs'

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
  test('names a package that is not there or has another version', () => {
    expect(missing(lockfile, { packages: { 'node_modules/a': { version: '1.0.1' } } })).toEqual([
      'node_modules/a',
      'node_modules/b',
    ])
  })
  test('names all when nothing was ever installed', () => {
    expect(missing(lockfile, undefined)).toEqual(['node_modules/a', 'node_modules/b'])
  })
})

describe('checkNode', () => {
  const check = (version) => {
    const code = `import('./.ci/install.mjs').then(({ checkNode }) => checkNode(${JSON.stringify(version)}))`
    const { status, stderr } = spawnSync(process.execPath, ['--eval', code], { encoding: 'utf8' })
    return { status, stderr: stderr.trim() }
  }
  test('lets the oldest supported release and newer ones pass', () => {
    expect([check('20.19.0'), check('24.1.0')]).toEqual([
      { status: 0, stderr: '' },
      { status: 0, stderr: '' },
    ])
  })
  test('error: an older one ends with a sentence that says what is needed and where to get it', () => {
    expect(check('20.18.3')).toEqual({
      status: 1,
      stderr: expect.stringMatching(
        /^This is Node 20\.18\.3; Node 20\.19 or newer is needed\. Get it from https:\/\/nodejs\.org/,
      ),
    })
  })
})

describe('demo/start.mjs', () => {
  test.each(['eighty', '-1', '70000'])('error: PORT=%s is refused with an example', (port) => {
    const { status, stderr } = spawnSync(process.execPath, ['demo/start.mjs'], {
      encoding: 'utf8',
      env: { ...process.env, PORT: port },
      timeout: 20_000,
    })
    expect([status, stderr]).toEqual([1, expect.stringContaining('a number from 1 to 65535 is expected, for example PORT=4200')])
  })
})
