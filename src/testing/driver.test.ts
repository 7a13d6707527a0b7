import { describe, expect, test } from 'vitest'
import { fromPlaywright, type PageLike, until } from './driver'

const GONE = 'page.evaluate: Execution context was destroyed, most likely because of a navigation'

describe('until', () => {
  test('looks again after the site navigates meanwhile', async () => {
    const looks = [GONE, GONE, undefined]
    const look = async () => {
      const wrong = looks.shift()
      if (wrong) throw new Error(wrong)
      return 'there'
    }
    expect(await until(look, () => 'never')).toBe('there')
  })

  test('error: any other error is thrown at once', async () => {
    const look = () => Promise.reject(new Error('No mock wallet "Baker" is in this page.'))
    await expect(until(look, () => 'never')).rejects.toThrow('No mock wallet "Baker"')
  })
})

test('error: a wallet that the dialog does not list is named', async () => {
  const click = () => Promise.reject(new Error('locator.click: Timeout 10000ms exceeded.'))
  const locator: Record<string, unknown> = { isVisible: async () => true, click }
  for (const name of ['first', 'getByRole', 'getByText']) locator[name] = () => locator
  const page = { evaluate: async () => ({ open: true }), getByRole: () => locator }
  await expect(fromPlaywright(page as unknown as PageLike).choose({ name: 'Baker' })).rejects.toThrow(
    'The dialog offers no wallet "Baker".',
  )
})

test.each([
  ['ConnectingWallet', [{ view: 'Connect', namespace: undefined }]],
  ['Account', [{ view: 'Connect', namespace: undefined }]],
  ['Connect', []],
  ['AllWallets', []],
])('a dialog that is open at %s lists the wallets before one is clicked', async (first, expected) => {
  let view = first
  const shown: unknown[] = []
  const pressed: string[] = []
  const locator: Record<string, unknown> = { isVisible: async () => true, click: async () => void pressed.push(view) }
  for (const name of ['first', 'getByRole', 'getByText']) locator[name] = () => locator
  const evaluate = async (_: unknown, given: { show?: { view: string } } | string) => {
    // Whether there are two of its name.
    if (typeof given === 'string') return false
    if (given.show) shown.push(given.show)
    view = given.show?.view ?? view
    return { open: true, status: 'disconnected', view }
  }
  await fromPlaywright({ evaluate, getByRole: () => locator } as unknown as PageLike).choose({ name: 'Baker' })
  expect([shown, pressed]).toEqual([expected, [expected.length > 0 ? 'Connect' : first]])
})

test('error: the function that the page runs uses nothing of this module', async () => {
  const sent: string[] = []
  const page = { evaluate: async (run: unknown) => void sent.push(String(run)) } as unknown as PageLike
  await fromPlaywright(page)
    .seen()
    .catch(() => {})
  // On the page there is nothing of this module.
  const run = new Function('document', `return (${sent[0]})({})`)
  expect(await run({ querySelector: () => null, querySelectorAll: () => [] })).toMatchObject({ status: 'absent', open: false })
})
