import { inFull } from '../.ci/in-full.mjs'
import { oddTexts } from '../.ci/odd-texts'
import { devAccount, NETWORK, openAccount, openWith } from './account-page'
import { expect, test as stackTest, untilTold } from './fixtures'
import { expectPlain, watchTexts } from './hostile-texts'
import { startNodeWallet } from './node-wallet'
import { test } from './own-provider'
import { signInSmart } from './person'
import { openCode } from './qr'
import { expectEvent, openSite, show } from './site'

// Texts of sellers, names, sessions and phone wallets; those of wallets, networks and tokens are in `hostile-texts.spec.ts`.

const texts = inFull(5_000, 40)
/** Each takes a name that is claimed, signed and refused. */
const refusals = inFull(500, 6)
/** Each takes a session with a wallet outside the browser. */
const peers = inFull(100, 3)
/** How many sellers are listed at once, and how many the service may name (`controllers/buy.ts`). */
const [OFFERS, SELLERS] = [6, 96]
/** How many suggested names are read (`controllers/register-name.ts`). */
const SUGGESTIONS = 10
const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
const of = (place: string, count = texts) => oddTexts(count).map((text) => `${place} ${text}`)

// The full counts take many amounts and sessions.
const limits = { timeout: inFull(2_400_000, 60_000) }

test.describe('services', () => {
  test.describe.configure(limits)
  test.beforeEach(({ page }) => watchTexts(page))

  test(`promise 18: ${texts} texts each as names of sellers and of what they sell: all are text where they are shown`, async ({
    page,
    provider,
  }) => {
    const [sellers, coins] = [of('seller'), of('coin')]
    const idOf = (index: number) => `S${index}`
    let [from, sold] = [0, coins.slice(0, 0)]
    await page.route(/\/v1\/onramp\/providers\?/, (route) =>
      route.fulfill({
        headers: cors,
        json: sellers.slice(from, from + SELLERS).map((name, index) => ({ name, serviceProvider: idOf(index) })),
      }),
    )
    // The amount selects the sellers.
    await page.route('**/v1/onramp/multi/quotes**', (route) => {
      if (route.request().method() === 'OPTIONS') return route.fulfill({ headers: cors })
      const { sourceAmount } = route.request().postDataJSON() as { sourceAmount: string }
      const first = (Number(sourceAmount) - 100) * OFFERS
      const json = Array.from({ length: OFFERS }, (_, index) => ({
        ...{ serviceProvider: idOf(first + index), destinationAmount: 1, sourceAmount, totalFee: 0 },
      }))
      return route.fulfill({ headers: cors, json })
    })
    await page.route('**/v1/onramp/options**', (route) =>
      route.fulfill({
        headers: cors,
        json: {
          paymentCurrencies: [{ id: 'USD', payment_method_limits: [{ id: 'card', min: '10.00', max: '7500.00' }] }],
          purchaseCurrencies: [['ETH', 'Ether'], ...sold.map((text) => [text, text])].map(([symbol, name], at) => ({
            ...{ id: String(at), name, symbol, networks: [{ name: 'local', chain_id: NETWORK.split(':')[1] }] },
          })),
        },
      }),
    )
    const dialog = await openAccount(page, provider, [devAccount(9).address])
    const amount = dialog.getByRole('textbox', { name: 'Amount in USD' })
    const listed = dialog.getByRole('list', { name: 'Sellers' }).getByRole('button')
    for (; from < texts; from += SELLERS) {
      if (from > 0) {
        await page.reload()
        await expectEvent(page, 'wallet-connected')
      }
      await show(page, 'OnRamp')
      const named = sellers.slice(from, from + SELLERS)
      for (let at = 0; at < named.length; at += OFFERS) {
        await amount.fill(String(100 + at / OFFERS))
        const shown = named.slice(at, at + OFFERS)
        await expect(listed).toHaveCount(shown.length + 1)
        await expectPlain(dialog, shown, 40)
      }
    }
    for (let at = 0; at < texts; at += 400) {
      sold = coins.slice(at, at + 400)
      await page.reload()
      await expectEvent(page, 'wallet-connected')
      await show(page, 'OnRamp')
      await expectPlain(dialog, sold, 20)
    }
  })

  test(`promise 18: of ${texts} texts as suggested names no invalid one is offered, and ${refusals} as the reason of a refusal are text`, async ({
    page,
    provider,
  }) => {
    const owner = devAccount(9)
    // Two words, so that no suggestion is valid even if the odd text is blank.
    // Reasons are split by spaces: anything as long as a key is never shown.
    const [suggested, reasons] = [of('no name'), of('reason', refusals).map((text) => text.replace(/\w{60}/g, '$& '))]
    let at = 0
    await page.route('**/v1/profile/suggestions/**', (route) => {
      const odd = suggested.slice(at, at + SUGGESTIONS - 1).map((text, index) => (index % 2 ? `${text}.reown.id` : text))
      const suggestions = [...odd, `grace-${at}.reown.id`].map((name) => ({ name, registered: false }))
      return route.fulfill({ headers: cors, json: { suggestions } })
    })
    await openWith(page, provider, [owner.address], { sign: (message) => owner.signMessage({ message: { raw: message } }) })
    await page.evaluate(() => document.querySelector('wallet-modal')?.connect({ wallet: 'test.odd' }))
    await expectEvent(page, 'wallet-connected')
    await show(page, 'RegisterAccountName')
    const dialog = page.getByRole('dialog', { name: 'Choose a name' })
    for (; at < texts; at += SUGGESTIONS - 1) {
      await dialog.getByRole('textbox', { name: 'Name' }).fill(`grace${at}`)
      await expectPlain(dialog, [`grace-${at}.reown.id`], 255)
      await expect(dialog.getByRole('list', { name: 'Or one of these' }).getByRole('listitem')).toHaveText([
        /^grace-\d+\.reown\.id$/,
      ])
    }
    let reason: string | undefined
    await page.route('**/v1/profile/account**', (route) =>
      route.request().method() === 'OPTIONS'
        ? route.fulfill({ headers: cors })
        : route.fulfill({
            status: 400,
            headers: cors,
            json: { status: 'FAILED', reasons: [{ field: 'name', description: reason }] },
          }),
    )
    for (reason of reasons) {
      await dialog.getByRole('button', { name: /^Claim / }).click()
      await expect(dialog.getByRole('alert').filter({ hasText: 'Error registering' })).toBeVisible()
      await expectPlain(dialog, [reason], 200)
    }
  })
})

