import { expect, test } from 'vitest'
import { dependenciesPage, heldBy, reviewProblems } from './docs-dependencies.mjs'

test('a build’s contents are summed for each release and part', () => {
  const chunk = (...modules) => [{ modules: modules.map(([id, bytes]) => ({ id, bytes })) }]
  const lists = [
    ['element', chunk(['node_modules/a/x.js', 10], ['node_modules/a/y.js', 5], ['src/lib/caip.ts', 99])],
    ['testing', chunk(['/root/node_modules/b/node_modules/@c/d/x.js'])],
  ]
  expect(heldBy(lists, (folder) => folder)).toEqual({
    'node_modules/a': { element: 15 },
    'node_modules/b/node_modules/@c/d': { testing: 0 },
  })
})

test('error: a package without a reason, and a reason without its package, are reported', async () => {
  const problems = await reviewProblems([{ name: 'left-pad' }, { name: 'react', why: 'x' }])
  expect(problems).toContain('left-pad is shipped, and demo/docs/dependencies.ts does not say why')
  expect(problems).toContain('viem is explained in demo/docs/dependencies.ts, and is not shipped')
  expect(problems.join()).not.toMatch(/\breact is\b/)
})

test('a release with its own reason is found by it, and reported once it is no longer included', async () => {
  const own = 'viem@2.31.0 is explained in demo/docs/dependencies.ts, and is not shipped'
  expect(await reviewProblems([{ name: 'viem', version: '2.57.1', why: 'x' }])).toContain(own)
  expect(await reviewProblems([{ name: 'viem', version: '2.31.0', why: 'x' }])).not.toContain(own)
})

test('every row of the page has its licence and reason', async () => {
  for (const row of (await dependenciesPage()).split('\n').filter((line) => line.startsWith('| `')))
    expect(row).toMatch(/^\| `[^`]+` \| \d+\.\d+\.\d+\S* \| [^|]*\S \| [a-z]+ \d+\.\d(?:, [a-z]+ \d+\.\d)* \| \S[^|]+\. \|$/)
})
