import { announce, expect, openBare, openModal, test } from './fixtures'
import { openState } from './gallery'
import { expectHeard, listen } from './heard'
import { focused, tabTo } from './keys'
import { expectEvent, openSite, show } from './site'

test('a wallet is connected, its network switched and the wallet disconnected by keyboard alone', async ({ page }) => {
  await openSite(page, { announced: true })
  await tabTo(page, /Connect wallet/)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog').first()
  await expect(dialog.getByRole('button', { name: /Demo Wallet/ })).toBeVisible()
  await tabTo(page, /^(D|Demo).*Demo Wallet|Demo Wallet/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Demo Wallet' }).getByRole('button', { name: 'Approve' })).toBeVisible()
  await tabTo(page, /^Approve$/)
  await page.keyboard.press('Enter')
  await expectEvent(page, 'wallet-connected', { restored: false })
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: /Account 0xf39F…2266/ })).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /2266/ })).toBeVisible()
  await tabTo(page, /^Network: Localhost\. Change$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Networks' }).getByRole('button', { name: /Arbitrum One/ })).toBeVisible()
  await tabTo(page, /^LLocalhost/)
  await page.keyboard.press('ArrowDown')
  expect(await focused(page)).toMatch(/BNB Smart Chain/)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('End')
  await expect.poll(() => focused(page)).toMatch(/Ethereum/)
  await page.keyboard.press('Home')
  expect(await focused(page)).toMatch(/Localhost/)
  await page.keyboard.type('arbitrum o')
  expect(await focused(page)).toMatch(/Arbitrum One/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Demo Wallet' })).toBeVisible()
  await tabTo(page, /^Approve$/)
  await page.keyboard.press('Enter')
  await expectEvent(page, 'wallet-network-changed', { networkId: 'eip155:42161' })

  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  // On this network the account has a name, which may have loaded already.
  await expect(page.getByRole('button', { name: /^Account .*0xf39F…2266/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /2266|alice\.eth/ })).toBeVisible()
  await tabTo(page, /^Disconnect$/)
  await page.keyboard.press('Enter')
  await expectEvent(page, 'wallet-disconnected', { reason: 'user' })
  await expect(page.getByRole('button', { name: /Connect wallet/ })).toBeFocused()
})

