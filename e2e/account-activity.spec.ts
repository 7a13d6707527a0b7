import { type Abi, erc20Abi, type Hex, parseEther, parseUnits } from 'viem'
import collection from '../demo/stack/contracts/abi/Collection.json' with { type: 'json' }
import {
  type Address,
  addressOf,
  dollar,
  mined,
  NETWORK,
  openAccount,
  openTab,
  row,
  set,
  shortOf,
  somebody,
} from './account-page'
import { expect } from './fixtures'
import { watchShifts } from './layout-shifts'
import { test } from './own-provider'
import { phone } from './site'

const coin = `${NETWORK}:0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE`

/** A history entry in the provider's format. */
const line = (id: string, more: { metadata?: object; transfers?: unknown } = {}) => ({
  id,
  metadata: {
    ...{ operationType: 'execute', hash: `0x${id}`, status: 'confirmed', sentFrom: addressOf(0), sentTo: addressOf(1) },
    ...{ chain: NETWORK, minedAt: '2024-03-10T12:00:00Z', ...more.metadata },
  },
  transfers: more.transfers,
})
const collectible = (name: string, isSpam: boolean, url = '') => ({
  ...{ direction: 'in', quantity: { numeric: '1' }, fungible_info: null },
  nft_info: { name, flags: { is_spam: isSpam }, content: { preview: { url }, detail: null } },
})

