import { expectFault, followWayOut } from './faults/expect-fault'
import {
  type Attributes,
  announce,
  connectHeadless,
  details,
  expect,
  first,
  injectHeadless,
  openBare,
  openModal,
  stateOf,
  test,
  told,
  untilTold,
} from './fixtures'
import { openState } from './gallery'
import { show } from './site'

test.describe('without a project id', () => {
  /** Also removes custom hosts, which may work without a project id. */
  const without = ({ 'project-id': _, 'provider-url': __, 'wallets-url': ___, ...rest }: Attributes): Attributes => rest

  test('installed wallets work, and the provider is not contacted', async ({ page, urls, stackAttributes, witness }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, without(stackAttributes))
    await connectHeadless(page, wallet)
    await page.getByRole('button', { name: `Account ${first.short}` }).click()
    await expect(page.getByRole('dialog', { name: first.short })).toContainText('10,000 ETH')
    const own = [urls.demo, urls.rpc['eip155:31337'] ?? ''].map((url) => new URL(url).host)
    expect(witness.hosts()).toEqual(own)
  })

  test('features that need it tell the visitor, and with debug the developer (fault 1)', async ({
    page,
    urls,
    stackAttributes,
    witness,
  }) => {
    await openBare(page, urls, { ...without(stackAttributes), debug: true })
    const dialog = await openModal(page)
    const since = Date.now()
    await dialog.getByRole('button', { name: /WalletConnect/ }).click()
    const alert = dialog.getByRole('alert').filter({ hasText: 'Project ID Not Configured' })
    await expect(alert.filter({ hasText: 'Set the project-id attribute' })).toBeVisible()
    await expect(alert.filter({ hasText: 'Wallets in this browser still work' })).toBeVisible()
    await expectFault(page, '1', since)
    expect((await details(page, 'wallet-error')).map(({ code }) => code)).toEqual(['PROJECT_ID_NOT_CONFIGURED'])
    expect(witness.consoleErrors.some((text) => text.includes('Project ID Not Configured'))).toBe(true)
    await followWayOut(page, '1')
  })
})

