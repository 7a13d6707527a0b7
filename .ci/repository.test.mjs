import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { attributeNames, propertyOf } from '../elements/attributes'
import { WalletModalElement } from '../elements/wallet-modal'
import { at, readJson } from './root.mjs'

const text = (path) => readFileSync(at(path), 'utf8')
const readme = text('README.md')
const manifest = readJson(at('package.json'))
const docs = readdirSync(at('demo/docs')).map((name) => `demo/docs/${name}`)

describe('the repository', () => {
  /** None without git. */
  const { stdout } = spawnSync('git', ['ls-files'], { cwd: at('.'), encoding: 'utf8' })
  const tracked = (stdout ?? '').split('\n').filter(Boolean)

  test('has the top-level files of DECISIONS §1, and no other', () => {
    const expected = `LICENSE README.md package-lock.json package.json playwright.config.ts tsconfig.json vite.config.ts`
      .split(' ')
      .concat('demo', 'e2e', 'elements', 'src')
    // Files that a run leaves beside them are not ours; without git one can only check that ours are there.
    const names = tracked.length > 0 ? tracked : readdirSync(at('.')).filter((name) => expected.includes(name))
    const top = new Set(names.map((path) => path.split('/')[0]).filter((name) => !name.startsWith('.')))
    expect([...top].sort()).toEqual(expected.sort())
    expect(text('LICENSE')).toMatch(/^MIT License/)
    expect(manifest.license).toBe('MIT')
  })

  test('promise 35: has the versions that were proven, each exact and as in the lockfile, and asks for Node 20.19', () => {
    const { devDependencies, engines } = manifest
    const exact = { '@walletconnect/sign-client': '2.21.8', '@solana/web3.js': '1.99.0', '@playwright/test': '1.64.1' }
    expect(devDependencies).toMatchObject({ ...exact, '@r2wc/react-to-web-component': '2.1.1', '@reown/walletkit': '1.2.10' })
    const majors = { react: '19', vite: '8', vitest: '4', typescript: '7' }
    for (const [name, major] of Object.entries(majors)) expect(devDependencies[name].split('.')[0], name).toBe(major)
    const { packages } = readJson(at('package-lock.json'))
    for (const [name, version] of Object.entries(devDependencies))
      expect([name, version]).toEqual([name, packages[`node_modules/${name}`]?.version])
    expect(manifest.dependencies).toBeUndefined()
    expect(engines.node).toBe('>=20.19')
  })

  test('has every file under 300 lines, locales aside', () => {
    const sources = tracked.filter((path) => /\.(m?[jt]sx?|css|html)$/.test(path) && !path.startsWith('src/locales/'))
    expect(sources.filter((path) => existsSync(at(path)) && text(path).trimEnd().split('\n').length >= 300)).toEqual([])
  })

  test('.ci/run is `npm test`, called from any folder', () => {
    expect(text('.ci/run')).toMatch(/^cd "\$\(dirname .*\)\/\.\."$/m)
    expect(text('.ci/run')).toMatch(/^exec npm test\b/m)
  })

  test('every command named in a text exists', () => {
    const texts = ['README.md', ...docs.filter((path) => /\.(md|txt)$/.test(path))]
    const named = texts.flatMap((path) => [...text(path).matchAll(/npm run ([\w-]+)/g)].map(([, name]) => name))
    expect(named.filter((name) => !(name in manifest.scripts))).toEqual([])
    for (const name of 'start stack build check test soak size bench shots'.split(' ')) {
      expect(manifest.scripts, name).toHaveProperty(name)
      const [, file] = /\bnode (\S+)/.exec(manifest.scripts[name]) ?? []
      expect(existsSync(at(file)), name).toBe(true)
    }
  })
})

describe('the README', () => {
  /** First cells of the table under a heading: the names in back quotes, and the whole row. */
  const rows = (heading) =>
    readme
      .split(`\n## ${heading}\n`)[1]
      .split('\n## ')[0]
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((row) => ({ row, names: [...row.split(' | ')[0].matchAll(/`([^`]+)`/g)].map(([, name]) => name) }))

  test('has the script tag, an existing picture, and the two commands', () => {
    expect(readme).toMatch(/<script\s+type="module"\s+src="https:[^"]+\/wallet-modal\.js"/)
    const [, picture] = /!\[[^\]]+\]\(([^)]+\.png)\)/.exec(readme)
    expect(existsSync(at(picture)), picture).toBe(true)
    expect(readme).toMatch(/^\| `npm start` /m)
    expect(readme).toMatch(/^\| `npm test` /m)
  })

  test('has each attribute, each property and each method, and no other', () => {
    const listed = rows('Attributes of `<wallet-modal>`').flatMap(({ names }) => names)
    expect(listed.sort()).toEqual([...attributeNames].sort())
    const internal = /^(constructor|(connected|disconnected|attributeChanged)Callback|showState)$/
    const own = Object.getOwnPropertyNames(WalletModalElement.prototype).filter((name) => !internal.test(name))
    const others = own.filter((name) => !attributeNames.map(propertyOf).includes(name))
    expect(others.filter((name) => !new RegExp(`\`${name}(\\(|\`)`).test(readme))).toEqual([])
    const methods = readme.split('\n## Methods\n')[1].split('\n## ')[0]
    const called = [...methods.matchAll(/`(\w+)\(/g)].map(([, name]) => name).filter((name) => name !== 'customElements')
    expect(called.filter((name) => typeof WalletModalElement.prototype[name] !== 'function')).toEqual([])
  })

  test('has each event, and marks the cancelable ones', () => {
    const [, types] = /export type WalletEvents = \{\n([\s\S]*?)\n\}/.exec(text('elements/events.ts'))
    const events = [...types.matchAll(/^ {2}'(wallet-[\w-]+)'/gm)].map(([, name]) => name)
    const cancelable = [...types.matchAll(/\/\*\* Cancelable\. \*\/\n {2}'(wallet-[\w-]+)'/g)].map(([, name]) => name)
    const listed = rows('Events')
    expect(listed.flatMap(({ names }) => names).sort()).toEqual([...events].sort())
    expect(listed.filter(({ row }) => /\| yes\s*\|$/.test(row)).flatMap(({ names }) => names)).toEqual(cancelable)
  })

  test('links to existing files only', () => {
    const links = [...readme.matchAll(/\]\(([^)#]+)\)/g)].map(([, path]) => path).filter((path) => !/^https?:/.test(path))
    expect(links.length).toBeGreaterThan(5)
    expect(links.filter((path) => !existsSync(at(path)))).toEqual([])
  })
})
