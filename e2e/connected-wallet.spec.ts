import { verifyMessage } from 'viem'
import {
  announce,
  connectHeadless,
  details,
  expect,
  first,
  injectHeadless,
  openBare,
  openModal,
  second,
  stateOf,
  test,
  told,
  Web3RequestKind,
} from './fixtures'
import { startSigning } from './site'

/** Two of the local chains; the wallet knows a third one as well. */
const twoChains = { networks: 'eip155:31337 eip155:56' }

test.describe('a connected wallet', () => {
  test('switches account and network by itself, the network given as a number, and locks', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, stackAttributes)
    await connectHeadless(page, wallet)
    await page.getByRole('button', { name: `Account ${first.short}` }).click()
    await wallet.backend.changeAccounts([second.key])
    await expect(page.getByRole('dialog', { name: second.short })).toContainText('10,000 ETH')
    expect(await details(page, 'wallet-account-changed')).toEqual([
      {
        namespace: 'eip155',
        caipAddress: `eip155:31337:${second.address}`,
        previous: `eip155:31337:${first.address}`,
      },
    ])

    wallet.backend.switchChain(56)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Network: BNB Smart Chain. Change' })).toBeVisible()
    await expect(dialog).toContainText('10,000 BNB')
    expect(await details(page, 'wallet-network-changed')).toEqual([
      { namespace: 'eip155', networkId: 'eip155:56', chainId: 56, supported: true },
    ])
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()

    await wallet.backend.changeAccounts([])
    await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
    expect(await details(page, 'wallet-disconnected')).toEqual([
      { namespace: 'eip155', caipAddress: `eip155:56:${second.address}`, reason: 'wallet' },
    ])
    expect(await stateOf(page)).toMatchObject({ status: 'disconnected', account: null, accounts: [] })
  })

  test('is disconnected by the visitor, and is no longer listened to', async ({ page, urls, stackAttributes }) => {
    await announce(page, {}, () => window.scriptedWallet())
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    await dialog.getByRole('button', { name: 'Odd Wallet' }).click()
    await expect(dialog).toBeHidden()
    const listening = () =>
      page.evaluate(() => (window.scripted['Odd Wallet'] as { listening(e: string): number }).listening('accountsChanged'))
    expect(await listening()).toBe(1)
    await page.getByRole('button', { name: `Account ${first.short}` }).click()
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
    expect(await details(page, 'wallet-disconnected')).toMatchObject([{ namespace: 'eip155', reason: 'user' }])
    expect(await listening()).toBe(0)
  })

  test('signs a message: the call resolves to the signature, and rejects with a code on refusal', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, stackAttributes)
    await connectHeadless(page, wallet)
    const given = await startSigning(page, 'Hello')
    await wallet.approve(Web3RequestKind.SignMessage)
    const signature = (await given()) as `0x${string}`
    expect(await verifyMessage({ address: first.address, message: 'Hello', signature })).toBe(true)
    const refused = await startSigning(page, 'Hello')
    await wallet.refuse(Web3RequestKind.SignMessage)
    expect(await refused()).toEqual({ code: 'USER_REJECTED' })
  })
})

test.describe('the network', () => {
  test('stays when the wallet refuses, and is switched through the modal when it agrees', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, stackAttributes)
    await connectHeadless(page, wallet)
    await page.getByRole('button', { name: `Account ${first.short}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Network: Localhost. Change' }).click()
    await expect(page.getByRole('dialog', { name: 'Networks' })).toBeVisible()
    const other = dialog.getByRole('button', { name: 'BNB Smart Chain', exact: true })
    await other.click()
    await page.clock.install()
    await wallet.refuse(Web3RequestKind.SwitchEthereumChain)
    const notice = dialog.getByRole('alert').filter({ hasText: 'Network change declined' })
    await expect(notice).toBeVisible()
    await expect(dialog.getByRole('button', { name: /^Localhost/ })).toHaveAttribute('aria-current', 'true')
    expect(await told(page, 'wallet-network-changed')).toEqual([])
    expect((await stateOf(page))?.network).toBe('eip155:31337')
    await expect.poll(() => wallet.backend.getPendingRequestCount()).toBe(0)

    // It stays while it is hovered; one that appears under a resting pointer goes by itself.
    await notice.hover()
    await page.clock.runFor(10_000)
    await expect(notice).toBeVisible()
    const { x, y } = (await notice.boundingBox()) ?? { x: 0, y: 0 }
    await page.mouse.move(0, 0)
    await page.clock.runFor(5_000)
    await expect(notice).toBeHidden()
    await page.mouse.move(x + 20, y + 20)
    await other.press('Enter')
    await wallet.refuse(Web3RequestKind.SwitchEthereumChain)
    await expect.poll(() => notice.evaluate((element) => element.matches(':hover'))).toBe(true)
    await page.clock.runFor(5_000)
    await expect(notice).toBeHidden()

    await other.click()
    await wallet.approve(Web3RequestKind.SwitchEthereumChain)
    await expect(dialog.getByRole('button', { name: 'Network: BNB Smart Chain. Change' })).toBeVisible()
    await expect(dialog).toContainText('10,000 BNB')
    expect(await details(page, 'wallet-network-changed')).toMatchObject([
      { networkId: 'eip155:56', chainId: 56, supported: true },
    ])
    expect((await stateOf(page))?.network).toBe('eip155:56')
  })

  test('that the app does not support is reported on connecting, and left by switching in the modal', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    const wallet = await injectHeadless(page, urls, { chainIds: [42161, 31337, 56] })
    await openBare(page, urls, { ...stackAttributes, ...twoChains })
    const dialog = await openModal(page)
    await dialog.getByRole('button', { name: wallet.name }).click()
    await wallet.approve(Web3RequestKind.RequestAccounts)
    await expect(page.getByRole('dialog', { name: 'Unsupported chain' })).toContainText('Test Bakery doesn’t run on Arbitrum One')
    await dialog.getByRole('button', { name: /^BNB Smart Chain/ }).click()
    await wallet.approve(Web3RequestKind.SwitchEthereumChain)
    await expect(dialog).toBeHidden()
    expect((await stateOf(page))?.network).toBe('eip155:56')
  })

  test('that the app does not support is left by switching in the wallet, or by disconnecting', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, { ...stackAttributes, ...twoChains })
    await connectHeadless(page, wallet)
    wallet.backend.switchChain(42161)
    const dialog = page.getByRole('dialog', { name: 'Unsupported chain' })
    await expect(dialog).toBeVisible()
    await expect(page.getByRole('button', { name: 'Wrong network', includeHidden: true })).toBeAttached()
    expect(await details(page, 'wallet-network-changed')).toMatchObject([{ networkId: 'eip155:42161', supported: false }])
    wallet.backend.switchChain(56)
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: `Account ${first.short}` })).toBeVisible()

    wallet.backend.switchChain(42161)
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
  })

  test('that the app does not support is accepted with wrong-network="ignore", and only marked with "badge"', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, { ...stackAttributes, ...twoChains, 'wrong-network': 'ignore' })
    await page.evaluate(() => document.body.append(document.createElement('wallet-network-button')))
    await connectHeadless(page, wallet)
    wallet.backend.switchChain(42161)
    await expect.poll(async () => (await stateOf(page))?.network).toBe('eip155:42161')
    await expect(page.getByRole('button', { name: 'Network Arbitrum One. Change' })).toBeVisible()
    await page.evaluate(() => document.querySelector('wallet-modal')?.setAttribute('wrong-network', 'badge'))
    await expect(page.getByRole('button', { name: 'Wrong network: Select network' })).toBeVisible()
  })
})