test.describe('a chain', () => {
  test('with an rpc-url of the host is read there, nowhere else, and not while the modal is closed', async ({
    page,
    urls,
    stackAttributes,
    witness,
  }) => {
    await page.clock.install()
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, stackAttributes)
    await connectHeadless(page, wallet)
    await page.waitForLoadState('networkidle')
    const before = witness.requests.length
    await page.clock.fastForward('10:00')
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
    expect(witness.requests.slice(before)).toEqual([])
    await page.getByRole('button', { name: `Account ${first.short}` }).click()
    await expect(page.getByRole('dialog', { name: first.short })).toContainText('10,000 ETH')
    // The cached balance is shown first.
    await expect.poll(() => witness.requests.some((url) => url.startsWith(urls.rpc['eip155:31337'] ?? '?'))).toBe(true)
    expect(witness.requests.filter((url) => url.startsWith(`${urls.provider}v1/?`))).toEqual([])
  })

  test('error: whose node answers HTML leaves the account usable, with a message and a retry', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    const wallet = await injectHeadless(page, urls)
    await page.route(`${urls.rpc['eip155:31337']}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Sign in to Wi-Fi</h1>' }),
    )
    await openBare(page, urls, stackAttributes)
    await connectHeadless(page, wallet)
    const since = Date.now()
    await page.getByRole('button', { name: `Account ${first.short}` }).click()
    const dialog = page.getByRole('dialog', { name: first.short })
    await expect(dialog).toContainText('Token Balance Unavailable')
    await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expectFault(page, '60', since)
    await expect(dialog.getByRole('button', { name: 'Disconnect' })).toBeVisible()
    expect(await dialog.getByRole('button', { name: /^Copy address/ }).isEnabled()).toBe(true)
    await followWayOut(page, '60')
  })

  test('error: whose node serves another chain is not read there: this is reported, and the next node is asked (fault 60)', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    await page.clock.install()
    const wallet = await injectHeadless(page, urls)
    // On the other chain the account has the same amount of another coin.
    const [own, other = ''] = ['eip155:31337', 'eip155:56'].map((id) => urls.rpc[id])
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().startsWith(other)) asked.push(...[request.postDataJSON()].flat().map(({ method }) => method))
    })
    await openBare(page, urls, { ...stackAttributes, networks: 'eip155:31337', 'rpc-url': `eip155:31337=${other}` })
    const since = Date.now()
    await connectHeadless(page, wallet)
    await page.getByRole('button', { name: `Account ${first.short}` }).click()
    await expectFault(page, '60, another chain', since)
    await page.evaluate(
      (both) => document.querySelector('wallet-modal')?.setAttribute('rpc-url', both),
      `eip155:31337=${other} eip155:31337=${own}`,
    )
    await page.clock.fastForward(31_000)
    await expect(page.getByRole('dialog', { name: first.short })).toContainText('10,000 ETH')
    expect(new Set(asked)).toEqual(new Set(['eth_chainId']))
    await followWayOut(page, '60, another chain')
  })
})

for (const [which, networkId, changes] of [
  ['fires wallet-network-changed', 'eip155:56', [{ namespace: 'eip155', networkId: 'eip155:56', chainId: 56, supported: true }]],
  ['fires no event if it is already the shown one', 'eip155:31337', []],
] as const)
  test(`a network chosen before a wallet is connected ${which}`, async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, stackAttributes)
    await page.evaluate((id) => document.querySelector('wallet-modal')?.switchNetwork(id), networkId)
    expect((await stateOf(page))?.network).toBe(networkId)
    expect(await details(page, 'wallet-network-changed')).toEqual(changes)
  })

test('offline, installed wallets still connect', async ({ page, context, urls, stackAttributes }) => {
  // Noted here and not in the page: under SES a clock stands in there that notes no requests.
  const files: string[] = []
  page.on('requestfinished', (request) => files.push(request.url()))
  await announce(page, {}, () => window.scriptedWallet())
  await openBare(page, urls, stackAttributes)
  const dialog = await openModal(page)
  await expect(dialog.getByRole('button', { name: 'Odd Wallet' })).toBeVisible()
  // What connecting needs is loaded ahead when the browser is idle, on a busy machine long after the network was first quiet: the
  // view, the networks and what the connector counts with, then half a second in which nothing is added.
  let last = -1
  const isLoaded = () => {
    const isQuiet = files.length === last
    last = files.length
    return isQuiet && [/ConnectingWallet-/, /eip155-networks-/, /_u64-/].every((part) => files.some((file) => part.test(file)))
  }
  await expect.poll(isLoaded, { intervals: [500], timeout: 15_000 }).toBe(true)
  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'Odd Wallet' }).click()
  await untilTold(page, 'wallet-connected')
  expect(await told(page, 'wallet-error')).toEqual([])
  await context.setOffline(false)
})

test('offline, the last known values are shown as such, nothing is requested, and all recovers with the network (fault 77)', async ({
  page,
  context,
  urls,
  stackAttributes,
  witness,
}) => {
  await page.clock.install()
  await announce(page, {}, () => window.scriptedWallet())
  await openBare(page, urls, stackAttributes)
  await page.evaluate(() => document.querySelector('wallet-modal')?.connect({ wallet: 'test.odd' }))
  await page.evaluate(() => document.querySelector('wallet-modal')?.show({ view: 'Account' }))
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('10,000 ETH')
  await page.waitForLoadState('networkidle')

  const since = Date.now()
  await context.setOffline(true)
  await expect(dialog.getByRole('alert').filter({ hasText: 'You are offline' })).toBeVisible()
  await expect(dialog).toContainText('Your coins are safe.')
  await expect(dialog).toContainText('10,000 ETH')
  expect(await details(page, 'wallet-error')).toEqual([expect.objectContaining({ code: 'OFFLINE' })])
  await expectFault(page, '77', since)
  const before = witness.requests.length
  await page.clock.runFor(60_000)
  expect(witness.requests.slice(before)).toEqual([])

  await context.setOffline(false)
  await expect(dialog.getByText('Your coins are safe.')).toHaveCount(0)
  await expect.poll(() => witness.requests.length).toBeGreaterThan(before)
  await followWayOut(page, '77')
})

test('while a wallet has not answered a switch, the row says where to approve, and another network can be picked', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await announce(page, {}, () => {
    let chainId = '0x7a69'
    return window.scriptedWallet({
      eth_chainId: () => chainId,
      wallet_switchEthereumChain: (params) => {
        const [wanted] = params as { chainId: string }[]
        if (wanted?.chainId === '0x38') return new Promise(() => {})
        chainId = wanted?.chainId ?? chainId
        return null
      },
    })
  })
  await openBare(page, urls, stackAttributes)
  await page.evaluate(() => document.querySelector('wallet-modal')?.connect({ wallet: 'test.odd' }))
  await page.evaluate(() => document.querySelector('wallet-modal')?.show({ view: 'Networks' }))
  const dialog = page.getByRole('dialog', { name: 'Networks' })
  await dialog.getByRole('button', { name: 'BNB Smart Chain', exact: true }).click()
  await expect(dialog.getByRole('button', { name: /BNB Smart Chain Approve in Odd Wallet/ })).toBeVisible()
  await expect(dialog.getByRole('status').filter({ hasText: 'Approve in Odd Wallet' })).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Arbitrum One' }).click()
  await expect(dialog).toBeHidden()
  expect(await stateOf(page)).toMatchObject({ network: 'eip155:42161' })
  expect(await details(page, 'wallet-error')).toEqual([])
})

test('on an unsupported network, the row being switched to says where to approve', async ({ page, urls, stackAttributes }) => {
  await announce(page, {}, () =>
    window.scriptedWallet({ eth_chainId: () => '0x89', wallet_switchEthereumChain: () => new Promise(() => {}) }),
  )
  await openBare(page, urls, stackAttributes)
  await page.evaluate(() => document.querySelector('wallet-modal')?.connect({ wallet: 'test.odd' }))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^BNB Smart Chain Switch/ }).click()
  await expect(dialog.getByRole('button', { name: /BNB Smart Chain Approve in Odd Wallet/ })).toBeVisible()
  await expect(dialog.getByRole('status').filter({ hasText: 'Approve in Odd Wallet' })).toHaveCount(1)
})

test('the view for an unsupported chain shows the networks if the active one is supported', async ({ page }) => {
  await openState(page, 'account')
  await show(page, 'UnsupportedChain')
  const dialog = page.getByRole('dialog', { name: 'Networks' })
  await expect(dialog.getByRole('button', { name: /Arbitrum Sepolia/ })).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('dialog')).not.toContainText('doesn’t run on')
})

test('many networks are grouped by namespace, and a search narrows them down', async ({ page, urls, stackAttributes }) => {
  const evm = ['eip155:31337', 'eip155:56', 'eip155:97', 'eip155:1', 'eip155:10', 'eip155:137', 'eip155:8453']
  const others = ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'bip122:000000000933ea01ad0ee984209779ba']
  await openBare(page, urls, { ...stackAttributes, networks: [...evm, ...others].join(' ') })
  await page.evaluate(() => document.querySelector('wallet-modal')?.show({ view: 'Networks' }))
  const dialog = page.getByRole('dialog', { name: 'Networks' })
  const rows = (family: string) => dialog.getByRole('list', { name: family }).getByRole('button')
  await expect(rows('EVM networks')).toHaveCount(evm.length)
  await expect(rows('Solana')).toHaveText([/Solana Devnet/])
  await expect(rows('Bitcoin')).toHaveText([/Bitcoin Testnet/])
  await expect(rows('EVM networks').first()).toContainText('Localhost')

  const search = dialog.getByRole('searchbox')
  await search.fill('bnb')
  await expect(dialog.getByRole('list').getByRole('button')).toHaveText([/BNB/, /BNB/])
  await search.fill('sol')
  await expect(dialog.getByRole('list').getByRole('button')).toHaveText([/Solana Devnet/])
  await search.fill('nowhere')
  await expect(dialog.getByRole('status').filter({ hasText: 'nowhere' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Clear the search' }).click()
  await expect(rows('EVM networks')).toHaveCount(evm.length)
})

test('a network that the page describes after it was shown gets its name', async ({ page, urls, stackAttributes }) => {
  await openBare(page, urls, { ...stackAttributes, networks: 'eip155:9876543' })
  await page.evaluate(() => document.body.append(document.createElement('wallet-network-button')))
  const describe = (name: string) =>
    page.evaluate((named) => {
      const bread = {
        id: 9_876_543,
        name: named,
        nativeCurrency: { name: 'Bread', symbol: 'BRD', decimals: 18 },
        rpcUrls: { default: { http: ['http://127.0.0.1:9'] } },
      }
      Object.assign(document.querySelector('wallet-modal') ?? {}, { customNetworks: [bread] })
    }, name)
  await expect(page.getByRole('button', { name: 'Network Unknown Network. Change' })).toBeVisible()
  await describe('Bread Chain')
  await expect(page.getByRole('button', { name: 'Network Bread Chain. Change' })).toBeVisible()
  await describe('Butter Chain')
  await expect(page.getByRole('button', { name: 'Network Butter Chain. Change' })).toBeVisible()
})