test('Tab goes from Back to Close to the body to the footer, and stays inside', async ({ page }) => {
  await openSite(page)
  await openModal(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Get one in a minute' }).click()
  const what = page.getByRole('dialog', { name: 'New to wallets?' })
  await expect(what.getByRole('heading', { level: 2 })).toBeFocused()
  await what.getByRole('button', { name: 'Choose a wallet app' }).click()
  const get = page.getByRole('dialog', { name: 'Get a wallet' })
  await expect(get.getByRole('heading', { level: 2 })).toBeFocused()
  await expect(get.getByRole('link', { name: /^Get .+ from / })).toHaveCount(5)

  const order: string[] = []
  await page.keyboard.press('Shift+Tab')
  for (let step = 0; step < 12; step++) {
    const name = await focused(page)
    if (order[0] === name) break
    order.push(name)
    await page.keyboard.press('Tab')
    // The heading can be focused by script, but is no tab stop.
    expect(await focused(page)).not.toBe('Get a wallet')
  }
  const places = ['Back', 'Close', 'Scan with your phone'].map((name) => order.indexOf(name))
  expect(places).toEqual([0, 1, order.length - 1])
  expect(order.slice(2, -1).every((name) => /^Get .+ from /.test(name))).toBe(true)
})

test('a control that disappears when used leaves the focus next to its place', async ({ page }) => {
  await openSite(page, { announced: true })
  await openModal(page)
  const dialog = page.getByRole('dialog')
  await show(page, 'AllWallets')
  const search = dialog.getByRole('searchbox')
  // A click on the edge of the box focuses the field too.
  await search.locator('..').click({ position: { x: 4, y: 4 } })
  await expect(search).toBeFocused()
  await search.fill('rain')
  // Its name does not include that of the Clear button.
  await expect(search).toHaveAccessibleName(/^Search [\d+ ]*wallets$/)
  await tabTo(page, /^Clear/)
  await page.keyboard.press('Enter')
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('')
})

test('Try again restarts a wallet’s screen and focuses its heading', async ({ page, urls, stackAttributes }) => {
  await announce(page, {}, () => {
    let times = 0
    return window.scriptedWallet({
      eth_requestAccounts: () =>
        times++ ? new Promise(() => {}) : Promise.reject(Object.assign(new Error('No'), { code: 4001 })),
    })
  })
  await openBare(page, urls, stackAttributes)
  const dialog = await openModal(page)
  await dialog.getByRole('button', { name: 'Odd Wallet' }).click()
  await tabTo(page, /^Try again$/)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Odd Wallet', level: 2 })).toBeFocused()
})

test('the grid is one tab stop; arrows, Home, End and letters move in it, and Back returns to the cell', async ({ page }) => {
  await openSite(page)
  await show(page, 'AllWallets')
  const dialog = page.getByRole('dialog', { name: 'All wallets' })
  const cell = (name: string) => dialog.getByRole('button', { name, exact: true })
  await expect(cell('Amber Purse')).toBeVisible()
  const cells = dialog.getByRole('list', { name: 'Wallets' }).getByRole('button')
  // The bundled wallets are there before the list has loaded.
  await expect.poll(() => cells.count()).toBeGreaterThan(20)
  const names = await cells.allTextContents()
  const nameOf = (index: number) => new RegExp(`${names[index]}$`)
  await tabTo(page, nameOf(0))
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => focused(page)).toMatch(nameOf(1))
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focused(page)).toMatch(nameOf(5))
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => focused(page)).toMatch(nameOf(4))
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => focused(page)).toMatch(nameOf(0))
  await page.keyboard.press('End')
  await expect.poll(() => focused(page)).not.toMatch(nameOf(0))
  await page.keyboard.press('Home')
  await expect.poll(() => focused(page)).toMatch(nameOf(0))
  await page.keyboard.type('bir')
  await expect.poll(() => focused(page)).toMatch(/Birch/)
  const chosen = await focused(page)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await tabTo(page, /^Back$/)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await expect.poll(() => focused(page)).toContain(chosen)
  // Also to one far down, which a grid scrolled to its start does not render.
  await page.keyboard.press('End')
  await expect.poll(() => focused(page)).not.toContain(chosen)
  const far = await focused(page)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await tabTo(page, /^Back$/)
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe(far)
})

test('in a virtual list of a thousand rows Home, End and letters reach any row', async ({ page }) => {
  await announce(page, {}, () => window.scriptedWallet())
  const tokens = Array.from({ length: 1000 }, (_, index) => ({
    address: `eip155:31337:0x${(index + 1).toString(16).padStart(40, '0')}`,
    ...{ name: `Token ${1000 + index}`, symbol: `T${1000 + index}`, decimals: 18, logoUri: null },
  }))
  await page.route('**/v1/convert/tokens**', (route) =>
    route.fulfill({ json: { tokens }, headers: { 'access-control-allow-origin': '*' } }),
  )
  await openSite(page)
  await page.evaluate(() => document.querySelector('wallet-modal')?.connect({ wallet: 'test.odd' }))
  await show(page, 'Swap')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Change$|Choose/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Choose a token' })
  await expect(dialog.getByRole('button', { name: /Token 1000\b/ })).toBeVisible()
  expect(await dialog.getByRole('list').getByRole('button').count()).toBeLessThan(40)
  await tabTo(page, /Token 1000/)
  await page.keyboard.press('End')
  await expect(dialog.getByRole('button', { name: /Token 1999\b/ })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(dialog.getByRole('button', { name: /Token 1998\b/ })).toBeFocused()
  await page.keyboard.type('token 15')
  await expect(dialog.getByRole('button', { name: /Token 1500\b/ })).toBeFocused()
  await expect(dialog.getByRole('button', { name: /Token 1500\b/ })).toBeInViewport()
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('button', { name: /Token 1501\b/ })).toBeFocused()
  await page.keyboard.press('Home')
  await expect(dialog.getByRole('button', { name: /Token 1000\b/ })).toBeFocused()
})

