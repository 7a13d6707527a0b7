import fc from 'fast-check'
import { erc20Abi, formatUnits, parseEther, parseUnits } from 'viem'
import { inFull } from '../.ci/in-full.mjs'
import { shortAmount } from '../src/lib/short-figures'
import {
  type Address,
  addressOf,
  chain,
  dollar,
  mined,
  NETWORK,
  openAccount,
  openTab,
  row,
  set,
  shortOf,
  somebody,
  wallet,
} from './account-page'
import { expectFault } from './faults/expect-fault'
import { details, emit, expect } from './fixtures'
import { test } from './own-provider'
import { scan } from './qr'
import { expectEvent, expectState, phone, show } from './site'

const odd = inFull(5_000, 100)
const switches = inFull(5_000, 25)

/**
 * Runs in the page before anything else: names of accounts come when they are let, in an order of their own, also those that nobody
 * waits for any more. Each time that what is on screen changes, it is looked at whether the name there is the account's.
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
    /** Lets so many of them come, the newest and the oldest in turn. */
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

test('what the account shows is what the chain says, and a payment is in it without a reload', async ({ page, provider }) => {
  if (!dollar) throw new Error('A token is expected')
  await page.clock.install()
  const [owner, friend] = [await somebody(), addressOf(6)]
  const { address } = owner.account
  const pay = { address: dollar.address as Address, abi: erc20Abi, functionName: 'transfer' } as const
  await mined(wallet(0).writeContract({ ...pay, args: [address, parseUnits('1234.567891', 6)] }))
  const dialog = await openAccount(page, provider, [address])
  await expect(row(dialog, 'Tokens', 'Ether')).toContainText('100 ETH')
  await expect(row(dialog, 'Tokens', dollar.symbol)).toContainText('1,234.5678 DUSD')
  await expect(row(dialog, 'Tokens', dollar.symbol)).toContainText('$1,234.56')
  await expect(dialog.getByRole('link', { name: /^Block explorer/ })).toHaveAttribute(
    'href',
    `https://sepolia.arbiscan.io/address/${address}`,
  )

  await openTab(dialog, 'Activity')
  await expect(row(dialog, 'Activity', 'Received DUSD')).toContainText('+1,234.5678')
  const hash = await mined(owner.sendTransaction({ to: friend, value: parseEther('2.5') }))
  await page.clock.fastForward(10_000)
  const sent = row(dialog, 'Activity', 'Sent ETH')
  await expect(sent).toContainText('−2.5')
  await openTab(dialog, 'Tokens')
  const left = formatUnits(await chain().getBalance({ address }), 18)
  await expect(row(dialog, 'Tokens', 'Ether')).toContainText(shortAmount(left, 'ETH', 'en'))

  await openTab(dialog, 'Activity')
  await sent.getByRole('button').click()
  const detail = page.getByRole('dialog', { name: 'Sent ETH' })
  await expect(detail).toContainText('Confirmed')
  for (const whole of [address, friend]) await expect(detail.getByText(whole)).toBeAttached()
  await expect(detail.getByRole('link', { name: 'View in the block explorer' })).toHaveAttribute(
    'href',
    `https://sepolia.arbiscan.io/tx/${hash}`,
  )
  await detail.getByRole('button', { name: 'Back' }).click()
  await expect(dialog.getByRole('tab', { name: 'Activity' })).toHaveAttribute('aria-selected', 'true')

  // What the host does not want offered is not there; what it does is, even by itself.
  const actions = dialog.getByRole('group', { name: 'Actions' }).getByRole('button')
  await expect(actions).toHaveText(['Send', 'Swap', 'Buy', 'Receive'])
  await set(page, { features: 'receive nfts' })
  await expect(actions).toHaveText(['Receive'])
  await expect(dialog.getByRole('tab')).toHaveText(['Tokens', 'NFTs'])
})

