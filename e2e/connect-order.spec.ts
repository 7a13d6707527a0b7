import { announce, expect, openBare, openModal, test } from './fixtures'
import { hold } from './hold'

test('the first screen orders the ways to connect as the host sets them', async ({ page, urls, stackAttributes }) => {
  await openBare(page, urls, { ...stackAttributes, email: true, socials: 'google github' })
  for (const [order, expected] of [
    ['social', 'social email wallet'],
    ['social wallet', 'social wallet email'],
    ['wallet social email', 'wallet social email'],
    ['wallet', 'wallet email social'],
    ['email social', 'email social wallet'],
    ['email wallet social', 'email wallet social'],
    ['social wallet email', 'social wallet email'],
  ] as const) {
    await page.evaluate((given) => document.querySelector('wallet-modal')?.setAttribute('connect-order', given), order)
    const dialog = await openModal(page)
    // Below the wallets, e-mail is a button.
    const isLate = expected.indexOf('wallet') < expected.indexOf('email')
    const ways = {
      social: dialog.getByRole('button', { name: /Google$/ }),
      email: dialog.getByRole(isLate ? 'button' : 'textbox', { name: /^Email/ }),
      wallet: dialog.getByRole('button', { name: /WalletConnect/ }),
    }
    for (const control of Object.values(ways)) await expect(control, order).toBeVisible()
    // Measured in one frame: the dialog may still be moving.
    const controls = await Promise.all(Object.values(ways).map((control) => control.elementHandle()))
    const boxes = await page.evaluate((all) => all.map((each) => (each as Element).getBoundingClientRect().toJSON()), controls)
    const places = Object.keys(ways).map((way, at) => ({ way, x: boxes[at].x, y: Math.round(boxes[at].y) }))
    const read = places.sort((a, b) => a.y - b.y || a.x - b.x).map(({ way }) => way)
    expect(read.join(' '), order).toBe(expected)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
})

for (const [name, ways, installed] of [
  ['an address and three social networks', { email: true, socials: 'google,apple,x' }, false],
  ['an address alone', { email: true }, false],
  ['one social network', { socials: 'google' }, false],
  ['a strip under the wallets', { email: true, socials: 'google,apple' }, true],
  ['an address under the wallets', { email: true }, true],
] as const)
  test(`e-mail and social login have their space before they load: ${name}`, async ({ page, urls, stackAttributes }) => {
    const come = await hold(page, /\/chunks\/WithoutWallet-/)
    if (installed) await announce(page, { name: 'Odd Wallet' }, () => window.scriptedWallet())
    await openBare(page, urls, { ...stackAttributes, ...ways })
    const dialog = await openModal(page)
    await expect(dialog.getByRole('button', { name: /^All wallets .*\d/ })).toBeVisible()
    const [body, row] = [dialog.locator('[part="body"]'), dialog.getByRole('button', { name: /^All wallets/ })]
    const places = async () => [
      await body.evaluate((node) => node.scrollHeight),
      await row.evaluate((node) =>
        Math.round(node.getBoundingClientRect().top - (node.closest('.views')?.getBoundingClientRect().top ?? 0)),
      ),
    ]
    const before = await places()
    come()
    await expect(dialog.locator('.without-wallet')).toBeVisible()
    expect(await places()).toEqual(before)
  })
