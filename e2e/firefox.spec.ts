import { existsSync } from 'node:fs'
import { firefox } from '@playwright/test'
import { accountAt, announce, details, expect, openBare, openModal, stateOf, test, untilTold } from './fixtures'
import { tellEvents } from './page-events'
import { provideScripts } from './page-wallet'

// Debian's own build, spoken to by WebDriver BiDi: it needs no download by Playwright.
const FIREFOX = '/usr/bin/firefox-esr'

test('Firefox ESR: a wallet connects, is there again after a reload, and leaves', async ({ urls, stackAttributes }) => {
  test.skip(!existsSync(FIREFOX), 'Firefox ESR is not installed here: apt-get install firefox-esr')
  const browser = await firefox.launch({ channel: 'moz-firefox', executablePath: FIREFOX })
  try {
    const page = await browser.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await page.addInitScript(tellEvents)
    await page.addInitScript(provideScripts)
    await announce(
      page,
      {},
      (address) => window.scriptedWallet({ eth_requestAccounts: () => [address], eth_accounts: () => [address] }),
      accountAt(0).address,
    )
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    await dialog.getByRole('button', { name: 'Odd Wallet' }).click()
    await untilTold(page, 'wallet-connected')
    expect(await details(page, 'wallet-connected')).toMatchObject([{ address: accountAt(0).address, restored: false }])
    await expect(dialog).toBeHidden()
    await page.reload()
    await untilTold(page, 'wallet-connected')
    expect(await details(page, 'wallet-connected')).toMatchObject([{ address: accountAt(0).address, restored: true }])
    await page.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
    await untilTold(page, 'wallet-disconnected')
    expect((await stateOf(page))?.status).toBe('disconnected')
    expect(errors).toEqual([])
  } finally {
    await browser.close()
  }
})
