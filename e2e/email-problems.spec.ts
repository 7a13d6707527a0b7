import type { Route } from '@playwright/test'
import { eachFrame } from './each-frame'
import { expect, openBare, openModal, test, untilTold } from './fixtures'
import { listen } from './heard'
import { CODE, frameOf, mailTo, person, signIn } from './person'
import { show } from './site'

const FIELD = 'Email address'

test('an error about a code or a pop-up is not shown at the e-mail address', async ({ page, urls, stackAttributes }) => {
  await page.addInitScript(() => Object.assign(window, { open: () => null }))
  await page.addInitScript(listen)
  await openBare(page, urls, { ...stackAttributes, email: true, socials: 'google' })
  const dialog = await openModal(page)
  const field = dialog.getByRole('textbox', { name: FIELD })
  const email = person()
  await field.fill(email)
  await dialog.getByRole('button', { name: 'Continue with email' }).click()
  const { found } = await mailTo(urls, email, CODE)
  await dialog.getByRole('textbox', { name: '6-digit code' }).fill(found === '135790' ? '246801' : '135790')
  await expect(dialog.getByText('That code didn’t match. Use the newest email.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(field).toHaveValue(email)
  await expect(field).not.toHaveAttribute('aria-invalid', 'true')
  await expect(dialog.getByText('That code didn’t match')).toHaveCount(0)
  // The pressed button was replaced meanwhile, and Enter in the field presses none: Back returns the focus to either.
  await expect(dialog.getByRole('button', { name: 'Continue with email' })).toBeFocused()
  await field.press('Enter')
  await dialog.getByRole('button', { name: 'Back' }).press('Enter')
  await expect(field).toBeFocused()

  await dialog.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(dialog.getByText('Allow pop-ups for this site').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(field).toHaveValue(email)
  await expect(field).not.toHaveAttribute('aria-invalid', 'true')
  await expect(dialog.getByText('Allow pop-ups')).toHaveCount(0)
  // Not even during the change of views.
  const heard = await page.evaluate(() => (window as typeof window & { heard: string[] }).heard)
  expect(heard.filter((each) => /didn’t match|Allow pop-ups/.test(each))).toEqual([
    'alert: That code didn’t match. Use the newest email.',
    'alert: Allow pop-ups for this siteOr go on in this tab.',
  ])
})

test('a wrong code is reported in the page’s language; why another mail is refused, in the secure site’s words', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await page.clock.install()
  await openBare(page, urls, { ...stackAttributes, email: true })
  const dialog = await openModal(page)
  const email = person()
  await dialog.getByRole('textbox', { name: FIELD }).fill(email)
  await dialog.getByRole('button', { name: 'Continue with email' }).click()
  const { found } = await mailTo(urls, email, CODE)
  await page.evaluate(() => document.documentElement.setAttribute('lang', 'de'))
  await dialog.getByRole('textbox', { name: '6-stelliger Code' }).fill(found === '135790' ? '246801' : '135790')
  const told = dialog.getByRole('alert').filter({ hasText: /\S/ })
  await expect(told).toHaveText('Dieser Code gilt nicht. Verwenden Sie den neuesten.')
  await page.route('**/api/email', (route) => route.fulfill({ status: 400, json: { message: 'No more mails today' } }))
  await page.clock.runFor(31_000)
  const again = dialog.getByRole('button', { name: 'Neuen Code senden' })
  await again.click()
  await expect(told).toHaveText('No more mails today')

  // A code typed while another mail is being sent is kept; if the account then fails to load, the code is not called wrong.
  const sending: Route[] = []
  await page.route('**/api/email', (route) => void sending.push(route))
  await page.route('**/config.json', (route) => route.abort())
  await again.click()
  await expect.poll(() => sending.length).toBe(1)
  const code = dialog.getByRole('textbox', { name: '6-stelliger Code' })
  await code.fill(found)
  await expect(code).toHaveValue(found)
  await sending[0]?.fulfill({ json: { action: 'VERIFY_OTP' } })
  await expect(dialog.getByRole('textbox', { name: 'E-Mail-Adresse' })).toHaveValue(email)
  await expect(told).toHaveText('Verbindung fehlgeschlagen')
  await page.unrouteAll()
  await dialog.getByRole('button', { name: 'Weiter mit E-Mail' }).click()
  await expect(dialog).toBeHidden()
})

test('an expired link in the mail leads back to the address, with the reason', async ({ page, urls, stackAttributes }) => {
  await openBare(page, urls, { ...stackAttributes, email: true, 'connect-order': 'wallet email social' })
  const dialog = await openModal(page)
  await dialog.getByRole('button', { name: 'Email', exact: true }).click()
  const ended = { status: 400, json: { message: 'This link is over' } }
  let over = false
  await page.route('**/api/device', (route) => (over ? route.fulfill(ended) : route.fulfill({ json: { confirmed: false } })))
  await dialog.getByRole('textbox', { name: FIELD }).fill(`elsewhere.${person()}`)
  await dialog.getByRole('button', { name: 'Continue with email' }).click()
  await expect(dialog.getByText('Open the link in your email')).toBeVisible()
  over = true
  await expect(dialog.getByRole('textbox', { name: FIELD })).toBeVisible()
  await expect(dialog.getByText('This link is over')).toBeVisible()
})

test('after a resent mail either link lets the visitor go on; the frame asks for it only once at a time', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await page.clock.install()
  await openBare(page, urls, { ...stackAttributes, email: true })
  const looks: Route[] = []
  await page.route('**/api/device', (route) => void looks.push(route))
  const dialog = await openModal(page)
  await dialog.getByRole('textbox', { name: FIELD }).fill(`elsewhere.${person()}`)
  await dialog.getByRole('button', { name: 'Continue with email' }).click()
  await expect(dialog.getByText('Open the link in your email')).toBeVisible()
  await expect.poll(() => looks.length).toBe(1)
  await page.route('**/api/email', (route) => route.fulfill({ json: { action: 'VERIFY_DEVICE' } }))
  await page.clock.fastForward(30_000)
  await dialog.getByRole('button', { name: 'Resend email' }).click()
  await expect(dialog).toContainText('Code email resent')
  await looks[0]?.fulfill({ json: { confirmed: true } })
  await expect(dialog.getByRole('textbox', { name: '6-digit code' })).toBeVisible()
  expect(looks).toHaveLength(1)
})

test('a change of address continues with its code after a signature request in between', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const [before, after] = [person(), person()]
  await openBare(page, urls, { ...stackAttributes, email: true })
  await signIn(page, urls, before)
  const { id } = await mailTo(urls, before, CODE)
  await show(page, 'UpdateEmail')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'New email address' }).fill(after)
  await dialog.getByRole('button', { name: 'Save' }).click()
  const code = dialog.getByRole('textbox', { name: '6-digit code' })
  await expect(code).toBeVisible()
  // Two code fields in a row: to a screen reader they differ only in the address.
  await expect(code).toHaveAccessibleDescription(new RegExp(`present address ${before}`))
  const signing = page.evaluate(() =>
    document
      .querySelector('wallet-modal')
      ?.signMessage('Hello')
      .catch(() => 'refused'),
  )
  await frameOf(page).getByRole('button', { name: 'Reject' }).click()
  expect(await signing).toBe('refused')
  await code.fill((await mailTo(urls, before, CODE, id)).found)
  await expect(dialog.getByText(after)).toBeVisible()
  await expect(code).toHaveAccessibleDescription(new RegExp(`code we sent to ${after}`))
  // The address is not broken across lines at any width.
  const lines = () =>
    dialog
      .locator('strong')
      .evaluate((node) => node.getBoundingClientRect().height / parseFloat(getComputedStyle(node).lineHeight))
  for (const width of [320, 350, 380, 410, 480, 1280]) {
    await page.setViewportSize({ width, height: 720 })
    expect(await lines(), `${width} px`).toBeLessThan(1.5)
  }
})

