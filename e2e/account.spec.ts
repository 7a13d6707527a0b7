import { erc20Abi, formatUnits, parseEther, parseUnits } from 'viem'
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
import { expect } from './fixtures'
import { expectHeard, listen } from './heard'
import { watchShifts } from './layout-shifts'
import { test } from './own-provider'
import { scan } from './qr'
import { expectEvent, expectState, phone, show, urls } from './site'

test('the account shows what the chain says, and a payment appears without a reload', async ({ page, provider }) => {
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

  // Only the features that the host lists are offered, even if it is a single one.
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
    // EIP-681: the address and the chain id, for a payment in this chain's coin.
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

test('collectibles come from the history, without spam', async ({ page, provider }) => {
  const dialog = await openAccount(page, provider, [addressOf(1)])
  await openTab(dialog, 'NFTs')
  const nfts = dialog.getByRole('tabpanel', { name: 'NFTs' })
  for (const name of ['Rosette 4', 'Rosette 5']) await expect(nfts.getByText(name)).toBeVisible()
  // An ERC-1155 item is shown with its count.
  await expect(nfts.locator('figure').filter({ hasText: 'Guilloche print 1' })).toContainText('3 of them')
  await expect(nfts.getByText('1 hidden as spam')).toBeVisible()
  await expect(nfts.getByText(/Claim/)).toHaveCount(0)

  // Pictures load when in view, fit their place, and one that fails is replaced by our placeholder.
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

test('our own transaction is listed before any index has it, also after a reload, and only once when it does', async ({
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
  // The tokens never load: the activity must not depend on what they bring along.
  await page.route(`**/v1/account/${addressOf(4)}/balance**`, () => {})
  // Nor does the chain have a receipt yet.
  const endpoint = urls.rpc[NETWORK] ?? ''
  await page.route(endpoint, (route) =>
    route.request().postData()?.includes('eth_getTransactionReceipt') ? route.abort() : route.continue(),
  )
  const dialog = await openAccount(page, provider, [addressOf(4)])
  await openTab(dialog, 'Activity')
  const sent = row(dialog, 'Activity', 'Sent ETH')
  await expect(sent).toHaveCount(1)
  await expect(sent).toContainText('Pending')
  await expect(sent.getByRole('button')).toHaveCSS('display', 'flex')
  await expect(sent).toContainText(`To ${addressOf(3).slice(0, 6)}…${addressOf(3).slice(-4)}`)
  await page.unroute(history)
  await page.unroute(endpoint)
  await openTab(dialog, 'Tokens')
  await openTab(dialog, 'Activity')
  await expect(sent).toHaveCount(1)
  await expect.poll(() => page.evaluate(() => localStorage['wallet-modal:pending-transactions'])).toBe('[]')
})

test('another account of the wallet is one press away; a name is shown only if it resolves back, and is looked up once in five minutes', async ({
  page,
  provider,
}) => {
  await page.clock.install()
  await page.addInitScript(listen)
  const [alice, other] = [addressOf(0), addressOf(2)]
  const identity = (address: string) => `/v1/identity/${address}`
  const avatar = `${provider.url}/public/getAssetImage/alice.eth`
  // As this account's reverse record on the chain claims; by itself the provider does not pass that on.
  await provider.order({ path: identity(other), body: { name: 'alice.eth', avatar } })
  const inUse = await openAccount(page, provider, [alice, other], { chainId: '0x1', attributes: { networks: 'eip155:1' } })
  const named = page.getByRole('dialog', { name: 'alice.eth' })
  await expect(named.getByRole('button', { name: `Copy address ${shortOf(alice)}` })).toBeVisible()
  await expect(inUse.locator('[part=avatar] img')).toHaveAttribute('src', avatar)
  await expect(inUse.locator('[part=avatar] img')).toBeVisible()
  const answerOf = async (path: string) => (await page.waitForResponse((response) => response.url().includes(path))).finished()
  const choose = async (from: string, to: string, read?: Promise<unknown>) => {
    await inUse.getByRole('button', { name: from, exact: true }).click()
    const own = page.getByRole('dialog', { name: 'Your account' })
    const row = own
      .getByRole('listitem')
      .filter({ hasText: shortOf(to) })
      .getByRole('button')
    await row.click()
    await expectEvent(page, 'wallet-account-changed', { caipAddress: `eip155:1:${to}` })
    // The focus stays on the chosen row, and the choice is announced.
    await expect(row).toBeFocused()
    await expectHeard(page, `status: In use: ${shortOf(to)}`)
    // Waits for the answer: the next view would ask again for what a closing view has not been answered.
    await read
    await own.getByRole('button', { name: 'Back' }).click()
    // The old view takes a moment to leave, and the next one loads its data once it is there.
    await expect(page.locator('.your-account')).toHaveCount(0)
    // A wallet's changes are taken up once a second.
    await page.clock.fastForward(1_000)
  }
  await choose('alice.eth', other, answerOf(`/v1/profile/reverse/${other}`))
  const answered = page.getByRole('dialog', { name: shortOf(other) })
  await expect(answered).toContainText(' ETH')
  await expect.poll(() => provider.asked(`/v1/profile/reverse/${other}`)).toBe(1)
  await expect(answered.locator('[part=avatar] img')).toHaveCount(0)
  await expect(answered.locator('[part=avatar] svg')).toBeVisible()
  await choose(shortOf(other), alice)
  await expect(named).toBeVisible()
  expect([await provider.asked(identity(alice)), await provider.asked(identity(other))]).toEqual([1, 1])
  const balance = `/v1/account/${alice}/balance`
  const renewed = [answerOf(identity(alice)), answerOf(balance)]
  await page.clock.fastForward('05:00')
  await Promise.all(renewed)
  // With the next refresh of the account. A jump of 10 s would time the request out, and it would be sent again.
  const looked = answerOf(balance)
  await page.clock.fastForward(9_000)
  await looked
  expect(await provider.asked(identity(alice))).toBe(2)
  await expect(named).toBeVisible()

  // Everything about the account, and Disconnect.
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

test('after a reload the first frame has the last values, and nothing moves when fresh ones arrive', async ({
  page,
  provider,
}) => {
  const owner = addressOf(8)
  const before = await openAccount(page, provider, [owner])
  await expect(before).toContainText('$34,125,500.00')
  const coin = { name: 'Ether', symbol: 'ETH', chainId: NETWORK, price: 3500, quantity: { decimals: '18', numeric: '10000' } }
  await provider.order({ path: `/v1/account/${owner}/balance`, delayMs: 3_000, body: { balances: [coin] } })
  const { moved, settled: stands } = await watchShifts(page)
  await page.reload()
  await expect.poll(() => page.evaluate(() => document.querySelector('wallet-modal')?.state.status)).toBe('connected')
  await show(page, 'Account')
  const dialog = page.getByRole('dialog')
  // In the first frame, before the provider has answered.
  expect(await dialog.textContent()).toContain('$34,125,500.00')
  expect(await dialog.textContent()).toContain('10,000 ETH')
  // The dialog grows to its height when it opens.
  await stands()
  const settled = await moved()
  await page.waitForResponse((response) => response.url().includes(`${owner}/balance`))
  await expect(dialog).toContainText('$35,000,000.00')
  expect(await moved()).toBe(settled)

  // Values older than half a minute are never painted.
  await page.clock.install({ time: Date.now() + 31_000 })
  await page.reload()
  await expect.poll(() => page.evaluate(() => document.querySelector('wallet-modal')?.state.status)).toBe('connected')
  await show(page, 'Account')
  await expect(dialog.getByRole('tab', { name: 'Tokens' })).toBeVisible()
  expect(await dialog.textContent()).not.toContain('$35')
})
