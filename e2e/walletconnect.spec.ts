import type { Page } from '@playwright/test'
import { verifyMessage } from 'viem'
import type { WalletModalElement } from '../elements/wallet-modal'
import { expectFault } from './faults/expect-fault'
import { accountAt, details, expect, test } from './fixtures'
import { type NodeWallet, type ScriptedSession, startNodeWallet } from './node-wallet'
import { connectByCode, openCode, scanned } from './qr'
import { expectEvent, expectState, openSite, show, startSigning, urls } from './site'
import { openWallet } from './wallet-page'

const addressOf = (index: number) => accountAt(index).address
const short = (address: string) => new RegExp(address.slice(-4))

test.afterEach(({ witness }) => expect(witness.consoleErrors).toEqual([]))

test('the code on screen, scanned and approved, connects the wallet', async ({ page, context }) => {
  const wallet = await connectByCode(page, context)
  expect(await details(page, 'wallet-connected')).toEqual([
    expect.objectContaining({
      namespace: 'eip155',
      networkId: 'eip155:31337',
      chainId: 31337,
      address: addressOf(0),
      caipAddress: `eip155:31337:${addressOf(0)}`,
      accounts: [`eip155:31337:${addressOf(0)}`],
      wallet: expect.objectContaining({ id: 'walletConnect', name: 'Demo Wallet' }),
      restored: false,
    }),
  ])
  await expect(wallet.sessions).toHaveText(/Test site/)

  await page.getByRole('button', { name: short(addressOf(0)) }).click()
  const account = page.getByRole('dialog', { name: short(addressOf(0)) })
  await expect(account).toContainText('Connected with Demo Wallet')
  await expect(account).toContainText(/\d ETH/)
})

test('a signature is asked for in the wallet, given or refused', async ({ page, context }) => {
  const wallet = await connectByCode(page, context)

  const given = await startSigning(page, 'Hello over the relay')
  await expect(wallet.question('Sign a message')).toContainText('Hello over the relay')
  await wallet.approve('Sign a message')
  const signature = (await given()) as `0x${string}`
  expect(await verifyMessage({ address: addressOf(0), message: 'Hello over the relay', signature })).toBe(true)

  const refused = await startSigning(page, 'Not this one')
  await wallet.reject('Sign a message')
  expect(await refused()).toEqual({ code: 'USER_REJECTED' })
  await expectState(page, { status: 'connected' })
})

test('the wallet changes its chain and its account, and the page follows', async ({ page, context }) => {
  const wallet = await connectByCode(page, context)

  await wallet.switchChain(56)
  await expectEvent(page, 'wallet-network-changed', { networkId: 'eip155:56', chainId: 56, supported: true })
  await expect(page.getByRole('button', { name: /BNB Smart Chain/ })).toBeVisible()

  await wallet.switchAccount(3)
  await expectEvent(page, 'wallet-account-changed', {
    caipAddress: `eip155:56:${addressOf(3)}`,
    previous: `eip155:56:${addressOf(0)}`,
  })
  await expect(page.getByRole('button', { name: short(addressOf(3)) })).toBeVisible()
})

test('the network is switched in the modal', async ({ page, context }) => {
  await connectByCode(page, context)
  await show(page, 'Networks')
  await page
    .getByRole('dialog', { name: 'Networks' })
    .getByRole('button', { name: /Arbitrum One/ })
    .click()
  await expectEvent(page, 'wallet-network-changed', { networkId: 'eip155:42161' })
  await expectState(page, { network: 'eip155:42161' })

  await page.reload()
  await expectEvent(page, 'wallet-connected', { restored: true, networkId: 'eip155:42161' })
})

test('a session outlives a reload and signs on', async ({ page, context }) => {
  const wallet = await connectByCode(page, context)
  await page.reload()
  await expectEvent(page, 'wallet-connected', { restored: true, address: addressOf(0) })
  await expect(page.getByRole('button', { name: short(addressOf(0)) })).toBeVisible()

  const given = await startSigning(page, 'After a reload')
  await wallet.approve('Sign a message')
  const signature = (await given()) as `0x${string}`
  expect(await verifyMessage({ address: addressOf(0), message: 'After a reload', signature })).toBe(true)
})

test('the wallet that leaves disconnects the page', async ({ page, context }) => {
  const wallet = await connectByCode(page, context)
  await wallet.disconnect()
  await expectEvent(page, 'wallet-disconnected', { namespace: 'eip155', reason: 'wallet' })
  await expect(page.getByRole('button', { name: /Connect wallet/ })).toBeVisible()

  await page.reload()
  await expectEvent(page, 'wallet-ready', { status: 'disconnected' })
})

