import { describe, expect, test } from 'vitest'
import { budget, graphOf } from './size.mjs'

const chunk = (file, imports, ...ids) => ({ file, facade: ids[0] ?? null, imports, modules: ids.map((id) => ({ id, bytes: 1 })) })
const good = [
  chunk('wallet-modal.js', [], 'elements/index.ts', 'node_modules/valtio/x.js'),
  chunk('chunks/views.js', ['chunks/runtime.js'], 'elements/wallet-modal-views.tsx', 'node_modules/react-dom/x.js'),
  chunk('chunks/runtime.js', []),
  chunk('chunks/Connect.js', ['chunks/views.js'], 'src/views/Connect.tsx'),
  chunk('chunks/Account.js', ['chunks/views.js'], 'src/views/Account.tsx'),
  chunk('chunks/eip155.js', ['chunks/shared.js'], 'src/adapters/eip155.ts', 'node_modules/viem/x.js'),
  chunk('chunks/shared.js', [], 'src/lib/format.ts'),
]
const broken = ({ facts }) => facts.filter(({ holds }) => !holds).map(({ text }) => text)

describe('graphOf', () => {
  test('what loads with a file is all its imports, direct and indirect', () => {
    expect([...graphOf(good).loadedWith('chunks/Connect.js')]).toEqual([
      'chunks/Connect.js',
      'chunks/views.js',
      'chunks/runtime.js',
    ])
  })
})

describe('budget', () => {
  test('counts what each part adds to what has loaded before', () => {
    const rows = Object.fromEntries(budget(good).rows.map(({ name, files, limit }) => [name, [files.length, limit]]))
    expect(rows).toEqual({
      core: [1, 20],
      'core + live (a restored session)': [1, undefined],
      'core + live + first painted modal': [4, 110],
      eip155: [2, 42],
      'src/views/Account.tsx': [1, 42],
    })
  })
  test('all facts hold for a correct graph', () => {
    expect(broken(budget(good))).toEqual([])
  })
  test('error: React in core is named', () => {
    const chunks = good.map((each) => (each.file === 'wallet-modal.js' ? { ...each, imports: ['chunks/views.js'] } : each))
    expect(broken(budget(chunks))).toEqual([
      'the script tag loads one file, nothing else',
      'the modal and its first view are chunks outside core',
      'react-dom does not load with the script tag',
    ])
  })
  test('error: viem in the first view is named, also a nested copy', () => {
    const chunks = good.map((each) =>
      each.file === 'chunks/Connect.js'
        ? { ...each, modules: [{ id: 'node_modules/a/node_modules/viem/x.js', bytes: 1 }] }
        : each,
    )
    expect(broken(budget(chunks))).toContain('viem does not load with the first view')
  })
  test('error: React with a part that the page itself loads, as the seal on a button, is named', () => {
    const chunks = [...good, chunk('chunks/seal.js', ['chunks/views.js'], 'elements/seal.ts')]
    expect(broken(budget(chunks))).toEqual(['react-dom does not load with any wallet, chain or language'])
  })
  test('error: a chunk that imports the entry by its own URL is named', () => {
    const chunks = good.map((each) =>
      each.file === 'chunks/Account.js' ? { ...each, imports: [...each.imports, 'wallet-modal.js'] } : each,
    )
    expect(broken(budget(chunks))).toEqual(['no chunk loads the entry, whose address is the page’s to choose'])
  })
})
