import { expect, openBare, openModal, test } from './fixtures'

for (const [order, first] of [
  ['social', 'social'],
  ['social wallet', 'social'],
  ['wallet social email', 'wallet'],
  ['email social', 'email'],
] as const)
  test(`what heads the first screen is what the host puts first: ${order}`, async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, { ...stackAttributes, email: true, socials: 'google github', 'connect-order': order })
    const dialog = await openModal(page)
    const ways = {
      social: dialog.getByRole('button', { name: 'Continue with Google' }),
      // After the wallets it is a button.
      email: dialog.getByRole(order.includes('wallet') ? 'button' : 'textbox', { name: /^Email/ }),
      wallet: dialog.getByRole('button', { name: /WalletConnect/ }),
    }
    const tops: [string, number][] = []
    for (const [way, control] of Object.entries(ways)) {
      await expect(control).toBeVisible()
      tops.push([way, (await control.boundingBox())?.y ?? 0])
    }
    expect(tops.sort(([, a], [, b]) => a - b)[0]?.[0]).toBe(first)
  })

for (const order of ['email wallet social', 'social wallet email'] as const)
  test(`wallets stand between what the host puts around them: ${order}`, async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, { ...stackAttributes, email: true, socials: 'google github', 'connect-order': order })
    const dialog = await openModal(page)
    const [lead, , last] = order.split(' ')
    const ways: Record<string, ReturnType<typeof dialog.getByRole>> = {
      social: dialog.getByRole('button', { name: /Google$/ }),
      email: dialog.getByRole(lead === 'email' ? 'textbox' : 'button', { name: /^Email/ }),
      wallet: dialog.getByRole('button', { name: /WalletConnect/ }),
    }
    const tops: [string, number][] = []
    for (const [way, control] of Object.entries(ways)) {
      await expect(control).toHaveCount(1)
      await expect(control).toBeVisible()
      tops.push([way, (await control.boundingBox())?.y ?? 0])
    }
    expect(tops.sort(([, a], [, b]) => a - b).map(([way]) => way)).toEqual([lead, 'wallet', last])
  })