test('Disconnect in the modal reaches the wallet', async ({ page, context }) => {
  const wallet = await connectByCode(page, context)
  await expect(wallet.sessions).toHaveCount(1)
  await page.getByRole('button', { name: short(addressOf(0)) }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expectEvent(page, 'wallet-disconnected', { reason: 'user' })
  await expect(wallet.sessions).toHaveCount(0)

  await page.reload()
  await expectEvent(page, 'wallet-ready', { status: 'disconnected' })
})

test('what the wallet said while the page was away is heard after a reload', async ({ page, context }) => {
  const wallet = await connectByCode(page, context)
  const away = page.url()
  await page.goto('about:blank')
  await wallet.switchAccount(2)
  await wallet.switchChain(56)

  await page.goto(away)
  await expectEvent(page, 'wallet-connected', { restored: true })
  await expectState(page, { network: 'eip155:56', address: addressOf(2) })

  await page.goto('about:blank')
  await wallet.disconnect()
  await expect(wallet.sessions).toHaveCount(0)
  await page.goto(away)
  await expectState(page, { status: 'disconnected' })
})

test('error: a proposal that the wallet refuses brings a fresh code (fault 30)', async ({ page, context }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  const [, wallet] = await Promise.all([openSite(page), openWallet(context)])
  const first = await openCode(page)
  await wallet.pair(first)
  await wallet.reject('Connection request')

  await expect(page.getByRole('alert').filter({ hasText: 'Request declined' })).toBeVisible()
  const second = await scanned(page, first)
  expect(second).not.toBe(first)
  await expectState(page, { status: 'connecting' })
  await expectFault(page, '30')

  await wallet.pair(second)
  await wallet.approve('Connection request')
  await expectEvent(page, 'wallet-connected', { address: addressOf(0) })
})

test('a code is renewed before it ends (fault 29)', async ({ page }) => {
  await page.clock.install()
  await openSite(page)
  const first = await openCode(page)
  await page.clock.runFor(226_000)
  const second = await scanned(page, first)
  expect(second).toMatch(/^wc:/)
  await expect(page.getByRole('status').filter({ hasText: 'A new code is shown' })).toHaveCount(1)
  await expectFault(page, '29')
})

test('Copy link puts the code in the clipboard and says so', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openSite(page)
  const uri = await openCode(page)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied the link' })).toHaveCount(1)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(uri)
})

test('closing the modal gives the code up', async ({ page, context }) => {
  const [, wallet] = await Promise.all([openSite(page), openWallet(context)])
  const first = await openCode(page)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectState(page, { status: 'disconnected' })

  const second = await openCode(page)
  expect(second).not.toBe(first)
  await wallet.pair(second)
  await wallet.approve('Connection request')
  await expectEvent(page, 'wallet-connected')
})

test('the SDK loads with the first code and not before', async ({ page, witness }) => {
  const sdk = () => witness.requests.filter((url) => url.includes('/chunks/wallet-connect-session')).length
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  await openSite(page, { announced: true })
  await page.getByRole('button', { name: /Connect wallet/ }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: /Demo Wallet/ })).toBeVisible()
  expect(sdk()).toBe(0)
  expect(sockets).toEqual([])

  await page
    .getByRole('dialog')
    .getByRole('button', { name: /WalletConnect/ })
    .click()
  await scanned(page)
  expect(sdk()).toBe(1)
  expect(sockets.map((url) => new URL(url).origin)).toEqual([new URL(urls.relay).origin])
})

test('blocked storage keeps nobody from connecting', async ({ page, context }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied', 'SecurityError')
        },
      })
  })
  const wallet = await connectByCode(page, context)
  const given = await startSigning(page, 'Nothing is stored')
  await wallet.approve('Sign a message')
  expect(await given()).toMatch(/^0x[\da-f]{130}$/)
})

