import { dollar, NETWORK, openAccount, somebody } from './account-page'
import { asked, details, emit, expect } from './fixtures'
import { test } from './own-provider'
import { expectState } from './site'

test('what the wallet itself lists is taken, each once; on a network that nobody lists, this is told once, and the coin is there', async ({
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
    // The same again, as another writes it.
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
  // Amounts are digits, not floats, a tiny one is readable, and a price that nobody knows is said not to be known.
  await expect(rows).toHaveText([/Ether100 ETH\$200,000\.00$/, /Demo Dollar2 DUSD\$2\.00$/, /Token TINY<0\.0001 TINY–No price$/])
  await expect(dialog).toContainText('$200,002.00')
  expect(await provider.asked(`/v1/account/${address}/balance`)).toBe(0)

  // Another network, and back, and again.
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
