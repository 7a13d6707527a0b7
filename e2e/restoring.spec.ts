import type { Page } from '@playwright/test'
import type { Urls } from '../demo/stack/index'
import { type Attributes, announce, asked, expect, first, openBare, stateOf, test, told } from './fixtures'
import { remember } from './restore-page'

/** A page whose wallet has not said yet whether it still holds, with what its methods are made of. */
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
  // The wallet answers before a chunk that has yet to load.
  await page.evaluate(() =>
    document
      .querySelector('wallet-modal')
      ?.connect({ signal: AbortSignal.abort() })
      .catch(() => {}),
  )
  expect(await stateOf(page)).toMatchObject({ status: 'restoring' })
}

type Window = typeof window & { answerLate(): void; call: Promise<unknown> }

/** The wallet says that it still holds; resolves to what the call that began before comes to. */
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

  test('connect of its wallet does not ask it again', async ({ page, urls, stackAttributes }) => {
    await openRestoring(page, urls, stackAttributes)
    await page.evaluate(() => {
      Object.assign(window, { call: document.querySelector('wallet-modal')?.connect({ wallet: 'test.odd' }) })
    })
    expect(await answer(page)).toMatchObject({ address: first.address })
    expect(await asked(page)).not.toContain('eth_requestAccounts')
    expect(await told(page, 'wallet-before-connect')).toEqual([])
  })

  test('connect ends with its signal', async ({ page, urls, stackAttributes }) => {
    await openRestoring(page, urls, stackAttributes)
    const code = await page.evaluate(() => {
      const abort = new AbortController()
      const end = document.querySelector('wallet-modal')?.connect({ signal: abort.signal })
      abort.abort()
      return end?.catch(({ code }: { code: string }) => code)
    })
    expect([code, await stateOf(page)]).toMatchObject(['ABORTED', { status: 'restoring', open: false }])
  })

  test('who opens the modal meanwhile is shown the account when it is found', async ({ page, urls, stackAttributes }) => {
    await openRestoring(page, urls, stackAttributes)
    await page.getByRole('button', { name: 'Loading wallet' }).click()
    await expect(page.getByRole('dialog', { name: /^Connect to/ })).toBeVisible()
    await answer(page)
    await expect(page.getByRole('dialog', { name: first.short })).toBeVisible()
  })

  test('switchNetwork asks its wallet', async ({ page, urls, stackAttributes }) => {
    await openRestoring(page, urls, stackAttributes)
    // The list of networks is made of what the method needs.
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

  test('signMessage is signed by its account', async ({ page, urls, stackAttributes }) => {
    await openRestoring(page, urls, stackAttributes)
    await page.evaluate(() => {
      Object.assign(window, { call: document.querySelector('wallet-modal')?.signMessage('Hello') })
    })
    expect(await answer(page)).toBe('0x51')
  })
})
