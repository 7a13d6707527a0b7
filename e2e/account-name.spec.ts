import type { Locator } from '@playwright/test'
import { connect, devAccount, NETWORK, openWith, shortOf } from './account-page'
import { eachFrame } from './each-frame'
import { expectFault } from './faults/expect-fault'
import { emit, expect } from './fixtures'
import { openState } from './gallery'
import { expectHeard, listen } from './heard'
import { test } from './own-provider'
import { expectState, show, urls } from './site'

const TOO_LARGE = 'eip155:2147483648'
const owner = devAccount(3)
const short = shortOf(owner.address)

test('fault 68: a name is chosen, signed for, and shown for the account everywhere; where it cannot be had, no wallet is asked', async ({
  page,
  provider,
}) => {
  await page.clock.install()
  await page.addInitScript(listen)
  await openWith(page, provider, [owner.address], {
    sign: (message) => owner.signMessage({ message: { raw: message } }),
    attributes: { networks: `${NETWORK} ${TOO_LARGE}` },
  })
  const choose = page.getByRole('dialog', { name: 'Choose a name' })
  const field = choose.getByRole('textbox', { name: 'Name' })
  const claim = (within: Locator = choose) => within.getByRole('button', { name: /^Claim / })

  // The last view's chunk comes late: its name is only known after its heading was read out.
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/chunks\/RegisterAccountNameSuccess-/, async (route) => {
    await released
    await route.continue()
  })
  // Nobody is connected yet.
  await show(page, 'RegisterAccountName')
  await expect(choose.getByRole('heading', { name: 'No wallet is connected' })).toBeVisible()
  await expect(choose.getByRole('textbox')).toHaveCount(0)

  // A network whose chain id is not a valid coin type.
  const dialog = await connect(page)
  await emit(page, 'chainChanged', '0x80000000')
  await expectState(page, { network: TOO_LARGE })
  await show(page, 'RegisterAccountName')
  await field.fill('too-large')
  await claim().click()
  await expect(choose.getByRole('alert').filter({ hasText: 'Invalid chainId' })).toBeVisible()
  await emit(page, 'chainChanged', '0x66eee')
  await expectState(page, { network: NETWORK })

  await show(page, 'Account')
  await dialog.getByRole('button', { name: short, exact: true }).click()
  await page.getByRole('dialog', { name: 'Your account' }).getByRole('button', { name: /^Name/ }).click()
  await field.fill('abc')
  await expect(choose.getByText('Name must be at least 4 characters long')).toBeVisible()
  await field.fill('ab c')
  await expect(choose.getByText('Can only contain letters, numbers and - characters')).toBeVisible()
  await provider.order({ path: '/v1/profile/suggestions', status: 400, body: {}, times: 1 })
  // The page's clock now moves only with the test: suggestions are asked for once, half a second after the last letter.
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/v1/profile/suggestions')) asked.push(pathname)
  })
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000)
  await field.fill('')
  await field.pressSequentially('grace')
  await page.clock.runFor(499)
  expect(asked).toEqual([])
  await page.clock.runFor(1)
  await expect.poll(() => asked).toEqual(['/v1/profile/suggestions/grace'])
  const unsuggested = Date.now()
  await page.clock.resume()
  await expect(choose.getByText('Error fetching name suggestions')).toBeVisible()
  await expectFault(page, '68, suggestions', unsuggested)
  await choose.getByRole('button', { name: 'Try again' }).click()
  await expect(choose.getByText('grace.reown.id is taken')).toBeVisible()
  await expect(choose.getByRole('button', { name: 'Claim grace.reown.id' })).toBeDisabled()
  await choose.getByRole('button', { name: 'gracehub.reown.id', exact: true }).click()
  await expect(field).toHaveValue('gracehub')
  await expect(choose.getByText('gracehub.reown.id is free')).toBeVisible()
  await page.context().setOffline(true)
  await expect(choose.getByRole('button', { name: 'Claim gracehub.reown.id' })).toBeDisabled()
  // In the place that said the name is free, and nowhere else.
  await expect(choose.getByText('You are offline')).toHaveCount(1)
  await expect(choose.getByRole('status').filter({ hasText: /^You are offline$/ })).toBeVisible()
  await page.context().setOffline(false)
  await provider.order({
    path: '/v1/profile/account',
    status: 400,
    body: {
      status: 'FAILED',
      reasons: [
        { field: 'name', description: 'Somebody was faster' },
        { field: '', description: 'More' },
      ],
    },
    times: 1,
  })
  const since = Date.now()
  await choose.getByRole('button', { name: 'Claim gracehub.reown.id' }).click()
  const failed = choose.getByRole('alert').filter({ hasText: 'Error' })
  await expect(failed).toContainText('Error registering name gracehub.reown.id')
  await expect(failed).toContainText('Somebody was faster')
  await expectFault(page, '68', since)
  await expect(field).toHaveValue('gracehub')
  const notes = await eachFrame(page, '.name-form > .note')
  const registered = page.waitForRequest(
    (request) => request.url().includes('/v1/profile/account') && request.method() === 'POST',
  )
  await choose.getByRole('button', { name: 'Claim gracehub.reown.id' }).click()
  // The coin type of the chain (ENSIP-11).
  expect((await registered).postDataJSON()).toMatchObject({ coin_type: 2_147_483_648 + 421_614, address: owner.address })
  await expect(page.getByRole('heading', { name: 'Loading', level: 2 })).toBeFocused()
  release()
  await expect(choose.getByRole('heading', { name: 'gracehub.reown.id' })).toBeVisible()
  await expectHeard(page, 'status: Choose a name. gracehub.reown.id. The name is yours')
  expect((await notes.jsonValue()).join()).not.toContain('already own')
  await choose.getByRole('button', { name: 'Done' }).click()
  const named = page.getByRole('dialog', { name: 'gracehub.reown.id' })
  await expect(named.getByRole('button', { name: /Copy address/ })).toBeVisible()
  await expect(page.locator('wallet-button').getByRole('button')).toHaveAccessibleName(/gracehub\.reown\.id/)
  await named.getByRole('button', { name: 'Receive' }).click()
  await expect(page.getByRole('dialog', { name: 'Receive' }).getByText('gracehub.reown.id')).toBeVisible()

  // Even if nothing else on the page has read the account, the first view that the host opens shows the name.
  for (const view of ['YourAccount', 'Receive'] as const) {
    await page.evaluate(async () => {
      const modal = document.querySelector('wallet-modal')
      document.querySelector('wallet-button')?.remove()
      await modal?.disconnect()
      await modal?.connect({ wallet: 'test.odd' })
    })
    await show(page, view)
    await expect(page.getByRole('dialog').getByText('gracehub.reown.id').first()).toBeVisible()
  }

  // As a receiver, a name that cannot be looked up is reported as that.
  await page.route(`${urls.rpc['eip155:1']}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Not a node</h1>' }),
  )
  await show(page, 'Send')
  const send = page.getByRole('dialog', { name: 'Send' })
  await send.getByRole('textbox', { name: 'Receiver' }).fill('bob.eth')
  await expect(send.getByText('Error resolving name')).toBeVisible()
})

test('opened for an account that can have no name, as on Bitcoin, it says so and leads to the networks', async ({ page }) => {
  await openState(page, 'account-bitcoin')
  await show(page, 'RegisterAccountName')
  const choose = page.getByRole('dialog', { name: 'Choose a name' })
  await expect(choose.getByRole('alert').filter({ hasText: 'Unsupported chain' })).toBeVisible()
  await expect(choose.getByRole('textbox')).toHaveCount(0)
  await choose.getByRole('button', { name: 'Change network' }).click()
  await expect(page.getByRole('dialog', { name: 'Networks' })).toBeVisible()
})
