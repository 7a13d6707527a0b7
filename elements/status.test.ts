import { expect, test } from 'vitest'
import { chains } from '../src/state/chains'
import { showStatus } from './status'

/** An element's internals with these names of states. */
const internals = (states: Pick<Set<string>, 'add' | 'clear'> | undefined) => ({ states }) as unknown as ElementInternals

test('the status is a state of the element, and no other is', () => {
  const states = new Set(['restoring'])
  showStatus(internals(states))
  expect([...states]).toEqual([chains.status])
})

test('a browser that has no states, or none of these names (Chromium before 125), is left without', () => {
  const refused: string[] = []
  const add = (name: string): never => {
    refused.push(name)
    throw new DOMException(`'${name}' must start with '--'.`, 'SyntaxError')
  }
  showStatus(internals({ add, clear() {} }))
  showStatus(internals(undefined))
  showStatus(undefined)
  expect(refused).toEqual([chains.status])
})
