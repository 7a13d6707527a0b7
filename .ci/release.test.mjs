import { readdirSync, readFileSync } from 'node:fs'
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
    // Not in every registry: what others than this platform are given of it.
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
