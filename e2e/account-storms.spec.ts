import { inFull } from '../.ci/in-full.mjs'
import { addressOf, NETWORK, openAccount, openTab, row } from './account-page'
import { expectFault, followWayOut } from './faults/expect-fault'
import { emit, expect } from './fixtures'
import { test } from './own-provider'

const switches = inFull(5_000, 25)

/**
 * Runs in the page before anything else: holds back the answers to name lookups and gives them, stale ones too, when the test says
 * so and out of order. At each change on screen it checks that the name shown is the active account's.
 */
function answerNamesLate() {
  const real = window.fetch
  const waiting: { readonly address: string; readonly give: () => void }[] = []
  const seen = { shown: 0, stale: [] as string[], late: 0 }
  const inUse = () => document.querySelector('wallet-modal')?.state.account?.address.toLowerCase()
  window.fetch = (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.href)
    const [, kind, key = ''] = /^\/v1\/profile\/(reverse|account)\/([^/]+)$/.exec(pathname) ?? []
    if (!kind) return real(input, init)
    const address = kind === 'reverse' ? key.toLowerCase() : `0x${/^n-([^.]*)/.exec(key)?.[1]}`
    const record = { name: `n-${address.slice(2)}.reown.id`, addresses: { 60: { address } } }
    return new Promise((resolve) => {
      waiting.push({ address, give: () => resolve(Response.json(kind === 'reverse' ? [record] : record)) })
    })
  }
  const look = () => {
    const body = document.querySelector('wallet-modal')?.shadowRoot
    const name = /n-([0-9a-f]{40})\.reown\.id/.exec(body?.querySelector('[part=title]')?.textContent ?? '')?.[1]
    if (!name) return
    seen.shown++
    if (`0x${name}` !== inUse()) seen.stale.push(`${name} for ${inUse()}`)
  }
  addEventListener('DOMContentLoaded', () => {
    const root = () => document.querySelector('wallet-modal')?.shadowRoot
    const watch = setInterval(() => {
      const shadow = root()
      if (!shadow) return
      clearInterval(watch)
      new MutationObserver(look).observe(shadow, { subtree: true, childList: true, characterData: true })
    }, 10)
  })
  let turn = 0
  const lateNames = {
    seen,
    /** Gives `count` of the answers: the newest one, then the two oldest, and so on. */
    answer(count: number) {
      for (let given = 0; given < count && waiting.length > 0; given++) {
        const next = turn++ % 3 ? waiting.shift() : waiting.pop()
        if (next?.address !== inUse()) seen.late++
        next?.give()
      }
    },
  }
  Object.assign(window, { lateNames })
  return lateNames
}