test.describe('a wallet that misbehaves', () => {
  let wallet: NodeWallet | undefined
  test.afterEach(() => wallet?.stop())

  /** Opens the site and pairs a scripted wallet with its code. */
  async function pairWith(page: Page, script: ScriptedSession) {
    await openSite(page)
    wallet = await startNodeWallet(script)
    await wallet.pair(await openCode(page))
    return wallet
  }

  test('error: a hostile name is text, cut to size, and its picture and link are not used', async ({ page }) => {
    const name = `<img src=x onerror="document.title='run'">\u202E${'Long'.repeat(5_000)}`
    const metadata = { name, icons: ['javascript:alert(1)'], redirect: { native: 'javascript:alert(1)' } }
    await pairWith(page, { metadata })
    await expectEvent(page, 'wallet-connected')
    const [{ wallet: told } = {}] = (await details(page, 'wallet-connected')) as { wallet?: { name: string; icon?: string } }[]
    expect(told?.name.length).toBeLessThanOrEqual(40)
    expect(told?.name).not.toContain('\u202E')
    expect(told?.icon).toBeUndefined()

    await show(page, 'Account')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Connected with <img src=x')
    await expectFault(page, '32')
    expect(await page.title()).toBe('Test site')
    const wide = await dialog.evaluate((node) => node.scrollWidth > node.clientWidth)
    expect(wide).toBe(false)
  })

  test('error: a session without the method connects, and the signature is refused here (fault 31)', async ({ page }) => {
    const odd = await pairWith(page, { methods: ['eth_sendTransaction'] })
    await expectEvent(page, 'wallet-connected')
    const ended = await startSigning(page, 'Cannot')
    expect(await ended()).toEqual({ code: 'WALLET_METHOD_UNSUPPORTED' })
    expect(odd.asked).toEqual([])
  })

  test('error: a session without the network shows it as not in the wallet (fault 31)', async ({ page }) => {
    await pairWith(page, { methods: ['personal_sign'] })
    await expectEvent(page, 'wallet-connected')
    await show(page, 'Networks')
    const row = page
      .getByRole('dialog')
      .getByRole('button', { name: /BNB Smart Chain.*Not in Node Wallet/ })
      .first()
    await expect(row).toHaveAttribute('aria-disabled', 'true')
    expect(await switchTo(page, 'eip155:56')).toBe('CHAIN_NOT_SUPPORTED')
    await expectFault(page, '31')
    await expectState(page, { network: 'eip155:31337', status: 'connected' })
  })

  for (const code of [4001, 5000]) {
    test(`error: a switch refused with ${code} changes nothing and adds nothing (fault 34)`, async ({ page }) => {
      const odd = await pairWith(page, {
        answer: () => {
          throw { code, message: 'No' }
        },
      })
      await expectEvent(page, 'wallet-connected')
      expect(await switchTo(page, 'eip155:56')).toBe('NETWORK_CHANGE_DECLINED')
      expect(odd.asked).toEqual(['wallet_switchEthereumChain'])
      await expectState(page, { network: 'eip155:31337' })
    })
  }

  test('a chain that the wallet does not know is added once and switched to (fault 35)', async ({ page }) => {
    let known = false
    const odd = await pairWith(page, {
      answer: async ({ method }, { client, topic }) => {
        if (method === 'wallet_addEthereumChain') {
          known = true
          return null
        }
        if (!known) throw { code: 4902, message: 'Unrecognized chain ID' }
        const accounts = ['eip155:31337', 'eip155:97'].map((chain) => `${chain}:${addressOf(0)}`)
        const methods = ['personal_sign', 'wallet_switchEthereumChain', 'wallet_addEthereumChain']
        const eip155 = { accounts, chains: ['eip155:31337', 'eip155:97'], methods, events: ['chainChanged'] }
        await client.update({ topic, namespaces: { eip155 } })
        await client.emit({ topic, event: { name: 'chainChanged', data: 97 }, chainId: 'eip155:97' })
        return null
      },
    })
    await expectEvent(page, 'wallet-connected')
    const ended = await switchTo(page, 'eip155:97')
    expect(odd.asked).toEqual(['wallet_switchEthereumChain', 'wallet_addEthereumChain', 'wallet_switchEthereumChain'])
    expect(ended).toBe('done')
    await expectState(page, { network: 'eip155:97' })
  })

  test('error: a chain that was added and never switched to is asked for once more, then given up (fault 36)', async ({
    page,
  }) => {
    const odd = await pairWith(page, {
      answer: ({ method }) => {
        if (method === 'wallet_addEthereumChain') return null
        throw { code: 4902, message: 'Unrecognized chain' }
      },
    })
    await expectEvent(page, 'wallet-connected')
    expect(await switchTo(page, 'eip155:97')).toBe('CHAIN_UNSUPPORTED')
    expect(odd.asked).toEqual(['wallet_switchEthereumChain', 'wallet_addEthereumChain', 'wallet_switchEthereumChain'])
    await expectState(page, { network: 'eip155:31337' })
  })

  test('error: an answer that is no signature is not given to the host', async ({ page }) => {
    await pairWith(page, { answer: () => ({ signature: 'yes' }) })
    await expectEvent(page, 'wallet-connected')
    const ended = await startSigning(page, 'Anything')
    expect(await ended()).toEqual({ code: 'WALLET_ANSWER_INVALID' })
  })
})

/** The element's own method: 'done', or the code that it rejects with. */
const switchTo = (page: Page, networkId: string): Promise<string> =>
  page.evaluate((id) => {
    const element = document.querySelector('wallet-modal') as WalletModalElement
    return element.switchNetwork(id).then(
      () => 'done',
      (error: { code: string }) => error.code,
    )
  }, networkId)