test('Back returns to the row that led there, Escape to the opener', async ({ page }) => {
  await announce(page, { name: 'Odd Wallet' }, () => window.scriptedWallet({ eth_requestAccounts: () => new Promise(() => {}) }))
  await openSite(page)
  const dialog = await openModal(page)
  for (const row of [/All wallets/, /WalletConnect/, /Odd Wallet/]) {
    await dialog.getByRole('button', { name: row }).press('Enter')
    await page.getByRole('button', { name: 'Back' }).press('Enter')
    await expect(dialog.getByRole('button', { name: row })).toBeFocused()
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeFocused()
})

test.describe('right to left', () => {
  test('arrow keys follow the writing direction', async ({ page }) => {
    await openSite(page, { html: { lang: 'ar', dir: 'rtl' }, attributes: { locale: 'ar' } })
    await show(page, 'AllWallets')
    const list = page.getByRole('dialog').getByRole('list', { name: /./ }).last()
    await expect(list.getByRole('button', { name: 'Amber Purse' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveAttribute('dir', 'rtl')
    const names = await list.getByRole('button').allTextContents()
    await list.getByRole('button').first().focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => focused(page)).toBe(names[1])
    const [first, second] = await Promise.all([0, 1].map((at) => list.getByRole('button').nth(at).boundingBox()))
    expect(second?.x ?? 0).toBeLessThan(first?.x ?? 0)
  })
})

test.describe('motion', () => {
  for (const reducedMotion of ['reduce', 'no-preference'] as const)
    test.describe(reducedMotion, () => {
      test.use({ contextOptions: { reducedMotion } })

      test(reducedMotion === 'reduce' ? 'views only fade, nothing moves' : 'views slide in from their side', async ({ page }) => {
        await announce(page, { name: 'Odd Wallet' }, () =>
          window.scriptedWallet({ eth_requestAccounts: () => new Promise(() => {}) }),
        )
        await openSite(page)
        const dialog = await openModal(page)
        for (const row of [/All wallets/, /Odd Wallet/]) {
          // Opened once first, so that its chunk is loaded.
          await dialog.getByRole('button', { name: row }).click()
          await page.getByRole('button', { name: 'Back' }).click()
          const moving = await dialog.getByRole('button', { name: row }).evaluate(async (button: HTMLElement) => {
            const root = button.getRootNode() as ShadowRoot
            const seen = new Set<string>()
            const end = performance.now() + 400
            button.click()
            while (performance.now() < end) {
              await new Promise(requestAnimationFrame)
              for (const each of root.getAnimations())
                for (const frame of (each.effect as KeyframeEffect).getKeyframes())
                  for (const property of ['transform', 'translate', 'scale', 'rotate', 'blockSize'] as const) {
                    const value = frame[property]
                    if (value !== undefined && !['none', '0px'].includes(String(value))) seen.add(property)
                  }
            }
            return [...seen]
          })
          if (reducedMotion === 'reduce') expect(moving).toEqual([])
          else expect(moving).toContain('translate')
          await page.getByRole('button', { name: 'Back' }).click()
        }
      })
    })
})

test('a disclosure is a tab stop too, also as the last one', async ({ page }) => {
  await openState(page, 'sessions-expired')
  const dialog = page.getByRole('dialog')
  const details = dialog.locator('summary').last()
  await expect(details).toBeVisible()
  const name = (await details.textContent()) ?? ''
  expect(name).not.toBe('')
  await dialog.getByRole('button', { name: 'Close' }).focus()
  await page.keyboard.press('Shift+Tab')
  expect(await focused(page)).toBe(name)
  await page.keyboard.press('Enter')
  await expect(dialog.locator('details').last()).toHaveAttribute('open')
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Close')
})

test('claiming a name with Enter keeps the focus in its field while the wallet is asked, and that it is asked is announced', async ({
  page,
}) => {
  await page.addInitScript(listen)
  await announce(page, {}, () => window.scriptedWallet({ personal_sign: () => new Promise(() => {}) }))
  await openSite(page)
  await page.evaluate(() => document.querySelector('wallet-modal')?.connect({ wallet: 'test.odd' }))
  await show(page, 'RegisterAccountName')
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('textbox', { name: 'Name' })
  await field.fill(`ada-${crypto.randomUUID().slice(0, 8)}`)
  await expect(dialog.getByText('is free')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Sign it in your wallet' })).toBeVisible()
  await expectHeard(page, 'status: Sign it in your wallet')
  await expect(field).toBeFocused()
  await expect(field).not.toBeEditable()
})