stackTest.describe('sessions', () => {
  stackTest.describe.configure(limits)
  stackTest.beforeEach(({ page }) => watchTexts(page))

  stackTest(
    `promise 18: ${texts} texts each as names of sites with a session, of functions they may call and of other rights: all are text where they are shown`,
    async ({ page, urls, stackAttributes }) => {
      const [sites, calls, rights] = [of('site'), of('call'), of('right')]
      let from = 0
      await page.route('**/v1/sessions/**', (route) => {
        const now = Math.floor(Date.now() / 1000)
        const pcis = sites.slice(from, from + 200).map((name, index) => ({
          ...{
            pci: `pci-${index}`,
            project: { name, iconUrl: 'javascript:alert(1)' },
            createdAt: now - index,
            expiry: now + 3600,
          },
          permissions: [
            {
              type: 'contract-call',
              data: {
                address: `0x${String(index + 1).padStart(40, '0')}`,
                functions: [{ functionName: calls[from + index] }],
              },
            },
            { type: rights[from + index], data: {} },
          ],
        }))
        return route.fulfill({ headers: cors, json: { pcis } })
      })
      await signInSmart(page, urls, { ...stackAttributes, networks: 'eip155:31337' })
      const dialog = page.getByRole('dialog')
      for (; from < texts; from += 200) {
        await page.evaluate(() => document.querySelector('wallet-modal')?.close())
        // Reopened while it closes, the list would be the old one.
        await expect(dialog).toBeHidden()
        await page.evaluate(() => document.querySelector('wallet-modal')?.show({ view: 'SmartSessionList' } as never))
        const shown = [sites, calls, rights].flatMap((each) => each.slice(from, from + 200))
        await expect(dialog.getByRole('list', { name: 'Active' }).getByRole('listitem')).toHaveCount(Math.min(200, texts - from))
        await expectPlain(dialog, shown, 60)
      }
    },
  )

  stackTest(`promise 18: ${peers} texts as names of phone wallets: all are text where they are shown`, async ({ context }) => {
    for (const name of of('phone', peers)) {
      const tab = await context.newPage()
      await watchTexts(tab)
      await openSite(tab)
      const wallet = await startNodeWallet({ metadata: { name } })
      try {
        await wallet.pair(await openCode(tab))
        await untilTold(tab, 'wallet-connected')
        await show(tab, 'Account')
        await expectPlain(tab.getByRole('dialog'), [name], 40)
        await tab.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
        await untilTold(tab, 'wallet-disconnected')
      } finally {
        await wallet.stop()
        await tab.close()
      }
    }
  })
})