test.describe('the provider', () => {
  const list = (...symbols: string[]) => ({
    balances: symbols.map((symbol, index) => ({
      ...{ name: `Token ${symbol}`, symbol, chainId: NETWORK, address: `${NETWORK}:0x${String(index + 1).padStart(40, '0')}` },
      ...{ value: 5, price: 5, quantity: { decimals: '18', numeric: '1' }, iconUrl: '' },
    })),
  })

  test(`error: fault 59, promise 16: an answer for the previous account is never shown after a switch, nor is one of ${switches} names that come out of order`, async ({
    page,
    provider,
  }) => {
    test.slow(switches > 1_000, 'a switch takes some 50 ms')
    await page.clock.install()
    await page.addInitScript(answerNamesLate)
    await provider.order({ path: `/v1/account/${addressOf(6)}/balance`, body: list('STALE'), delayMs: 2_500 })
    await provider.order({ path: `/v1/account/${addressOf(7)}/balance`, body: list('FRESH') })
    const dialog = await openAccount(page, provider, [addressOf(6)])
    await expect.poll(() => provider.asked(`/v1/account/${addressOf(6)}/balance`)).toBe(1)
    const abandoned = page.waitForEvent('requestfailed', (request) => request.url().includes(`${addressOf(6)}/balance`))
    const since = Date.now()
    await emit(page, 'accountsChanged', [addressOf(7)])
    await expect(row(dialog, 'Tokens', 'Token FRESH')).toBeVisible()
    expect((await abandoned).failure()?.errorText).toContain('ABORTED')
    await expect(dialog.getByText('Token STALE')).toHaveCount(0)
    await expectFault(page, '59', since)

    const names = await page.evaluateHandle(() => Reflect.get(window, 'lateNames') as ReturnType<typeof answerNamesLate>)
    const addresses = Array.from({ length: switches }, (_, index) => `0x${String(index + 1).padStart(40, '0')}`)
    for (const [index, address] of addresses.entries()) {
      await emit(page, 'accountsChanged', [address])
      // A wallet's changes are taken up once a second.
      await page.clock.fastForward(1_000)
      await names.evaluate((each, count) => each.answer(count), (index * 7) % 4)
    }
    const last = addresses.at(-1) ?? ''
    const nameOf = (address: string) => `n-${address.slice(2)}.reown.id`
    await expect(async () => {
      await names.evaluate((each) => each.answer(Number.POSITIVE_INFINITY))
      expect(await dialog.getByRole('heading').first().textContent()).toContain(nameOf(last))
    }).toPass({ timeout: 15_000 })
    const { shown, stale, late } = await names.evaluate((each) => each.seen)
    expect(stale).toEqual([])
    expect(shown).toBeGreaterThan(0)
    expect(late).toBeGreaterThan(switches / 2)
    await followWayOut(page, '59')
  })

  test('5,000 tokens, and a history of 10,000 as far as it is scrolled, keep only a few rows in the document', async ({
    page,
    provider,
  }) => {
    const owner = addressOf(9)
    const many = Array.from({ length: 5_000 }, (_, i) => ({
      ...{ name: `T${i} of a collection with a long name`, symbol: `T${i}`, chainId: NETWORK, iconUrl: '', value: 5000 - i },
      ...{ address: `${NETWORK}:0x${String(i + 1).padStart(40, '0')}`, price: 5000 - i },
      quantity: { decimals: '18', numeric: '1' },
    }))
    await provider.order({ path: `/v1/account/${owner}/balance`, body: { balances: many } })
    const dialog = await openAccount(page, provider, [owner])
    await expect(row(dialog, 'Tokens', 'T0').first()).toBeVisible()
    const nodes = () => dialog.evaluate((node) => node.querySelectorAll('*').length)
    expect(await nodes()).toBeLessThan(1_500)
    const scroll = (to: 'end' | 'start') =>
      dialog.locator('[part=body]').evaluate((node, end) => node.scrollTo(0, end ? node.scrollHeight : 0), to === 'end')
    await scroll('end')
    await expect(row(dialog, 'Tokens', 'T4999')).toBeVisible()
    expect(await nodes()).toBeLessThan(1_500)
    await expect(row(dialog, 'Tokens', 'T4999')).toHaveAttribute('aria-setsize', '5001')

    await page.route(`**/v1/account/${owner}/history**`, (route) => {
      const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0)
      const data = Array.from({ length: 50 }, (_, i) => ({
        id: `t${from + i}`,
        transfers: [],
        metadata: {
          ...{
            operationType: 'approve',
            hash: `0x${from + i}`,
            status: 'confirmed',
            sentFrom: owner,
            sentTo: owner,
            chain: NETWORK,
          },
          minedAt: new Date(Date.UTC(2025, 6, 1) - (from + i) * 3_600_000).toISOString(),
        },
      }))
      return route.fulfill({
        json: { data, next: from + 50 < 10_000 ? String(from + 50) : null },
        headers: { 'access-control-allow-origin': '*' },
      })
    })
    await scroll('start')
    await openTab(dialog, 'Activity')
    await expect(dialog.getByRole('heading', { name: 'June 2025' })).toBeVisible()
    for (let page = 0; page < 12; page++) {
      const before = await row(dialog, 'Activity', 'Approved').last().getAttribute('aria-setsize')
      await scroll('end')
      await expect.poll(() => row(dialog, 'Activity', 'Approved').last().getAttribute('aria-setsize')).not.toBe(before)
    }
    expect(await nodes()).toBeLessThan(1_500)
  })

  test('each refresh asks for each thing once, and a hidden page asks for nothing', async ({ page, provider }) => {
    await page.clock.install()
    const owner = addressOf(7)
    const asked = () => provider.asked(`/v1/account/${owner}/balance`)
    const dialog = await openAccount(page, provider, [owner])
    await expect(dialog).toContainText('$34,125,500.00')
    expect(await asked()).toBe(1)
    const answered = page.waitForResponse((response) => response.url().includes(`${owner}/balance`))
    await page.clock.fastForward(10_000)
    await (await answered).finished()
    expect(await asked()).toBe(2)
    const hide = (hidden: boolean) =>
      page.evaluate((now) => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => now })
        document.dispatchEvent(new Event('visibilitychange'))
      }, hidden)
    await hide(true)
    for (let times = 0; times < 3; times++) await page.clock.fastForward(10_000)
    // Visible again: one request, not one for each refresh that was skipped.
    await hide(false)
    await expect.poll(asked).toBe(3)
    expect(await provider.asked(`/v1/account/${owner}/history`)).toBe(0)
  })
})
