import { expect, test } from 'vitest'
import { attributeNames, propertyOf } from './attributes'
import { misspelt } from './misspelt'

const withAttributes = (...names: string[]) => ({ getAttributeNames: () => names }) as Element

test('attributes without hyphens, plural or their script are reported, each with what to write', () => {
  expect(misspelt(withAttributes('projectid', 'network', 'sign_in', 'signinmode', 'themevariables'))).toEqual([
    ['projectid', 'write project-id'],
    ['network', 'write networks'],
    ['sign_in', 'write sign-in'],
    ['signinmode', 'write sign-in'],
    ['themevariables', 'set the property themeVariables from a script'],
  ])
})

test('the page’s own attributes and ours are not reported', () => {
  const own = [
    'id',
    'class',
    'style',
    'lang',
    'hidden',
    'data-theme',
    'data-turbo-permanent',
    'x-persist',
    '_ngcontent-a',
    ':key',
  ]
  expect(misspelt(withAttributes(...own, ...attributeNames))).toEqual([])
  // Nor is one of ours taken for another.
  for (const name of attributeNames)
    expect(
      misspelt(withAttributes(propertyOf(name).toLowerCase())).every(([, text]) => text.endsWith(` ${name}`)),
      name,
    ).toBe(true)
})

test('what a server wrote of a property that is set by now is not reported: Svelte’s server writes each one as an attribute', () => {
  const element = (set: object) =>
    Object.assign(withAttributes('projectid', 'themevariables', 'customnetworks', 'siwx', 'networks'), {
      given: {},
      themeVariables: {},
      customNetworks: [],
      ...set,
    })
  const advised = (set: object) => misspelt(element(set)).map(([name]) => name)
  expect(advised({})).toEqual(['projectid', 'themevariables', 'customnetworks', 'siwx'])
  class Siwx {}
  const set = { themeVariables: { '--wm-accent': '#07c' }, customNetworks: [{ id: 1 }], siwx: new Siwx() }
  expect(advised({ ...set, given: { projectId: 'a' } })).toEqual([])
})
