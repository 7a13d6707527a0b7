import { expect, test } from 'vitest'
import { chains } from '../src/state/chains'
import { showStatus } from './status'

/** An element's internals with these states. */
const internals = (states: Pick<Set<string>, 'add' | 'clear'> | undefined) => ({ states }) as unknown as ElementInternals

test('an element has its status as a state, and that it is embedded', () => {
  const states = new Set(['restoring'])
  showStatus(internals(states), false)
  expect([...states]).toEqual([chains.status])
  showStatus(internals(states), true)
  expect([...states]).toEqual([chains.status, 'embedded'])
})

test('a browser without custom states, or without these names (Chromium before 125), gets none', () => {
  const refused: string[] = []
  const add = (name: string): never => {
    refused.push(name)
    throw new DOMException(`'${name}' must start with '--'.`, 'SyntaxError')
  }
  showStatus(internals({ add, clear() {} }), true)
  showStatus(internals(undefined), true)
  showStatus(undefined, true)
  expect(refused).toEqual([chains.status])
})