test.describe('on a phone', () => {
  test.use(phone)
  test('promise 15: the address is shown whole, as a code and by networks, and nothing is wider than the sheet', async ({
    page,
    provider,
  }) => {
    const dialog = await openAccount(page, provider, [addressOf(8)])
    await expect(dialog).toContainText('$34,125,500.00')
    const isInside = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.viewport.width)
    await isInside()
    await dialog.getByRole('button', { name: 'Receive' }).click()
    const receive = page.getByRole('dialog', { name: 'Receive' })
    await expect(receive.getByRole('img', { name: /QR/ })).toBeVisible()
    // An address by EIP-681, that of a payment in coins of this chain.
    await expect.poll(() => scan(page)).toBe(`ethereum:${addressOf(8)}@421614`)
    await expect(receive.getByText(addressOf(8))).toBeAttached()
    await expect(receive).toContainText('Arbitrum Sepolia or Localhost')
    await isInside()
    await receive.getByRole('button', { name: 'Copy address' }).click()
    await expect(receive.getByText('Copied the address')).toBeAttached()
    await show(page, 'Receive')
    await expect(receive).toBeVisible()
  })
})

test('collectibles are what the history brought, without the baits', async ({ page, provider }) => {
  const dialog = await openAccount(page, provider, [addressOf(1)])
  await openTab(dialog, 'NFTs')
  const nfts = dialog.getByRole('tabpanel', { name: 'NFTs' })
  for (const name of ['Rosette 4', 'Rosette 5']) await expect(nfts.getByText(name)).toBeVisible()
  // Of an ERC-1155, as many as there are.
  await expect(nfts.locator('figure').filter({ hasText: 'Guilloche print 1' })).toContainText('3 of them')
  await expect(nfts.getByText('1 hidden as spam')).toBeVisible()
  await expect(nfts.getByText(/Claim/)).toHaveCount(0)

  // Pictures come when they are in sight, are no larger than their place, and one that fails leaves a drawing of ours.
  const tile = nfts.locator('figure').filter({ hasText: 'Rosette 4' })
  const picture = tile.locator('img')
  await expect(picture).toHaveAttribute('loading', 'lazy')
  const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {}
  expect(width).toBeGreaterThan(100)
  expect(width).toBeLessThan(200)
  expect(height).toBe(width)
  await picture.dispatchEvent('error')
  await expect(picture).toHaveCount(0)
  await expect(tile.locator('svg')).toBeVisible()
  await expect(tile).toContainText('Rosette 4')
  await openTab(dialog, 'Activity')
  await expect(row(dialog, 'Activity', 'Minted Rosette 4')).toBeVisible()
  await expect(row(dialog, 'Activity', 'Claim')).toHaveCount(0)
})

test('our own transaction is there before any index tells it, after a reload too, and once when it does', async ({
  page,
  provider,
}) => {
  const hash = await wallet(4).sendTransaction({ to: addressOf(3), value: parseEther('0.25') })
  const owner = `${NETWORK}:${addressOf(4)}`
  const own = {
    owner,
    networkId: NETWORK,
    hash,
    kind: 'send',
    at: Date.now(),
    to: addressOf(3),
    amount: '0.25',
    symbol: 'ETH',
    status: 'pending',
  }
  await page.addInitScript(
    (kept) => {
      localStorage['wallet-modal:pending-transactions'] ??= kept
    },
    JSON.stringify([own]),
  )
  const history = `**/v1/account/${addressOf(4)}/history**`
  await page.route(history, (route) =>
    route.fulfill({ json: { data: [], next: null }, headers: { 'access-control-allow-origin': '*' } }),
  )
  // The tokens never come: what they would bring along the activity has by itself.
  await page.route(`**/v1/account/${addressOf(4)}/balance**`, () => {})
  const dialog = await openAccount(page, provider, [addressOf(4)])
  await openTab(dialog, 'Activity')
  const sent = row(dialog, 'Activity', 'Sent ETH')
  await expect(sent).toHaveCount(1)
  await expect(sent).toContainText('Pending')
  await expect(sent.getByRole('button')).toHaveCSS('display', 'flex')
  await expect(sent).toContainText(`To ${addressOf(3).slice(0, 6)}…${addressOf(3).slice(-4)}`)
  await page.unroute(history)
  await openTab(dialog, 'Tokens')
  await openTab(dialog, 'Activity')
  await expect(sent).toHaveCount(1)
  await expect.poll(() => page.evaluate(() => localStorage['wallet-modal:pending-transactions'])).toBe('[]')
})

