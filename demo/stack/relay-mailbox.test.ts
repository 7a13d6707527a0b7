import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMailboxes, type Letter } from './relay-mailbox'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function setUp() {
  const delivered: [client: string, message: string][] = []
  const letters: Letter[] = []
  const mailboxes = createMailboxes((client, letter) => {
    delivered.push([client, letter.message])
    letters.push(letter)
  })
  return { delivered, letters, mailboxes }
}

const letter = (message: string, ttl = 60) => ({ topic: 't', message, ttl, tag: 1108 })

describe('createMailboxes', () => {
  test('a letter goes to the other subscribers and never back to its sender', () => {
    const { delivered, mailboxes } = setUp()
    for (const client of ['app', 'wallet', 'tablet']) mailboxes.subscribe(client, 't')
    mailboxes.publish('app', letter('hello'))
    expect(delivered).toEqual([
      ['wallet', 'hello'],
      ['tablet', 'hello'],
    ])
  })

  test('a letter waits for a client that subscribes later', async () => {
    const { delivered, mailboxes } = setUp()
    mailboxes.publish('app', letter('early'))
    mailboxes.subscribe('wallet', 't')
    expect(delivered).toEqual([])
    await Promise.resolve()
    expect(delivered).toEqual([['wallet', 'early']])
  })

  test('a letter is delivered with each subscription until it is acknowledged', async () => {
    const { delivered, letters, mailboxes } = setUp()
    mailboxes.publish('app', letter('again'))
    mailboxes.subscribe('wallet', 't')
    await Promise.resolve()
    mailboxes.subscribe('wallet', 't')
    await Promise.resolve()
    expect(delivered).toHaveLength(2)
    letters[0]?.acked.add('wallet')
    mailboxes.subscribe('wallet', 't')
    await Promise.resolve()
    expect(delivered).toHaveLength(2)
  })

  test('a letter past its ttl is gone', async () => {
    const { delivered, mailboxes } = setUp()
    mailboxes.publish('app', letter('old', 30))
    mailboxes.publish('app', letter('young', 31))
    vi.advanceTimersByTime(30_000)
    mailboxes.subscribe('wallet', 't')
    await Promise.resolve()
    expect(delivered).toEqual([['wallet', 'young']])
  })

  test('fetched letters are not delivered again', async () => {
    const { delivered, mailboxes } = setUp()
    mailboxes.publish('app', letter('once'))
    expect(mailboxes.fetch('wallet', ['t']).map(({ message }) => message)).toEqual(['once'])
    expect(mailboxes.fetch('wallet', ['t'])).toEqual([])
    mailboxes.subscribe('wallet', 't')
    await Promise.resolve()
    expect(delivered).toEqual([])
  })

  test('a client that has left or unsubscribed gets nothing more', () => {
    const { delivered, mailboxes } = setUp()
    mailboxes.subscribe('wallet', 't')
    mailboxes.subscribe('tablet', 't')
    mailboxes.leave('wallet')
    mailboxes.unsubscribe('tablet', 't')
    mailboxes.publish('app', letter('nobody'))
    expect(delivered).toEqual([])
  })

  test('a topic without listeners and letters is forgotten', () => {
    const { mailboxes } = setUp()
    mailboxes.publish('app', letter('short', 1))
    expect(mailboxes.sweep()).toBe(1)
    vi.advanceTimersByTime(1000)
    expect(mailboxes.sweep()).toBe(0)
  })
})
