import type { Page } from '@playwright/test'
import { expectFault } from './faults/expect-fault'
import {
  accountAt,
  announce,
  asked,
  details,
  emit,
  expect,
  openBare,
  openModal,
  type ScriptedWallet,
  stateOf,
  test,
  told,
  untilTold,
} from './fixtures'
import { absent, failing, odd } from './misbehaving-wallets'

/** Cases of src/connectors/vectors/provider_misbehaviour.json, by id, as a visitor meets them. */

const first = accountAt(0)

/** Rejections that only a page can make: [what the switch rejects with, what adding rejects with]. */
type Refusals = { readonly switching: unknown; readonly adding?: unknown }

async function connectOdd(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelector('wallet-modal')?.connect({ wallet: 'test.odd' }))
  expect((await stateOf(page))?.status).toBe('connected')
}

/** About a thousand events a second for a second and a half, and then the last one; resolves to how long it took. */
async function storm(page: Page, event: string, payloads: readonly unknown[], last: unknown): Promise<number> {
  return page.evaluate(
    async ([type, all, end]) => {
      const wallet = window.scripted['Odd Wallet'] as ScriptedWallet
      const since = performance.now()
      for (let at = 0; performance.now() - since < 1_500; at += 1) {
        for (let time = 0; time < 16; time += 1) wallet.emit(type, all[(at + time) % all.length])
        await new Promise((done) => requestAnimationFrame(done))
      }
      wallet.emit(type, end)
      return (performance.now() - since) / 1_000
    },
    [event, payloads, last] as const,
  )
}

test.describe('a wallet that fails to connect', () => {
  for (const part of [0, 1])
    test(`gets a sentence, one more try and a way back; one that cannot be asked is disabled with its reason (fault 19, ${part + 1} of 2)`, async ({
      page,
      urls,
      stackAttributes,
    }) => {
      const cases = Object.entries(failing).filter((_, index) => index % 2 === part)
      const none = Object.entries(absent)
      for (const [id, make] of none) await announce(page, { name: `Wallet ${id}`, rdns: `test.${id.toLowerCase()}` }, make)
      for (const [id, [make]] of cases) await announce(page, { name: `Wallet ${id}`, rdns: `test.${id.toLowerCase()}` }, make)
      await openBare(page, urls, { ...stackAttributes, 'all-wallets': 'hide' })
      const since = Date.now()
      const dialog = await openModal(page)
      for (const [id] of none) {
        const row = dialog.getByRole('button', { name: `Wallet ${id} Provider not found` })
        await expect(row).toHaveAttribute('aria-disabled', 'true')
        // What a visitor does all the same: nothing is asked, and the ways to connect stay.
        await row.dispatchEvent('click')
      }
      await expectFault(page, '19', since)
      for (const [id, [, text]] of cases)
        await test.step(id, async () => {
          const since = Date.now()
          await dialog.getByRole('button', { name: `Wallet ${id}` }).click()
          await expect(dialog.getByRole('alert').filter({ hasText: text })).toBeVisible()
          await expect(dialog.getByRole('button', { name: 'Try again' })).toBeEnabled()
          expect(await stateOf(page)).toMatchObject({ status: 'disconnected', account: null })
          if (id === 'P03') await expectFault(page, '18', since)
          if (id === 'P21') await expectFault(page, '20', since)
          await dialog.getByRole('button', { name: 'Back', exact: true }).click()
          await expect(page.getByRole('dialog', { name: 'Connect to Test Bakery' })).toBeVisible()
        })
      expect(await details(page, 'wallet-error')).toHaveLength(cases.length)
      expect(await told(page, 'wallet-connected')).toEqual([])
    })
})

