import { expect, openBare, openModal, test } from './fixtures'

for (const [order, expected] of [
  ['social', 'social email wallet'],
  ['social wallet', 'social wallet email'],
  ['wallet social email', 'wallet social email'],
  ['wallet', 'wallet email social'],
  ['email social', 'email social wallet'],
  ['email wallet social', 'email wallet social'],
  ['social wallet email', 'social wallet email'],
] as const)
  test(`the first screen has the ways to connect as the host puts them: ${order}`, async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, { ...stackAttributes, email: true, socials: 'google github', 'connect-order': order })
    const dialog = await openModal(page)
    // After the wallets e-mail is a button.
    const isLate = expected.indexOf('wallet') < expected.indexOf('email')
    const ways = {
      social: dialog.getByRole('button', { name: /Google$/ }),
      email: dialog.getByRole(isLate ? 'button' : 'textbox', { name: /^Email/ }),
      wallet: dialog.getByRole('button', { name: /WalletConnect/ }),
    }
    const places: { way: string; x: number; y: number }[] = []
    for (const [way, control] of Object.entries(ways)) {
      await expect(control).toHaveCount(1)
      await expect(control).toBeVisible()
      const { x = 0, y = 0 } = (await control.boundingBox()) ?? {}
      places.push({ way, x, y: Math.round(y) })
    }
    const read = places.sort((a, b) => a.y - b.y || a.x - b.x).map(({ way }) => way)
    expect(read.join(' ')).toBe(expected)
  })
