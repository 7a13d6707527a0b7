import { dollar, NETWORK, openAccount, somebody } from './account-page'
import { asked, details, emit, expect } from './fixtures'
import { hold } from './hold'
import { test } from './own-provider'
import { still } from './places'
import { expectState } from './site'

test('tokens come from the wallet’s own list, each once; on a network without a list this is said once, and the coin is shown', async ({
  page,
  provider,
}) => {
  const { address } = (await somebody()).account
  const listed = (asset: object) => ({ type: 'erc20', address: dollar?.address, balance: '0x1e8480', ...asset })
  const metadata = { name: 'Demo Dollar', symbol: 'DUSD', decimals: 6, price: 1 }
  const odd = (symbol: string, decimals: number, digit: string) => ({
    ...listed({ address: `0x${digit.repeat(40)}`, balance: '0x5' }),
    metadata: { name: `Token ${symbol}`, symbol, decimals },
  })
  const assets = [
    { type: 'native', address: 'native', balance: '0x56bc75e2d63100000', metadata: { decimals: 18, price: 2000 } },
    listed({ metadata }),
    // The same token again, its address in another spelling.
    listed({ address: dollar?.address.toLowerCase(), metadata, balance: '0x2dc6c0' }),
    ...[odd('WHOLE', 0, 'a'), odd('TINY', 18, 'b')],
  ]
  await provider.order({ path: '/v1/supported-chains', body: { http: [NETWORK], ws: [] } })
  const dialog = await openAccount(page, provider, [address], {
    answers: {
      wallet_getCapabilities: { '0x66eee': { assetDiscovery: { supported: true } } },
      wallet_getAssets: { '0x66eee': assets },
    },
  })
  const rows = dialog.getByRole('list', { name: 'Tokens' }).getByRole('listitem')
  // Amounts are exact, not floats; a tiny one is readable; an unknown price is said to be unknown.
  await expect(rows).toHaveText([/Ether100 ETH\$200,000\.00$/, /Demo Dollar2 DUSD\$2\.00$/, /Token TINY<0\.0001 TINY–No price$/])
  await expect(dialog).toContainText('$200,002.00')
  expect(await provider.asked(`/v1/account/${address}/balance`)).toBe(0)

  // To another network, back, and there again.
  for (const elsewhere of [true, false, true]) {
    await emit(page, 'chainChanged', elsewhere ? '0x7a69' : '0x66eee')
    await expectState(page, { network: elsewhere ? 'eip155:31337' : NETWORK })
    await expect(rows).toHaveCount(elsewhere ? 1 : 3)
    await expect(dialog.getByText('Tokens on Localhost are not listed here, only its coin.')).toHaveCount(elsewhere ? 1 : 0)
    await expect(dialog.getByText('Token Balance Unavailable')).toHaveCount(elsewhere ? 1 : 0)
  }
  await expect(rows).toHaveText([/ ETH/])
  expect((await details(page, 'wallet-error')).map(({ code }) => code)).toEqual(['BALANCE_UNAVAILABLE'])
  expect((await asked(page)).filter((method) => method === 'wallet_getCapabilities')).toHaveLength(2)
  expect(await provider.asked(`/v1/account/${address}/balance`)).toBe(0)
})

test('placeholders have the place and size of what replaces them: the total, the tabs and each row', async ({
  page,
  provider,
}) => {
  const { address } = (await somebody()).account
  const coin = { name: 'Ether', symbol: 'ETH', chainId: NETWORK, price: 3500, quantity: { decimals: '18', numeric: '100' } }
  const token = (digit: number) => ({
    ...{ name: `Token ${digit}`, symbol: `T${digit}`, chainId: NETWORK, address: `${NETWORK}:0x${String(digit).repeat(40)}` },
    ...{ price: 1, quantity: { decimals: '6', numeric: '7' } },
  })
  await provider.order({ path: `/v1/account/${address}/balance`, body: { balances: [coin, ...[1, 2, 3, 4].map(token)] } })
  const answer = await hold(page, `**/v1/account/${address}/balance**`)
  const dialog = await openAccount(page, provider, [address])
  const waiting = dialog.locator('.skeleton-entry')
  // The coin is there before the tokens, which the service is asked for.
  await expect(dialog.getByRole('list', { name: 'Tokens' }).getByRole('listitem')).toHaveCount(1)
  await expect(waiting).toHaveCount(3)
  const boxes = async (selector: string) => {
    const all = await dialog.locator(selector).all()
    return Promise.all(all.map(async (each) => each.boundingBox()))
  }
  // Positions are measured once the opening and each arrival have settled.
  await still(page)
  const tabs = await boxes('[part=tabs]')
  const places = await boxes('.skeleton-entry')
  answer()
  await expect(dialog).toContainText('$350,028.00')
  await expect(waiting).toHaveCount(0)
  await still(page)
  expect(await boxes('[part=tabs]')).toEqual(tabs)
  const rows = await Promise.all(
    [1, 2, 3].map((at) => dialog.getByRole('list', { name: 'Tokens' }).getByRole('listitem').nth(at).boundingBox()),
  )
  for (const [at, place] of places.entries()) {
    expect(rows[at]?.y ?? 0, `row ${at + 2}`).toBeCloseTo(place?.y ?? -1, 0)
    expect(rows[at]?.height ?? 0, `row ${at + 2}`).toBeCloseTo(place?.height ?? -1, 0)
  }
})
