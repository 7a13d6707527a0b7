import { describe, expect, test } from 'vitest'
import { errorPages } from './docs.mjs'
import { vscodeData, webTypes } from './editor-data.mjs'
import { billOfMaterials, noticesOf } from './notices.mjs'
import { contentProblems } from './package.mjs'
import { at, readJson } from './root.mjs'

const exports = { '.': { types: './dist/types/a.d.ts', default: './dist/wallet-modal.js' } }
const complete = [
  ...['package.json', 'README.md', 'LICENSE', 'dist/wallet-modal.js', 'dist/wallet-modal.classic.js', 'dist/integrity.json'],
  ...['dist/custom-elements.json', 'dist/vscode.html-custom-data.json', 'dist/web-types.json', 'dist/sbom.cdx.json'],
  ...['dist/THIRD-PARTY-NOTICES.txt', 'dist/llms.txt', 'dist/docs/react.md', 'dist/docs/errors/USER_REJECTED.md'],
  ...['dist/types/a.d.ts', 'dist/chunks/core-1.js'],
  ...['dist/stack/demo/wallet/built/index.html', 'dist/stack/demo/secure/built/index.html'],
]

describe('contentProblems', () => {
  test('finds nothing in a complete package', () => {
    expect(contentProblems(complete, exports)).toEqual([])
  })
  test.each(['src/lib/caip.ts', 'dist/a.js.map', 'dist/a.test.js', '.env', 'dist/node_modules/a.js'])(
    'error: %s is packed',
    (file) => {
      expect(contentProblems([...complete, file], exports)).toEqual([`${file} is packed`])
    },
  )
  test('error: an export’s file is not packed', () => {
    expect(
      contentProblems(
        complete.filter((file) => !file.endsWith('.d.ts')),
        exports,
      ),
    ).toEqual(['dist/types/a.d.ts is not packed'])
  })
})

describe('package.json', () => {
  test('has the same types for tools that do not read exports, as TypeScript in ts-jest', () => {
    const { exports, typesVersions } = readJson(at('package.json'))
    const typed = Object.entries(exports).flatMap(([name, { types }]) => {
      return types ? [[name.slice(2) || 'index', [types.default ?? types]]] : []
    })
    expect(typesVersions['*']).toEqual(Object.fromEntries(typed))
  })
})

const element = {
  tagName: 'wallet-modal',
  attributes: [
    { name: 'mode', type: { text: 'localhost, testnet, production' } },
    { name: 'open', type: { text: 'present or absent' } },
    { name: 'rpc-url', type: { text: 'words of caip2=url, e.g. "eip155:56=https://rpc.example"' } },
  ],
  members: [
    { kind: 'field', name: 'open', type: { text: 'boolean' } },
    { kind: 'method', name: 'show' },
  ],
  events: [{ name: 'wallet-open', type: { text: 'CustomEvent<{ view: ViewName }>' } }],
  cssParts: [{ name: 'dialog', description: 'the dialog itself' }],
}

describe('vscodeData', () => {
  test('offers an attribute’s values if it takes one of a few', () => {
    expect(vscodeData([element]).tags[0].attributes).toEqual([
      {
        name: 'mode',
        description: 'Expects localhost, testnet, production',
        values: [{ name: 'localhost' }, { name: 'testnet' }, { name: 'production' }],
      },
      { name: 'open', description: 'Expects present or absent', valueSet: 'v' },
      { name: 'rpc-url', description: 'Expects words of caip2=url, e.g. "eip155:56=https://rpc.example"' },
    ])
  })
})

describe('webTypes', () => {
  test('has attributes with their values, properties, events and parts', () => {
    const [described] = webTypes([element], { name: 'wallet-modal', version: '1.0.0' }).contributions.html.elements
    expect(described.attributes.map(({ name, value }) => [name, value.type])).toEqual([
      ['mode', "'localhost' | 'testnet' | 'production'"],
      ['open', 'boolean'],
      ['rpc-url', 'string'],
    ])
    expect(described.js.properties.map(({ name }) => name)).toEqual(['open'])
    expect(described.js.events.map(({ name }) => name)).toEqual(['wallet-open'])
    expect(described.css.parts.map(({ name }) => name)).toEqual(['dialog'])
  })
})

const packages = [
  { name: '@a/b', version: '1.0.0', licence: 'MIT', text: 'Be free.' },
  { name: 'c', version: '2.0.0', licence: '(MIT OR Apache-2.0)', text: 'Be free.' },
  { name: 'd', version: '3.0.0', licence: 'ISC', text: '' },
]

describe('noticesOf', () => {
  test('names every package, and has each licence text once', () => {
    const text = noticesOf(packages)
    for (const { name, version, licence } of packages) expect(text).toContain(`${name} ${version} (${licence})`)
    expect(text.match(/Be free\./g)).toHaveLength(1)
    expect(text).toContain('no text of the licence')
  })
})

describe('billOfMaterials', () => {
  const own = { name: 'wallet-modal', version: '1.0.0', license: 'MIT', description: 'x' }
  const bill = billOfMaterials(packages, own)
  test('lists each package by its package URL, with its licence', () => {
    expect(bill.components.map(({ purl, licenses }) => [purl, licenses[0]])).toEqual([
      ['pkg:npm/%40a/b@1.0.0', { license: { id: 'MIT' } }],
      ['pkg:npm/c@2.0.0', { expression: '(MIT OR Apache-2.0)' }],
      ['pkg:npm/d@3.0.0', { license: { id: 'ISC' } }],
    ])
    expect(bill.dependencies[0].dependsOn).toHaveLength(3)
  })
  test('is the same for the same packages, and has another serial number for others', () => {
    expect(billOfMaterials(packages, own)).toEqual(bill)
    expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(billOfMaterials(packages.slice(1), own).serialNumber).not.toBe(bill.serialNumber)
  })
})

describe('errorPages', () => {
  test('say of a canceled call that no event reports it', async () => {
    const { 'ABORTED.md': page } = await errorPages()
    expect(page).toContain("if (error.code !== 'ABORTED') throw error")
    expect(page).not.toMatch(/gets `wallet-error`|addEventListener/)
  })
  test('has a page for each code, with its text, a cause and a remedy, and lists it in the index', async () => {
    const pages = await errorPages()
    expect(Object.keys(pages).length).toBeGreaterThan(110)
    expect(pages['USER_REJECTED.md']).toContain('> Request declined')
    for (const [file, text] of Object.entries(pages)) {
      if (file === 'README.md') continue
      expect(text).toMatch(/\*\*Cause\.\*\* \S.+\n\n\*\*Remedy\.\*\* \S/)
      expect(pages['README.md']).toContain(`(${file})`)
    }
  })
})