test('a wallet that is odd connects all the same', async ({ page, urls, stackAttributes }) => {
  for (const [id, make] of Object.entries(odd))
    await announce(page, { name: `Wallet ${id}`, rdns: `test.${id.toLowerCase()}` }, make)
  await openBare(page, urls, stackAttributes)
  for (const id of Object.keys(odd))
    await test.step(id, async () => {
      const account = await page.evaluate(
        (wallet) => document.querySelector('wallet-modal')?.connect({ wallet }),
        `test.${id.toLowerCase()}`,
      )
      expect(account).toMatchObject({ caipAddress: `eip155:31337:${first.address}`, wallet: { name: `Wallet ${id}` } })
      expect((await details(page, 'wallet-connected')).at(-1)).toMatchObject({ accounts: [`eip155:31337:${first.address}`] })
      await page.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
      expect(await stateOf(page)).toMatchObject({ status: 'disconnected' })
    })
})

test('P07: a wallet with 10,000 accounts connects, with as many as a person can have', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await announce(page, {}, () => {
    const accounts = Array.from({ length: 10_000 }, (_, index) => `0x${(index + 1).toString(16).padStart(40, '0')}`)
    return window.scriptedWallet({ eth_requestAccounts: () => accounts })
  })
  await openBare(page, urls, stackAttributes)
  const dialog = await openModal(page)
  await dialog.getByRole('button', { name: 'Odd Wallet' }).click()
  await untilTold(page, 'wallet-connected')
  const [connected] = await details(page, 'wallet-connected')
  const accounts = connected?.accounts as string[] | undefined
  expect(accounts?.length).toBeLessThanOrEqual(100)
})

test.describe('a wallet that does not switch the network', () => {
  const cases: Readonly<Record<string, readonly [refusals: Refusals | undefined, text: string, asked: string[]]>> = {
    P26: [undefined, 'The network could not be changed', ['wallet_switchEthereumChain']],
    P27: [{ switching: { code: 4001 } }, 'Network change declined', ['wallet_switchEthereumChain']],
    P28: [
      { switching: { code: 4902 }, adding: { code: 4200 } },
      'Chain is not supported',
      ['wallet_switchEthereumChain', 'wallet_addEthereumChain'],
    ],
    P30: [{ switching: { code: 32603 } }, 'Chain is not supported', ['wallet_switchEthereumChain']],
    P31: [
      { switching: { code: -32603, data: { originalError: { code: 4902 } } }, adding: { code: 4001 } },
      'Chain is not supported',
      ['wallet_switchEthereumChain', 'wallet_addEthereumChain'],
    ],
    P32: [
      { switching: { code: 4902 } },
      'Unsupported chain',
      ['wallet_switchEthereumChain', 'wallet_addEthereumChain', 'wallet_switchEthereumChain'],
    ],
  }
  for (const [id, [refusals, text, methods]] of Object.entries(cases))
    test(`${id}: says "${text}", and nothing has changed`, async ({ page, urls, stackAttributes }) => {
      await announce(
        page,
        {},
        (given) =>
          window.scriptedWallet({
            wallet_switchEthereumChain: () => (given ? Promise.reject(given.switching) : null),
            wallet_addEthereumChain: () => (given && 'adding' in given ? Promise.reject(given.adding) : null),
          }),
        refusals,
      )
      await openBare(page, urls, stackAttributes)
      await connectOdd(page)
      await page.evaluate(() => document.querySelector('wallet-modal')?.show({ view: 'Networks' }))
      const dialog = page.getByRole('dialog')
      const since = Date.now()
      await dialog.getByRole('button', { name: 'BNB Smart Chain', exact: true }).click()
      await expect(dialog.getByText(text)).toBeVisible()
      const fault = { P27: { fault: '34' }, P31: { fault: '35' }, P32: { fault: '36' } }[id]?.fault
      if (fault) await expectFault(page, fault, since)
      expect((await stateOf(page))?.network).toBe('eip155:31337')
      expect(await told(page, 'wallet-network-changed')).toEqual([])
      expect((await asked(page)).filter((method) => method.startsWith('wallet_'))).toEqual(methods)
    })

  test('P29: does not know it, adds it, and moves', async ({ page, urls, stackAttributes }) => {
    await announce(page, {}, () => {
      let chain = '0x7a69'
      return window.scriptedWallet({
        eth_chainId: () => chain,
        wallet_switchEthereumChain: () => Promise.reject({ code: -32603, data: { originalError: { code: 4902 } } }),
        wallet_addEthereumChain: () => {
          chain = '0x38'
          return null
        },
      })
    })
    await openBare(page, urls, stackAttributes)
    await connectOdd(page)
    await page.evaluate(() => document.querySelector('wallet-modal')?.switchNetwork('eip155:56'))
    expect(await details(page, 'wallet-network-changed')).toMatchObject([{ networkId: 'eip155:56', chainId: 56 }])
  })
})

