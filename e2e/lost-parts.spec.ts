import type { Page } from '@playwright/test'
import { details, expect, openBare, test, untilTold } from './fixtures'
import { openOrigin } from './restore-page'

/** The outcome of every method that loads a chunk: its value, `settled`, or the error's code. */
const endings = (page: Page) =>
  page.evaluate(async () => {
    const modal = document.querySelector('wallet-modal')
    if (!modal) return {}
    const calls: Record<string, () => Promise<unknown>> = {
      disconnect: () => modal.disconnect(),
      signOut: () => modal.signOut(),
      diagnose: () => modal.diagnose(),
      connect: () => modal.connect(),
      watch: () => modal.connect({ wallet: 'watch', address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }),
      switchNetwork: () => modal.switchNetwork('eip155:42161'),
      signIn: () => modal.signIn(),
      loginFetch: () => modal.loginFetch('/'),
      assist: () => modal.assist({ target: '', reason: '' }),
    }
    const ends: [string, unknown][] = []
    for (const [name, call] of Object.entries(calls))
      ends.push([
        name,
        (await call().catch((error: unknown) => Reflect.get(Object(error), 'code') ?? String(error))) ?? 'settled',
      ])
    return Object.fromEntries(ends)
  })

const ended = {
  disconnect: 'settled',
  signOut: 'settled',
  diagnose: { checks: [{ name: 'Script', ok: false }], text: expect.stringContaining('FAIL Script: ') },
  connect: 'CONNECT_FAILED',
  watch: 'CONNECT_FAILED',
  switchNetwork: 'CONNECT_FAILED',
  signIn: 'CONNECT_FAILED',
  loginFetch: 'CONNECT_FAILED',
  assist: 'CONNECT_FAILED',
}

test.describe('methods whose chunks a new release has removed', () => {
  for (const [kept, lost] of [
    ['none is left', /\/chunks\//],
    ['only the first is left', /\/chunks\/(?!calls-)/],
  ] as const)
    test(`error: ${kept}: each resolves as it promises, or rejects with a code, and works again later`, async ({
      page,
      urls,
      stackAttributes,
      witness,
    }) => {
      await openBare(page, urls, { ...stackAttributes, 'sign-in': 'optional' })
      await untilTold(page, 'wallet-ready')
      await page.route(lost, (route) => route.abort())
      expect(await endings(page)).toMatchObject(ended)
      const told = await details(page, 'wallet-error')
      expect(told).toHaveLength(Object.keys(ended).length)
      expect(told.slice(0, 2)).toMatchObject([{ code: 'DISCONNECT_FAILED' }, { code: 'DISCONNECT_FAILED' }])
      expect(witness.pageErrors).toEqual([])
      expect(witness.consoleErrors.length).toBeGreaterThan(0)

      await page.unroute(lost)
      const later = await page.evaluate(async () => {
        const modal = document.querySelector('wallet-modal')
        await modal?.switchNetwork('eip155:42161')
        const account = await modal?.connect({ wallet: 'watch', address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' })
        await modal?.disconnect()
        return [account?.caipAddress, modal?.state.status]
      })
      expect(later).toEqual(['eip155:42161:0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 'disconnected'])
    })
})

test('error: settings whose chunks are gone cause no unhandled rejection, and the rest works', async ({
  page,
  urls,
  stackAttributes,
  witness,
}) => {
  await openBare(page, urls, stackAttributes)
  await untilTold(page, 'wallet-ready')
  const warned: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning') warned.push(message.text())
  })
  await page.route(/\/chunks\//, (route) => route.abort())
  await page.evaluate(() => {
    const network = { id: 7, name: 'Seven', nativeCurrency: { name: 'Coin', symbol: 'C', decimals: 18 } }
    Object.assign(document.querySelector('wallet-modal') ?? {}, {
      themeVariables: { '--wm-accent': '#07c' },
      customNetworks: [network],
      networks: [network],
      externalConnectors: [{ id: 'own', name: 'Own Wallet', provider: { request: async () => [] } }],
      customWallets: [{ id: 'listed', name: 'Listed Wallet' }],
      messages: { page: { connectWallet: 'Log in' } },
    })
  })
  await expect.poll(() => warned.filter((text) => text.includes('a part did not load')).length).toBe(6)
  expect(witness.pageErrors).toEqual([])
  await page.unroute(/\/chunks\//)
  await page.evaluate(() => document.querySelector('wallet-modal')?.show())
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('error: a tab that cannot follow another because its chunks are gone causes no unhandled rejection', async ({
  page,
  context,
  urls,
  stackAttributes,
  witness,
}) => {
  await openBare(page, urls, stackAttributes)
  await untilTold(page, 'wallet-ready')
  await page.route(/\/chunks\//, (route) => route.abort())
  const warned = page.waitForEvent('console', (message) => message.text().includes('a part did not load'))
  const other = await context.newPage()
  await openOrigin(other, urls)
  await other.evaluate(() => new BroadcastChannel('wallet-modal:connections').postMessage('changed'))
  await warned
  expect(witness.pageErrors).toEqual([])
})