test('an embedded element shows its form again after a refused approval', async ({ page, urls, stackAttributes }) => {
  await openBare(page, urls, { ...stackAttributes, email: true })
  await signIn(page, urls, person())
  await page.evaluate(() => document.querySelector('wallet-modal')?.setAttribute('embedded', ''))
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const amount = page.getByRole('textbox', { name: /amount/i }).first()
  await amount.fill('0.25')
  const signing = page.evaluate(() =>
    document
      .querySelector('wallet-modal')
      ?.signMessage('Hello')
      .catch(({ code }: { code: string }) => code),
  )
  await frameOf(page).getByRole('button', { name: 'Reject' }).click()
  expect(await signing).toBe('USER_REJECTED')
  await expect(amount).toHaveValue('0.25')
})

test('the embedded wallet is not offered for a chain that it has no account on', async ({ page, urls, stackAttributes }) => {
  await openBare(page, urls, { ...stackAttributes, email: true, socials: 'google' })
  const dialog = page.getByRole('dialog')
  const wanted = (namespace: 'bip122' | 'solana') =>
    page.evaluate((each) => document.querySelector('wallet-modal')?.show({ view: 'Connect', namespace: each }), namespace)
  await wanted('solana')
  await expect(dialog.getByRole('textbox', { name: FIELD })).toBeVisible()
  await wanted('bip122')
  await expect(dialog.getByRole('button', { name: /^Scan/ })).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: FIELD })).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Continue with Google' })).toHaveCount(0)
})

