import { expect, test } from 'vitest'
import { chains } from '../src/state/chains'
import { showStatus } from './status'

/** An element's internals with these states. */
const internals = (states: Pick<Set<string>, 'add' | 'clear'> | undefined) => ({ states }) as unknown as ElementInternals

test('the status is the element’s only state', () => {
  const states = new Set(['restoring'])
  showStatus(internals(states))
  expect([...states]).toEqual([chains.status])
})

test('a browser without custom states, or without these names (Chromium before 125), gets none', () => {
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
