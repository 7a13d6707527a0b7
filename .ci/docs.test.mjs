import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeFor, languages } from '../demo/page-playground-code.js'
import { attributeNames, propertyOf } from '../elements/attributes'
import { WalletModalElement } from '../elements/wallet-modal'
import { namedIn, promises, titlesIn } from './docs-promises.mjs'
import { contents, pages, samplesOf, writeDocs } from './docs-site.mjs'
import { manifest } from './manifest.mjs'
import { at } from './root.mjs'

let all = {}
let described
beforeAll(async () => {
  described = await manifest()
  all = await pages(described)
}, 60_000)

describe('the docs', () => {
  test('every link leads to a page', () => {
    const broken = Object.entries(all).flatMap(([path, text]) =>
      [...text.matchAll(/\]\(([^)\s#]+\.md)(?:#[\w-]+)?\)/g)]
        .map(([, target]) => posix.normalize(posix.join(dirname(path), target)).replace(/\.md$/, ''))
        .filter((target) => !(target in all))
        .map((target) => `${path}: ${target}`),
    )
    expect(broken).toEqual([])
    for (const path of Object.values(contents).flat()) expect(all[path], path).toMatch(/^# /)
  })

  test('the package has every page, and links in it and in llms.txt lead to files beside it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'docs-'))
    try {
      await writeDocs(join(folder, 'docs'), described)
      const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.md'))
      expect(files.map((file) => file.replaceAll('\\', '/').replace(/^docs\/|\.md$/g, '')).sort()).toEqual(
        Object.keys(all).sort(),
      )
      writeFileSync(join(folder, 'llms.txt'), readFileSync(at('demo/docs/llms.txt')))
      const broken = [...files, 'llms.txt'].flatMap((file) =>
        [...readFileSync(join(folder, file), 'utf8').matchAll(/\]\(((?!https?:|#)[^)\s#]+)/g)]
          .map(([, target]) => target)
          .filter((target) => file !== 'llms.txt' || target.startsWith('docs/'))
          .filter((target) => !existsSync(join(folder, dirname(file), target)))
          .map((target) => `${file}: ${target}`),
      )
      expect(broken).toEqual([])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('an element’s page has all of its attributes, events, parts and methods, each described', () => {
    const [modal] = described.modules[0].declarations.filter(({ tagName }) => tagName === 'wallet-modal')
    for (const { name, description } of modal.attributes) {
      expect(description, name).toMatch(/\w/)
      expect(all['wallet-modal']).toContain(`| \`${name}\` |`)
    }
    for (const { name } of [...modal.events, ...modal.cssParts]) expect(all['wallet-modal']).toContain(`| \`${name}\` |`)
    for (const { name } of modal.members.filter(({ kind }) => kind === 'method'))
      expect(all['wallet-modal']).toContain(`| \`${name}(`)
  })

  test('an element’s page has every public property and method, and no internal one', () => {
    const [modal] = described.modules[0].declarations.filter(({ tagName }) => tagName === 'wallet-modal')
    const internal = /^(constructor|(connected|disconnected|attributeChanged)Callback|showState)$/
    const own = Object.getOwnPropertyNames(WalletModalElement.prototype)
    const wanted = own.filter((name) => !internal.test(name) && !attributeNames.map(propertyOf).includes(name))
    const told = modal.members.filter(({ name }) => !attributeNames.map(propertyOf).includes(name)).map(({ name }) => name)
    expect(told.sort()).toEqual([...wanted, 'version'].sort())
    for (const { name, description } of modal.members.filter((each) => each.name !== 'version'))
      expect(description, name).toMatch(/\w/)
  })

  test('what methods take and return, and what properties hold, is written out member by member; only its name was told', () => {
    const page = all['wallet-modal']
    const members = (type) =>
      [
        ...page
          .split(`### \`${type}\`\n`)[1]
          .split('\n#')[0]
          .matchAll(/^\| `([^`]+)` /gm),
      ].map(([, name]) => name)
    expect(page).toContain('| `connect(options?: ConnectOptions)` | `Promise<PublicAccount \\| undefined>` |')
    expect(members('ConnectOptions')).toEqual(['wallet?', 'namespace?', 'address?', 'signal?'])
    expect(members('ShowOptions')).toEqual(['view?', 'wallet?', 'namespace?', 'swap?'])
    expect(members('PublicState')).toContain('account')
    expect(members('PublicAccount')).toEqual(['namespace', 'address', 'caipAddress', 'type?', 'wallet'])
    // Named by others, and the first part of an intersection.
    for (const type of ['WalletIdentity', 'SiwxData', 'LoginUser']) expect(members(type).length, type).toBeGreaterThan(3)
    expect(page.match(/\| `(?:status|type\?)` .*/g)).toEqual([
      expect.stringContaining("`'restoring' \\| 'disconnected' \\| 'connecting' \\| 'connected'`"),
      expect.stringContaining("`'eoa' \\| 'smartAccount' \\| 'payment' \\| 'ordinal' \\| 'stx'`"),
    ])
    // What a reader does not have: other files of ours.
    expect(page.match(/\w+\.(ts|md)\b(?!\))|CONTRACT|SECURITY|DECISIONS/g)).toBeNull()
  })

  test('an element’s manifest has each attribute’s property, which editors offer in templates, and every custom property', () => {
    const [modal] = described.modules[0].declarations.filter(({ tagName }) => tagName === 'wallet-modal')
    const typeOf = (name) => modal.members.find((each) => each.name === name)?.type.text
    expect(modal.attributes.map(({ fieldName }) => fieldName).filter((name) => !typeOf(name))).toEqual([])
    expect(['projectId', 'appName', 'email', 'theme', 'socials', 'signInMode'].map(typeOf)).toEqual([
      'string',
      'string',
      'boolean',
      "'light' | 'dark' | 'auto'",
      'readonly string[]',
      "'off' | 'optional' | 'required'",
    ])
    const knobs = [...all.theming.matchAll(/^\| `(--wm-[\w-]+)`/gm)].map(([, name]) => name)
    expect(modal.cssProperties.map(({ name }) => name).sort()).toEqual(knobs.sort())
    for (const { name, description } of modal.cssProperties) expect(description, name).toMatch(/\w/)
  })

  test('an element’s manifest says which property is reflected, and which states a style may select', () => {
    const [modal] = described.modules[0].declarations.filter(({ tagName }) => tagName === 'wallet-modal')
    const reflected = modal.members.filter(({ reflects }) => reflects)
    expect(reflected.map(({ name, attribute, type }) => [name, attribute, type.text])).toEqual([['open', 'open', 'boolean']])
    const states = modal.cssStates.map(({ name }) => name)
    expect(states).toEqual(['restoring', 'disconnected', 'connecting', 'connected'])
    for (const name of states)
      expect([all['wallet-modal'], all.theming].map((page) => page.includes(`:state(${name})`))).toEqual([true, true])
  })

  test('an event’s detail is written out: without named types, and complete', () => {
    const [modal] = described.modules[0].declarations.filter(({ tagName }) => tagName === 'wallet-modal')
    const detail = (event) => modal.events.find(({ name }) => name === event)?.type.text
    expect(detail('wallet-disconnected')).toContain("reason: 'user' | 'wallet' | 'expired' | 'error'")
    expect(detail('wallet-connected')).toMatch(
      /; networkId: CaipNetworkId; .*wallet: \{ id: string; name: string; .*; restored: boolean \}>$/,
    )
    for (const { name, type } of modal.events) expect(type.text, name).not.toMatch(/\n|\/\*|Reason\b|Source\b|Kind\b|Identity\b/)
  })

  test('every attribute has a type', () => {
    for (const { tagName, attributes } of described.modules[0].declarations)
      for (const { name, type } of attributes) expect(type?.text, `${tagName} ${name}`).toMatch(/\w/)
  })

  test('the playground’s code sets the theme where each framework lets it through', () => {
    const chosen = { src: 'w.js', attributes: [], button: [], theme: [['--wm-accent', '#07c']] }
    const selector = (language) => /^\s*(\S+) \{\n\s*--wm-accent/m.exec(codeFor(language, chosen))?.[1]
    // Angular keeps a component's styles within it, `:root` included.
    expect(languages.map(selector)).toEqual([':root', ':root', ':root', ':global(:root)', ':host'])
  })

  test('the README and the docs’ first page link to the playground', () => {
    for (const text of [readFileSync(at('README.md'), 'utf8'), all.index]) expect(text).toContain('/playground.html')
  })

  test('a framework’s sample imports the element, and no file that its reader lacks', () => {
    for (const path of ['react', 'vue', 'svelte', 'angular']) {
      const components = samplesOf(all[path]).filter(
        ({ text }) => text.includes('<wallet-modal') && /useState|signal|ref|\$state/.test(text),
      )
      expect(components.length, path).toBeGreaterThan(0)
      for (const { text } of components) expect(text, path).not.toMatch(/from '\.|import '\./)
      expect(all[path]).toContain("import 'wallet-modal'")
    }
  })

  test('a framework’s page reads who was connected before it listened, as where a server rendered it; Vue’s and Svelte’s did not', () => {
    for (const path of ['react', 'vue', 'svelte', 'angular'])
      expect(samplesOf(all[path]).filter(({ text }) => text.includes('state.account')).length, path).toBeGreaterThan(0)
  })

  test('the page of views has all of ours', () => {
    const source = readFileSync(at('src/views/index.ts'), 'utf8')
    const late = [...source.matchAll(/'([A-Z][\w ]+?) ?'/g)].flatMap(([, names]) => names.split(' '))
    const first = [...source.matchAll(/^ {2}([A-Z]\w+): \(\) =>/gm)].map(([, name]) => name)
    const ours = [...first, ...late]
    expect(ours.length).toBeGreaterThan(30)
    expect(ours.filter((name) => !all.views.includes(`\`${name}\``))).toEqual([])
  })

  test('the page of views has every view of other modals that ours lacks, with its replacement', () => {
    // All 53 of facts/state-and-routing §9, with those for e-mail of the frame protocol.
    const elsewhere = (
      'Connect Create ConnectWallets ConnectSocials AllWallets ConnectingWalletConnect ConnectingWalletConnectBasic ' +
      'ConnectingExternal ConnectingMultiChain ConnectingSocial ConnectingFarcaster ConnectingSiwe Downloads GetWallet ' +
      'WhatIsAWallet WhatIsANetwork WhatIsABuy Networks SwitchNetwork SwitchActiveChain UnsupportedChain Account ' +
      'AccountSettings Profile SwitchAddress Transactions WalletReceive WalletCompatibleNetworks WalletSend ' +
      'WalletSendSelectToken WalletSendPreview Swap SwapSelectToken SwapPreview OnRampProviders BuyInProgress ' +
      'OnRampActivity OnRampTokenSelect OnRampFiatSelect ChooseAccountName RegisterAccountName RegisterAccountNameSuccess ' +
      'SIWXSignMessage SmartSessionCreated SmartSessionList EmailLogin EmailVerifyOtp EmailVerifyDevice UpdateEmailWallet ' +
      'UpdateEmailPrimaryOtp UpdateEmailSecondaryOtp UpgradeEmailWallet ApproveTransaction'
    ).split(' ')
    expect(elsewhere).toHaveLength(53)
    const rows = all.views.split('\n').filter((line) => line.startsWith('| '))
    const ours = rows.flatMap((line) => [...(line.split(' | ')[0]?.matchAll(/`(\w+)`/g) ?? [])].map(([, name]) => name))
    const replaced = rows
      .filter((line) => line.split(' | ').length === 3)
      .flatMap((line) => (line.slice(2).split(' | ')[0] ?? '').split(',').map((name) => name.trim()))
    expect(elsewhere.filter((name) => !ours.includes(name) && !replaced.includes(name))).toEqual([])
  })

  test('the page of an error that a policy or another setup may cause says what to set; it only asked for patience', () => {
    for (const code of ['API_UNAVAILABLE', 'RPC_UNAVAILABLE', 'RELAY_UNREACHABLE', 'LOGIN_UNAVAILABLE'])
      expect(all[`errors/${code}`], code).toMatch(/^\*\*Remedy\.\*\* .*`connect-src`/m)
    expect(all['errors/PROJECT_ID_INVALID']).toMatch(/^\*\*Remedy\.\*\* .*dashboard/m)
    expect(all['errors/SIGN_IN_UNSUPPORTED']).toMatch(/^\*\*Cause\.\*\* .*https/m)
  })

  test('the page of theming has every custom property for hosts, and no other', () => {
    const source = readFileSync(at('elements/theme.ts'), 'utf8')
    const ours = [...source.matchAll(/^ {2}'(--wm-[\w-]+)': '/gm)].map(([, name]) => name)
    const told = [...all.theming.matchAll(/^\| `(--wm-[\w-]+)`/gm)].map(([, name]) => name)
    expect(ours.length).toBeGreaterThan(5)
    expect(told.sort()).toEqual(ours.sort())
  })

  test('each of the 36 promises is named by a test, every figure is in such a title, and the page has them all', async () => {
    const list = await promises()
    expect(list.map(({ number }) => number)).toEqual(Array.from({ length: 36 }, (_, index) => index + 1))
    const missing = list.flatMap(({ number, figures, tests }) =>
      figures.filter((figure) => !tests.some(({ title }) => title.includes(figure))).map((figure) => `${number}: ${figure}`),
    )
    expect(missing).toEqual([])
    for (const { number, figures, limit, tests } of list) {
      expect(figures.length, String(number)).toBeGreaterThan(0)
      const row = all.promises.split('\n').find((line) => line.startsWith(`| ${number} |`))
      for (const words of [limit, ...figures, ...tests.map(({ file }) => `\`${file}\``)]) expect(row).toContain(words)
    }
  })

  test('a title has the full figure of its count, and promises are named in lists', () => {
    const source = `const runs = inFull(10_000, 500)
test(\`promise 92: of \${runs} none\`, () => {
  kept('promise 93: x'
  test.each(Object.entries(a))("promise 94: y"
  ])('promise 95: z'
    'promise 96: %s',`
    expect(titlesIn(source)).toEqual([
      'promise 92: of 10,000 none',
      ...['promise 93: x', 'promise 94: y', 'promise 95: z', 'promise 96: %s'],
    ])
    expect(namedIn('promises 13, 14 and 16, fault 3: of 7 one')).toEqual([13, 14, 16])
    expect(namedIn('error: promise 18: lies')).toEqual([18])
  })

  test('promise 35: a script of another host is named by its version and its hash, in every text of the docs', () => {
    const texts = { ...all, README: readFileSync(at('README.md'), 'utf8'), llms: readFileSync(at('demo/docs/llms.txt'), 'utf8') }
    const scripts = Object.entries(texts).flatMap(([path, text]) =>
      [...text.matchAll(/<script\b[^>]*\bsrc="https?:[^>]*>/g)].map(([tag]) => ({ path, tag })),
    )
    expect(scripts.length).toBeGreaterThan(8)
    for (const { path, tag } of scripts)
      expect(tag, path).toMatch(/wallet-modal@(VERSION|\d+\.\d+\.\d+)\/[^"]+"\s+integrity="sha384-[^"]+"\s+crossorigin\s*>/)
  })
})