test('a typed name is still there, with the reason, after its signature was refused in the frame', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await openBare(page, urls, { ...stackAttributes, email: true })
  await signIn(page, urls, person())
  await page.evaluate(() => document.querySelector('wallet-modal')?.show({ view: 'RegisterAccountName' }))
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('textbox', { name: 'Name' })
  const name = `ada-${crypto.randomUUID().slice(0, 8)}`
  await field.fill(name)
  await dialog.getByRole('button', { name: `Claim ${name}` }).click()
  await frameOf(page).getByRole('button', { name: 'Reject' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Request declined' })).toBeVisible()
  await expect(field).toHaveValue(name)
})

test('the Connected screen keeps its title while it closes, and the account its e-mail while disconnecting', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await openBare(page, urls, { ...stackAttributes, email: true })
  const dialog = await openModal(page)
  const names = await eachFrame(page, 'h2')
  const email = person()
  await dialog.getByRole('textbox', { name: FIELD }).fill(email)
  await dialog.getByRole('button', { name: 'Continue with email' }).click()
  await dialog.getByRole('textbox', { name: '6-digit code' }).fill((await mailTo(urls, email, CODE)).found)
  await expect(dialog.getByRole('heading', { name: 'Connected' })).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect.poll(async () => (await names.jsonValue()).slice(-2)).toEqual(['Email', ''])

  await show(page, 'YourAccount')
  await expect(dialog.getByText(email)).toBeVisible()
  const rows = await eachFrame(page, '.embedded-account')
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(async () => (await rows.jsonValue()).slice(-2)).toEqual([expect.stringContaining(email), ''])
})

test('offline: sending an address or its code fails at once with the reason, and works when the network is back; what was typed stays', async ({
  page,
  context,
  urls,
  stackAttributes,
}) => {
  await openBare(page, urls, { ...stackAttributes, email: true })
  const dialog = await openModal(page)
  const field = dialog.getByRole('textbox', { name: 'Email address' })
  const email = person()
  await field.fill(email)
  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'Continue with email' }).click()
  await expect(dialog.getByText('You are offline')).toHaveCount(1, { timeout: 3_000 })
  await expect(field).not.toHaveValue('')
  await context.setOffline(false)
  await expect(dialog.getByText('You are offline')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Continue with email' }).click()
  const code = dialog.getByRole('textbox', { name: '6-digit code' })
  await expect(code).toBeVisible()
  const { found } = await mailTo(urls, email, CODE)
  await context.setOffline(true)
  await code.fill(found)
  await expect(dialog.getByRole('alert').filter({ hasText: 'You are offline' })).toBeVisible()
  await expect(code).toHaveValue(found)
  await context.setOffline(false)
  await untilTold(page, 'wallet-connected')
})

test('the code is found in a whole line pasted from the mail, however long the words before it', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await openBare(page, urls, { ...stackAttributes, email: true })
  const dialog = await openModal(page)
  const email = person()
  await dialog.getByRole('textbox', { name: FIELD }).fill(email)
  await dialog.getByRole('button', { name: 'Continue with email' }).click()
  const { found } = await mailTo(urls, email, CODE)
  await dialog.getByRole('textbox', { name: '6-digit code' }).focus()
  await page.keyboard.insertText(`To sign in to the Test Bakery with this address, enter ${found}`)
  await untilTold(page, 'wallet-connected')
})
