import type { Page } from '@playwright/test'
import type { Urls } from '../demo/stack/index'
import { type Attributes, announce, asked, expect, first, openBare, stateOf, test, told } from './fixtures'
import { remember } from './restore-page'

/** Opens a page whose wallet has not yet answered `eth_accounts`, with the chunks for `connect` loaded. */
async function openRestoring(page: Page, urls: Urls, attributes: Attributes): Promise<void> {
  await announce(
    page,
    {},
    (address) => {
      let chainId = '0x7a69'
      const late = new Promise<string[]>((resolve) => Object.assign(window, { answerLate: () => resolve([address]) }))
      return window.scriptedWallet({
        eth_accounts: () => late,
        eth_chainId: () => chainId,
        wallet_switchEthereumChain: (params) => {
          chainId = (params as [{ chainId: string }])[0].chainId
          return null
        },
        personal_sign: () => '0x51',
      })
    },
    first.address,
  )
  await remember(page, urls, { connectorId: 'test.odd', address: first.address })
  await openBare(page, urls, attributes)
  await expect.poll(() => asked(page)).toContain('eth_accounts')
  // Loaded ahead, as the wallet's answer would otherwise come before the chunks.
  await page.evaluate(() =>
    document
      .querySelector('wallet-modal')
      ?.connect({ signal: AbortSignal.abort() })
      .catch(() => {}),
  )
  expect(await stateOf(page)).toMatchObject({ status: 'restoring' })
}

type Window = typeof window & { answerLate(): void; call: Promise<unknown> }

/** Lets the wallet answer that it is still connected; resolves to the result of the call that was waiting. */
const answer = (page: Page) =>
  page.evaluate(() => {
    const { answerLate, call } = window as Window
    answerLate()
    return call
  })

test.describe('while the last session is being restored', () => {
  test('connect waits for its account, and opens nothing', async ({ page, urls, stackAttributes }) => {
    await openRestoring(page, urls, stackAttributes)
    await page.evaluate(() => {
      Object.assign(window, { call: document.querySelector('wallet-modal')?.connect() })
    })
    expect(await answer(page)).toMatchObject({ address: first.address, wallet: { id: 'test.odd' } })
    expect([await told(page, 'wallet-open'), (await stateOf(page))?.open]).toEqual([[], false])
  })

  test('connect with that wallet does not ask it again', async ({ page, urls, stackAttributes }) => {
    await openRestoring(page, urls, stackAttributes)
    await page.evaluate(() => {
      Object.assign(window, { call: document.querySelector('wallet-modal')?.connect({ wallet: 'test.odd' }) })
    })
    expect(await answer(page)).toMatchObject({ address: first.address })
    expect(await asked(page)).not.toContain('eth_requestAccounts')
    expect(await told(page, 'wallet-before-connect')).toEqual([])
  })

  test('connect can be aborted by its signal', async ({ page, urls, stackAttributes }) => {
    await openRestoring(page, urls, stackAttributes)
    const code = await page.evaluate(() => {
      const abort = new AbortController()
      const end = document.querySelector('wallet-modal')?.connect({ signal: abort.signal })
      abort.abort()
      return end?.catch(({ code }: { code: string }) => code)
    })
    expect([code, await stateOf(page)]).toMatchObject(['ABORTED', { status: 'restoring', open: false }])
  })

  test('a modal opened meanwhile shows the account once it is restored', async ({ page, urls, stackAttributes }) => {
    await openRestoring(page, urls, stackAttributes)
    await page.getByRole('button', { name: 'Loading wallet' }).click()
    await expect(page.getByRole('dialog', { name: /^Connect to/ })).toBeVisible()
    await answer(page)
    await expect(page.getByRole('dialog', { name: first.short })).toBeVisible()
  })

  test('switchNetwork waits and asks the restored wallet', async ({ page, urls, stackAttributes }) => {
    await openRestoring(page, urls, stackAttributes)
    // Opening the networks loads what the method needs.
    await page.evaluate(async () => {
      const modal = document.querySelector('wallet-modal')
      await modal?.show({ view: 'Networks' })
      await modal?.close()
      Object.assign(window, { call: modal?.switchNetwork('eip155:56') })
    })
    await answer(page)
    expect(await asked(page)).toContain('wallet_switchEthereumChain')
    expect(await stateOf(page)).toMatchObject({ status: 'connected', network: 'eip155:56' })
  })

  test('signMessage waits and is signed by the restored account', async ({ page, urls, stackAttributes }) => {
    await openRestoring(page, urls, stackAttributes)
    await page.evaluate(() => {
      Object.assign(window, { call: document.querySelector('wallet-modal')?.signMessage('Hello') })
    })
    expect(await answer(page)).toBe('0x51')
  })
})