test.describe('a connected wallet', () => {
  test('P33: that changes its chain 1,000 times a second is told at most four times a second, the last state last', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    await announce(page, {}, () => window.scriptedWallet({ eth_chainId: () => '0x7a69' }))
    await openBare(page, urls, stackAttributes)
    await connectOdd(page)
    const since = Date.now()
    const seconds = await storm(page, 'chainChanged', ['0x38', '0x61', '0xa4b1'], '0x66eee')
    await expect.poll(async () => (await stateOf(page))?.network).toBe('eip155:421614')
    const changes = await told(page, 'wallet-network-changed')
    expect(changes.length).toBeLessThanOrEqual(Math.ceil(seconds * 4) + 2)
    expect(changes.at(-1)?.detail).toMatchObject({ networkId: 'eip155:421614' })
    await expectFault(page, '22', since)
  })

  test('P35: of two accounts that alternate the last one stays', async ({ page, urls, stackAttributes }) => {
    await announce(page, {}, () => window.scriptedWallet())
    await openBare(page, urls, stackAttributes)
    await connectOdd(page)
    const [one, other] = [first.address, accountAt(1).address]
    const seconds = await storm(page, 'accountsChanged', [[one], [other]], [other])
    await expect(page.getByRole('button', { name: `Account ${accountAt(1).short}` })).toBeVisible()
    expect((await told(page, 'wallet-account-changed')).length).toBeLessThanOrEqual(Math.ceil(seconds * 4) + 2)
    expect(await asked(page)).not.toContain('personal_sign')
  })

  test('P34: that has no account any more is disconnected once', async ({ page, urls, stackAttributes }) => {
    await announce(page, {}, () => window.scriptedWallet())
    await openBare(page, urls, stackAttributes)
    await connectOdd(page)
    const since = Date.now()
    for (let time = 0; time < 3; time += 1) await emit(page, 'accountsChanged', [])
    await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
    expect(await details(page, 'wallet-disconnected')).toMatchObject([{ reason: 'wallet' }])
    await expectFault(page, '21', since)
  })

  test('P37: that says "disconnect" and still shows its account stays', async ({ page, urls, stackAttributes }) => {
    await announce(page, {}, () => window.scriptedWallet())
    await openBare(page, urls, stackAttributes)
    await connectOdd(page)
    await emit(page, 'disconnect', { code: 1013, message: 'The RPC is away' })
    await expect.poll(() => asked(page)).toContain('eth_accounts')
    await emit(page, 'accountsChanged', [accountAt(1).address])
    await untilTold(page, 'wallet-account-changed')
    expect(await told(page, 'wallet-disconnected')).toEqual([])
  })

  test('that tells nonsense is asked, and believed when that makes sense', async ({ page, urls, stackAttributes }) => {
    await announce(page, {}, () => window.scriptedWallet())
    await openBare(page, urls, stackAttributes)
    await connectOdd(page)
    for (const nonsense of [null, 42, 'accounts', { 0: 'x' }, ['nonsense']]) await emit(page, 'accountsChanged', nonsense)
    for (const nonsense of [null, {}, '0x', '0xzz', -1]) await emit(page, 'chainChanged', nonsense)
    await emit(page, 'accountsChanged', [accountAt(1).address])
    await untilTold(page, 'wallet-account-changed')
    expect(await stateOf(page)).toMatchObject({ status: 'connected', network: 'eip155:31337' })
    expect(await told(page, 'wallet-disconnected')).toEqual([])
  })
})