test('another account of the wallet is a press away; a name is shown only where it leads back, and is asked for once in five minutes', async ({
  page,
  provider,
}) => {
  await page.clock.install()
  const [alice, other] = [addressOf(0), addressOf(2)]
  const identity = (address: string) => `/v1/identity/${address}`
  const avatar = `${provider.url}/public/getAssetImage/alice.eth`
  // As the name service of the chain says, which the provider does not heed here.
  await provider.order({ path: identity(other), body: { name: 'alice.eth', avatar } })
  const inUse = await openAccount(page, provider, [alice, other], { chainId: '0x1', attributes: { networks: 'eip155:1' } })
  const named = page.getByRole('dialog', { name: 'alice.eth' })
  await expect(named.getByRole('button', { name: `Copy address ${shortOf(alice)}` })).toBeVisible()
  await expect(inUse.locator('[part=avatar] img')).toHaveAttribute('src', avatar)
  await expect(inUse.locator('[part=avatar] img')).toBeVisible()
  const choose = async (from: string, to: string, read?: Promise<unknown>) => {
    await inUse.getByRole('button', { name: from, exact: true }).click()
    const own = page.getByRole('dialog', { name: 'Your account' })
    await own
      .getByRole('listitem')
      .filter({ hasText: shortOf(to) })
      .getByRole('button')
      .click()
    await expectEvent(page, 'wallet-account-changed', { caipAddress: `eip155:1:${to}` })
    // What a view that goes has not been answered is asked anew by the next one.
    await read
    await own.getByRole('button', { name: 'Back' }).click()
    // It is on its way out for a moment, and the next one looks after its facts once it is there.
    await expect(page.locator('.your-account')).toHaveCount(0)
    // Whatever a wallet that changes its mind sets off is done once a second.
    await page.clock.fastForward(1_000)
  }
  const reverse = page.waitForResponse((response) => response.url().includes(`/v1/profile/reverse/${other}`))
  await choose(
    'alice.eth',
    other,
    reverse.then((response) => response.finished()),
  )
  const answered = page.getByRole('dialog', { name: shortOf(other) })
  await expect(answered).toContainText(' ETH')
  await expect.poll(() => provider.asked(`/v1/profile/reverse/${other}`)).toBe(1)
  await expect(answered.locator('[part=avatar] img')).toHaveCount(0)
  await expect(answered.locator('[part=avatar] svg')).toBeVisible()
  await choose(shortOf(other), alice)
  await expect(named).toBeVisible()
  expect([await provider.asked(identity(alice)), await provider.asked(identity(other))]).toEqual([1, 1])
  await page.clock.fastForward('05:00')
  // With the next look at the account, every half minute.
  await expect(async () => {
    await page.clock.fastForward(31_000)
    expect(await provider.asked(identity(alice))).toBe(2)
  }).toPass()
  await expect(named).toBeVisible()

  // All that the account is, and the way out.
  await named.getByRole('button', { name: 'alice.eth', exact: true }).click()
  const own = page.getByRole('dialog', { name: 'Your account' })
  for (const [name, value] of [
    ['Network', 'Ethereum'],
    ['Name', 'alice.eth'],
  ] as const)
    await expect(own.getByRole('button', { name: new RegExp(`^${name}`) })).toContainText(value)
  await own.getByRole('button', { name: 'Disconnect' }).click()
  await expectState(page, { status: 'disconnected' })
})