test.describe('on a phone', () => {
  test.use(phone)

  test('the activity names each transaction for what it was: received, approved, swapped, minted, bought, and failed', async ({
    page,
    provider,
  }) => {
    if (!dollar) throw new Error('A token is expected')
    const [owner, friend] = [await somebody(), await somebody()]
    const { address } = owner.account
    const token = { address: dollar.address as Address, abi: erc20Abi } as const
    await mined(friend.sendTransaction({ to: address, value: parseEther('1.25') }))
    const swap = {
      ...{ amount: String(parseEther('0.5')), from: coin, to: `${NETWORK}:${dollar.address}` },
      ...{ userAddress: `${NETWORK}:${address}`, eip155: { slippage: 1 }, projectId: 'local' },
    }
    const built = await fetch(`${provider.url}/v1/convert/build-transaction`, { method: 'POST', body: JSON.stringify(swap) })
    const { tx } = (await built.json()) as { tx: { to: string; data: Hex } }
    const exchange = tx.to.split(':')[2] as Address
    await mined(owner.sendTransaction({ to: exchange, data: tx.data, value: parseEther('0.5') }))
    await mined(owner.writeContract({ ...token, functionName: 'approve', args: [exchange, parseUnits('40', 6)] }))
    const { abi, bytecode } = collection
    const args = ['Pressed fern', 'FERN', [address]]
    await mined(owner.deployContract({ abi: abi as Abi, bytecode: bytecode as Hex, args }))
    await mined(owner.writeContract({ ...token, functionName: 'transfer', args: [friend.account.address, 3_500_000n] }))
    // A token contract accepts no coins: the transaction fails and nothing is sent.
    await mined(owner.sendTransaction({ to: token.address, value: parseEther('7'), gas: 100_000n }))
    const order = new URLSearchParams({ to: address, asset: 'ETH', fiat: '100', outcome: 'pay' })
    expect((await fetch(`${provider.url}/pay`, { method: 'POST', body: order })).status).toBe(200)

    const dialog = await openAccount(page, provider, [address])
    await openTab(dialog, 'Activity')
    const activity = dialog
      .getByRole('list', { name: 'Activity' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('button') })
    const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' }).format(new Date())
    await expect(dialog.getByRole('heading', { name: month })).toBeVisible()
    await expect(activity).toHaveText([
      /^Bought ETH.*\+0\.0282ETH$/,
      /^Sent ETH.*Failed−7 ETH$/,
      /^Sent DUSD.*−3\.5DUSD$/,
      /^Minted Pressed fern 1.*\+1NFT$/,
      /Approved/,
      /^SwappedETH to DUSD.*\+1,[67]\d\d\.\d+DUSD$/,
      new RegExp(`^Received ETHFrom ${shortOf(friend.account.address)}.*\\+1\\.25ETH$`),
    ])
    for (const [kind, status] of [
      ['Sent ETH', 'Failed'],
      ['Swapped', 'Confirmed'],
    ] as const) {
      await row(dialog, 'Activity', kind).getByRole('button').click()
      const detail = page.getByRole('dialog', { name: kind })
      await expect(detail.locator('dl').getByText(status, { exact: true })).toBeVisible()
      await detail.getByRole('button', { name: 'Back' }).click()
    }

    // From the index: pending transactions and spam. The first page has only spam, so the next one is read.
    const own = { type: 'fungible_info', direction: 'out', quantity: { numeric: '0.000000000000000001' }, value: 0.5 }
    const tiny = { ...own, fungible_info: { name: 'Ether', symbol: 'ETH', icon: null }, nft_info: null }
    const data = [
      line('a1', { metadata: { operationType: 'send', status: 'pending', sentFrom: address }, transfers: [tiny] }),
      line('a2', { metadata: { operationType: 'deploy' }, transfers: [] }),
      line('a3', { metadata: { operationType: 'cancel' }, transfers: null }),
      line('a4', { transfers: [collectible('Part bait', true), collectible('Part gift', false)] }),
      line('a5', { transfers: [collectible('All bait', true), collectible('More bait', true)] }),
      line('a6', { metadata: { operationType: 'stake', chain: 'eip155:31337' }, transfers: [tiny] }),
    ]
    const picture = `data:image/png;base64,${'A'.repeat(200_000)}`
    const baits = [line('b1', { transfers: [collectible('Bait', true)] })]
    const history = `/v1/account/${address}/history`
    await provider.order({
      path: history,
      body: { data: [...data, line('a7', { transfers: [collectible('Poster', false, picture)] })] },
    })
    await provider.order({ path: history, body: { data: baits, next: 'older' }, times: 1 })
    const before = await provider.asked(history)
    await openTab(dialog, 'NFTs')
    const nfts = dialog.getByRole('tabpanel', { name: 'NFTs' })
    await expect(nfts.getByText('4 hidden as spam')).toBeVisible()
    expect((await provider.asked(history)) - before).toBe(2)
    // A picture of more than 200 kB is refused.
    await expect(nfts.locator('figure').filter({ hasText: 'Poster' }).locator('svg')).toBeVisible()
    await expect(nfts.locator('img')).toHaveCount(0)
    await openTab(dialog, 'Activity')
    await expect(activity).toHaveText([
      /Sent ETHTo 0x7099…79C8.*Pending−<0\.0001 ETH$/,
      /Deployed a contract/,
      /Canceled a transaction/,
      /Received Part gift/,
      /Received Poster/,
    ])
    // Everything is in the visitor's language, including months and amounts.
    await set(page, { locale: 'de' })
    await expect(dialog.getByRole('heading', { name: 'März 2024' })).toBeVisible()
    await expect(dialog.getByText(/^\d{3}\.\d{3},\d\d\s\$$/)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})

for (const [tab, none] of [
  ['NFTs', 'No NFTs found'],
  ['Activity', 'Nothing has happened yet'],
] as const)
  test(`who has no ${tab} is told so without a layout shift: it counts among those of the page`, async ({ page, provider }) => {
    const { moved, settled } = await watchShifts(page)
    const owner = await somebody()
    const waiting: (() => Promise<void>)[] = []
    await page.route(`**/v1/account/${owner.account.address}/history**`, (route) => {
      waiting.push(() => route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: { data: [] } }))
    })
    const dialog = await openAccount(page, provider, [owner.account.address])
    await openTab(dialog, tab)
    await expect.poll(() => waiting.length).toBeGreaterThan(0)
    await settled()
    const before = await moved()
    for (const answer of waiting) await answer()
    await expect(dialog.getByRole('tabpanel', { name: tab }).getByText(none)).toBeVisible()
    await settled()
    expect(await moved()).toBe(before)
  })
