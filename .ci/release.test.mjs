import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { at, readJson } from './root.mjs'

const text = (path) => readFileSync(at(path), 'utf8')
const lockfiles = ['package-lock.json', 'demo/hosts/package-lock.json']

describe('what is installed', () => {
  test('promise 35: no package runs a script of its own when it is installed', () => {
    expect(text('.npmrc').split('\n')).toContain('ignore-scripts=true')
    const scripts = readdirSync(at('.ci')).filter((name) => name.endsWith('.mjs') && !name.endsWith('.test.mjs'))
    const steps = [...scripts.map((name) => `.ci/${name}`), '.github/workflows/release.yml'].flatMap((path) => {
      const [flags = ''] = /(?<=flags = ).*/.exec(text(path)) ?? []
      const found = text(path).matchAll(/\[\s*'(?:ci|install)'[^\]]*(?:--no-audit|\.\.\.flags)[^\]]*\]|\bnpm (?:ci|install) -.*/g)
      return [...found].map(([step]) => ({ path, step: step.replace('...flags', flags) }))
    })
    expect(steps.length).toBeGreaterThan(2)
    for (const { path, step } of steps) expect(step, path).toMatch(/--ignore-scripts|--offline/)
  })

  test.each(lockfiles)('promise 35: every package of %s has its hash', (file) => {
    const packages = Object.entries(readJson(at(file)).packages)
    // Optional packages of other platforms, which not every registry has.
    const elsewhere = /^node_modules\/litesvm-(?:darwin|linux-arm64|linux-x64-musl)/
    const bare = packages.filter(
      ([path, { integrity, link }]) => /node_modules\//.test(path) && !link && !/^sha512-/.test(integrity),
    )
    expect(bare.map(([path]) => path).filter((path) => !elsewhere.test(path))).toEqual([])
  })

  test('promise 35: every dependency is pinned, those of the host projects too', () => {
    const hosts = readdirSync(at('demo/hosts'), { withFileTypes: true }).filter((each) => each.isDirectory())
    const projects = ['.', 'demo/hosts', ...hosts.map(({ name }) => `demo/hosts/${name}`)]
    const named = projects.flatMap((folder) => {
      const { dependencies, devDependencies } = readJson(at(folder, 'package.json')) ?? {}
      return Object.entries({ ...dependencies, ...devDependencies }).map(([name, version]) => ({ folder, name, version }))
    })
    expect(named.length).toBeGreaterThan(80)
    expect(named.filter(({ version }) => !/^(\d+\.\d+\.\d+(-[\w.]+)?|(npm:|file:).+)$/.test(version))).toEqual([])
  })
})

describe('a release', () => {
  const workflow = text('.github/workflows/release.yml')

  test('promise 35: is published by CI alone, with its provenance, once a second person has approved', () => {
    // npm makes a provenance in CI only, so that nobody can publish from elsewhere.
    expect(readJson(at('package.json')).publishConfig).toEqual({ access: 'public', provenance: true })
    const [, check = '', publish = ''] = /\n {2}check:\n([\s\S]*?)\n {2}publish:\n([\s\S]*)/.exec(workflow) ?? []
    expect(check).toContain('- run: .ci/run')
    for (const line of ['needs: check', 'environment: npm', 'id-token: write', 'contents: read']) expect(publish).toContain(line)
    expect(publish).toMatch(/npm publish --ignore-scripts --provenance/)
    expect(check).not.toMatch(/npm publish|write/)
    expect(workflow).not.toMatch(/secrets\.|NPM_TOKEN|_authToken|pull_request/)
    expect(workflow).toMatch(/^permissions: \{\}$/m)
    const others = Object.entries(readJson(at('package.json')).scripts).filter(([, script]) => /publish/.test(script))
    expect(others).toEqual([])
  })

  test('is checked where everything can be installed, and fails if a check would be skipped', () => {
    const [, check = ''] = /\n {2}check:\n([\s\S]*?)\n {2}publish:\n/.exec(workflow) ?? []
    // As root on Debian: `ensureRedis`, `ensureOtherEngines`.
    expect(check).toMatch(/container:\n +image: node:\d+-bookworm\n/)
    expect(check).toContain('NOTHING_SKIPPED: "1"')
  })

  test.each([
    [{ NOTHING_SKIPPED: '1' }, 1, /^redis-server is missing/],
    [{}, 0, /^$/],
  ])('without Redis the checks end if nothing may be skipped, and go on otherwise: %o', (env, ended, said) => {
    const code = `import('${pathToFileURL(at('.ci/redis.mjs'))}').then(({ ensureRedis }) => ensureRedis())`
    const { status, stderr } = spawnSync(process.execPath, ['-e', code], { encoding: 'utf8', env: { PATH: '/nowhere', ...env } })
    expect([status, stderr]).toEqual([ended, expect.stringMatching(said)])
  })

  test('has no version for which the provider gives no balances: it gives none if `sv` ends so', () => {
    // facts/provider-api §2.11
    expect(readJson(at('package.json')).version).not.toMatch(/1\.6\.[45]$/)
  })

  test('a prerelease, as v1.0.0-rc.1, is published as next; npm refuses it as latest', () => {
    const [, step = ''] = /run: (case .*) npm publish/.exec(workflow) ?? []
    const words = (tag) =>
      spawnSync('bash', ['-ec', `${step} echo "$@"`], { encoding: 'utf8', env: { ...process.env, GITHUB_REF_NAME: tag } })
    expect(step).not.toBe('')
    expect(['v1.0.0-rc.1', 'v1.0.0'].map((tag) => words(tag).stdout.trim())).toEqual(['--tag next', ''])
  })

  test('promise 35: is built twice from its tag’s commit, with actions pinned to commits', () => {
    expect(workflow).toMatch(/tags: \[["']v\*["']\]/)
    expect(workflow).toMatch(/npm run build -- --twice/)
    const used = [...workflow.matchAll(/uses: (\S+)/g)].map(([, action]) => action)
    expect(used.length).toBeGreaterThan(0)
    for (const action of used) expect(action).toMatch(/^actions\/[\w-]+@[\da-f]{40}$/)
  })
})