test.describe('the provider', () => {
  const list = (...symbols: string[]) => ({
    balances: symbols.map((symbol, index) => ({
      ...{ name: `Token ${symbol}`, symbol, chainId: NETWORK, address: `${NETWORK}:0x${String(index + 1).padStart(40, '0')}` },
      ...{ value: 5, price: 5, quantity: { decimals: '18', numeric: '1' }, iconUrl: '' },
    })),
  })

  test('error: fault 57: is down: the last values stay, greyed, with their age and the seconds until the next try', async ({
    page,
    provider,
  }) => {
    await page.clock.install()
    const dialog = await openAccount(page, provider, [addressOf(8)])
    await expect(dialog).toContainText('$34,125,500.00')
    await provider.order({ path: '/v1/account', status: 503, body: 'no' })
    await page.clock.fastForward(10_000)
    await expect(dialog.getByText('Token Balance Unavailable')).toBeVisible({ timeout: 20_000 })
    await expect(dialog).toContainText('$34,125,500.00')
    await expect(dialog).toContainText(/These are from \d+ seconds ago/)
    await expect(dialog).toContainText(/Trying again in (2\d|30) seconds/)
    await expectFault(page, '57')
    await expect(dialog.getByRole('button', { name: 'Try again' })).toBeDisabled()
    // A service that is out of service is left alone.
    const before = await provider.asked('/v1/account')
    await page.clock.fastForward(12_000)
    await expect(dialog).toContainText(/Trying again in 1\d seconds/)
    expect(await provider.asked('/v1/account')).toBe(before)
    await page.clock.fastForward(30_000)
    await expect(dialog.getByRole('button', { name: 'Try again' })).toBeEnabled()
    await page.clock.fastForward(20_000)
    expect(await provider.asked('/v1/account')).toBe(before)
    await openTab(dialog, 'Activity')
    await expect(dialog.getByText('Failed to fetch transactions')).toBeVisible({ timeout: 15_000 })
    await expectFault(page, '56')
    await provider.order({ reset: true })
    await dialog.getByRole('tabpanel').getByRole('button', { name: 'Try again' }).click()
    await expect(dialog.getByText('Failed to fetch transactions')).toHaveCount(0)
  })

  test('error: fault 58: answers with ten megabytes, other types or a page: the coin is there, and what is missing is told', async ({
    page,
    provider,
  }) => {
    await page.clock.install()
    const path = `/v1/account/${addressOf(8)}/balance`
    const wrong = [
      { body: `{"balances":[],"x":"${'x'.repeat(10_000_000)}"}`, contentType: 'application/json' },
      { body: { balances: [{ name: {}, quantity: 5 }] } },
      { body: '<h1>Sign in</h1>', contentType: 'text/html' },
    ]
    await provider.order({ path, ...wrong[0] })
    const dialog = await openAccount(page, provider, [addressOf(8)])
    for (const index of wrong.keys()) {
      await expect.poll(async () => (await details(page, 'wallet-error')).length).toBe(index + 1)
      await expectFault(page, '58')
      await expect(dialog).toContainText('10,000 ETH')
      const after = wrong[index + 1]
      if (after) await provider.order({ path, ...after })
      await page.clock.fastForward(31_000)
    }
  })

  test('error: promise 18: lies in every text of a service: tokens of another chain, hostile names and absurd sums are harmless', async ({
    page,
    provider,
  }) => {
    const [own, other] = list('OWN', 'OTHER').balances
    const hostile = {
      ...own,
      address: `${NETWORK}:0x${'a'.repeat(40)}`,
      name: `\u202E<img src=x onerror=alert(1)>\u200B${'W'.repeat(10_000)}`,
      symbol: 'javascript:alert(1)',
      price: 1e60,
      quantity: { decimals: '36', numeric: `${'9'.repeat(78)}.${'1'.repeat(36)}` },
      iconUrl: `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script></svg>')}`,
    }
    const none = { ...own, name: 'Wholes', address: `${NETWORK}:0x${'b'.repeat(40)}`, quantity: { decimals: '0', numeric: '5' } }
    const balances = [own, { ...other, chainId: 'eip155:1' }, hostile, none]
    await provider.order({ path: `/v1/account/${addressOf(9)}/balance`, body: { balances } })
    const bait = (id: number, type: 'fungible_info' | 'nft_info') => ({
      id: `hostile-${id}`,
      metadata: {
        ...{ operationType: 'receive', hash: `0x${id}`, status: 'confirmed', chain: NETWORK, minedAt: new Date().toISOString() },
        ...{ sentFrom: hostile.name.slice(0, 200), sentTo: addressOf(9), application: { name: hostile.name } },
      },
      transfers: [
        {
          ...{
            fungible_info: null,
            nft_info: null,
            direction: 'in',
            quantity: { numeric: hostile.quantity.numeric },
            value: 1e300,
          },
          [type]: {
            ...{ name: hostile.name, symbol: hostile.symbol, icon: { url: hostile.symbol }, flags: { is_spam: false } },
            content: { preview: { url: hostile.iconUrl }, detail: { url: hostile.symbol } },
          },
        },
        { fungible_info: 'no', direction: 'in', quantity: { numeric: '-5' }, value: -5 },
      ],
    })
    const data = [bait(1, 'fungible_info'), bait(2, 'nft_info')]
    await provider.order({ path: `/v1/account/${addressOf(9)}/history`, body: { data, next: null } })
    const ran: string[] = []
    page.on('dialog', (each) => {
      ran.push(each.message())
      void each.dismiss()
    })
    const dialog = await openAccount(page, provider, [addressOf(9)])
    const isInside = async () => {
      const { scrollWidth, clientWidth } = await dialog
        .locator('[part=body]')
        .evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }))
      expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
    }
    await expect(row(dialog, 'Tokens', 'Token OWN')).toBeVisible()
    await expect(dialog.getByText('>999T').first()).toBeVisible()
    for (const text of ['Token OTHER', 'Wholes']) await expect(dialog.getByText(text)).toHaveCount(0)
    await isInside()
    await openTab(dialog, 'NFTs')
    await expect(dialog.getByRole('tabpanel').getByText('<img src=x onerror=alert(1)>').first()).toBeVisible()
    await isInside()
    await openTab(dialog, 'Activity')
    await expect(dialog.getByRole('list', { name: 'Activity' }).getByRole('button')).toHaveCount(2)
    await isInside()
    expect(await dialog.locator('a[href^="javascript:"], script, [src="x"]').count()).toBe(0)
    expect(ran).toEqual([])
  })

  test(`promise 18: of ${odd} odd names in the tokens none runs, is markup or is wider than the modal`, async ({
    page,
    provider,
  }) => {
    const naughty = fc.constantFrom(
      ...[
        '<script>alert(1)</script>',
        '"><img src=x onerror=alert(1)>',
        'javascript:alert(1)',
        '{{constructor.constructor("alert(1)")()}}',
      ],
      ...[
        '\u202Egnp.exe',
        '\u200B',
        '\u0000',
        'ﷺﷺﷺ',
        'Ｔ̺̺̕ｏ͞',
        '👩‍👩‍👧‍👦',
        'W'.repeat(500),
        '\ud800',
        '&lt;b&gt;',
        '<svg onload=alert(1)>',
      ],
    )
    const text = fc.array(fc.oneof(naughty, fc.string({ unit: 'binary', maxLength: 60 })), { minLength: 1, maxLength: 3 })
    const names = fc.sample(fc.tuple(text, text), { numRuns: odd, seed: 18 })
    const balances = names.map(([name, symbol], i) => ({
      ...{ name: `${name.join('')}`, symbol: `${symbol.join('')}`, chainId: NETWORK, iconUrl: '', value: odd - i, price: 1 },
      ...{ address: `${NETWORK}:0x${String(i + 1).padStart(40, '0')}`, quantity: { decimals: '18', numeric: '1' } },
    }))
    await provider.order({ path: `/v1/account/${addressOf(9)}/balance`, body: { balances } })
    const dialog = await openAccount(page, provider, [addressOf(9)])
    const body = dialog.locator('[part=body]')
    await expect(dialog.getByRole('list', { name: 'Tokens' }).getByRole('listitem').nth(3)).toBeVisible()
    // Row by row: only what is in sight is in the document.
    const seen = await body.evaluate(async (node) => {
      const rows = new Set<string>()
      const wide: string[] = []
      for (let top = 0; ; top += node.clientHeight / 2) {
        node.scrollTo(0, top)
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        for (const row of node.querySelectorAll('[aria-posinset]')) rows.add(row.getAttribute('aria-posinset') ?? '')
        if (node.scrollWidth > node.clientWidth) wide.push(node.textContent ?? '')
        if (node.querySelector('script, iframe, svg[onload], [onerror], [src="x"], [href^="javascript:"]'))
          wide.push(node.innerHTML)
        if (top + node.clientHeight >= node.scrollHeight) return { rows: rows.size, wide }
      }
    })
    expect(seen.wide).toEqual([])
    expect(seen.rows).toBeGreaterThan(odd * 0.9)
  })

  test(`error: fault 59, promise 16: an answer for the account before is never shown after a switch, nor is one of ${switches} names that come out of order`, async ({
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
    await emit(page, 'accountsChanged', [addressOf(7)])
    await expect(row(dialog, 'Tokens', 'Token FRESH')).toBeVisible()
    expect((await abandoned).failure()?.errorText).toContain('ABORTED')
    await expect(dialog.getByText('Token STALE')).toHaveCount(0)
    await expectFault(page, '59')

    const names = await page.evaluateHandle(() => Reflect.get(window, 'lateNames') as ReturnType<typeof answerNamesLate>)
    const addresses = Array.from({ length: switches }, (_, index) => `0x${String(index + 1).padStart(40, '0')}`)
    for (const [index, address] of addresses.entries()) {
      await emit(page, 'accountsChanged', [address])
      // What a wallet sets off is done once a second.
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
  })

  test('5,000 tokens, and a history of 10,000 as far as it is scrolled, stay a handful of rows', async ({ page, provider }) => {
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
    // Back again: one question, not one for each that was left out.
    await hide(false)
    await expect.poll(asked).toBe(3)
    expect(await provider.asked(`/v1/account/${owner}/history`)).toBe(0)
  })
})

test('after a reload the first frame has the values, and nothing moves when the fresh ones come', async ({ page, provider }) => {
  const owner = addressOf(8)
  const before = await openAccount(page, provider, [owner])
  await expect(before).toContainText('$34,125,500.00')
  const coin = { name: 'Ether', symbol: 'ETH', chainId: NETWORK, price: 3500, quantity: { decimals: '18', numeric: '10000' } }
  await provider.order({ path: `/v1/account/${owner}/balance`, delayMs: 3_000, body: { balances: [coin] } })
  await page.addInitScript(() => {
    let moved = 0
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries as (PerformanceEntry & { value: number })[]) moved += entry.value
    }
    const observer = new PerformanceObserver((list) => add(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    // Those of the last frames are still on their way to the observer.
    const sum = () => {
      add(observer.takeRecords())
      return moved
    }
    Object.assign(window, { moved: sum })
  })
  await page.reload()
  await expect.poll(() => page.evaluate(() => document.querySelector('wallet-modal')?.state.status)).toBe('connected')
  await show(page, 'Account')
  const dialog = page.getByRole('dialog')
  // At the moment of the first frame, with the provider still silent.
  expect(await dialog.textContent()).toContain('$34,125,500.00')
  expect(await dialog.textContent()).toContain('10,000 ETH')
  const moved = () => page.evaluate(() => Reflect.get(window, 'moved')())
  // The dialog grows to its height when it opens.
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    const moving = () => document.querySelector('wallet-modal')?.shadowRoot?.getAnimations() ?? []
    while (moving().some(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)) await frame()
    await frame()
    await frame()
  })
  const settled = await moved()
  await page.waitForResponse((response) => response.url().includes(`${owner}/balance`))
  await expect(dialog).toContainText('$35,000,000.00')
  expect(await moved()).toBe(settled)

  // What is older than half a minute is not painted, not for a moment.
  await page.clock.install({ time: Date.now() + 31_000 })
  await page.reload()
  await expect.poll(() => page.evaluate(() => document.querySelector('wallet-modal')?.state.status)).toBe('connected')
  await show(page, 'Account')
  await expect(dialog.getByRole('tab', { name: 'Tokens' })).toBeVisible()
  expect(await dialog.textContent()).not.toContain('$35')
})
