import { expectFault, followWayOut } from '../faults/expect-fault'
import { announce, details, expect, first, openBare, openModal, stateOf, test, told } from '../fixtures'
import { absent, failing, odd, onBnb, sentences } from './connecting'
import { expectSaid } from './sentence'

// Presses wait for animations to end.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const nameOf = (id: string) => `Wallet ${id}`
const info = (id: string) => ({ name: nameOf(id), rdns: `test.${id.toLowerCase()}` })
/** Every second row, starting at the first or the second. */
const half = <Row>(rows: Readonly<Record<string, Row>>, part: number) =>
  Object.entries(rows).filter((_, index) => index % 2 === part)

for (const part of [0, 1])
  test(`a wallet that fails to connect shows its message, is asked again by Try again, and leaves the others one step away; one without a usable provider says so (faults 18 to 20, ${part + 1} of 2)`, async ({
    page,
    urls,
    stackAttributes,
  }) => {
    const rows = half(failing, part)
    const none = half(absent, part)
    for (const [id, make] of none) await announce(page, info(id), make)
    for (const [id, [make]] of rows) await announce(page, info(id), make)
    const opened = Date.now()
    await openBare(page, urls, { ...stackAttributes, 'all-wallets': 'hide' })
    const dialog = await openModal(page)
    for (const [id] of none) {
      const row = dialog.getByRole('button', { name: `${nameOf(id)} Provider not found`, exact: true })
      await expect(row).toHaveAttribute('aria-disabled', 'true')
      // Clicked all the same: nothing is asked, and Connect stays.
      await row.dispatchEvent('click')
    }
    if (part === 0) await expectFault(page, '19', opened)
    const errors = async () => (await details(page, 'wallet-error')).map(({ code }) => code)
    const expected: string[] = []
    for (const [id, [, code]] of rows)
      await test.step(id, async () => {
        const words = sentences[code].replace('{wallet}', nameOf(id))
        const fails = async () => {
          expected.push(code)
          await expect.poll(errors).toEqual(expected)
          await expectSaid(dialog, words)
          expect(await stateOf(page)).toMatchObject({ status: 'disconnected', account: null, accounts: [] })
        }
        const since = Date.now()
        await dialog.getByRole('button', { name: nameOf(id) }).click()
        await fails()
        if (id === 'P03') await expectFault(page, '18', since)
        if (id === 'P21') await expectFault(page, '20', since)
        await dialog.getByRole('button', { name: 'Try again', exact: true }).click()
        await fails()
        await dialog.getByRole('button', { name: 'Back', exact: true }).click()
        await expect(page.getByRole('dialog', { name: 'Connect to Test Bakery' })).toBeVisible()
      })
    if (part === 0) await followWayOut(page, '19')
    expect(await told(page, 'wallet-connected')).toEqual([])
  })

test('a wallet that behaves oddly still connects with its account and chain, and disconnects', async ({
  page,
  urls,
  stackAttributes,
}) => {
  for (const [id, make] of Object.entries(odd)) await announce(page, info(id), make)
  await openBare(page, urls, stackAttributes)
  for (const id of Object.keys(odd))
    await test.step(id, async () => {
      await page.evaluate((wallet) => document.querySelector('wallet-modal')?.connect({ wallet }), info(id).rdns)
      const network = onBnb.includes(id) ? 'eip155:56' : 'eip155:31337'
      const account = { caipAddress: `${network}:${first.address}`, wallet: { name: nameOf(id) } }
      expect(await stateOf(page)).toMatchObject({ status: 'connected', network, account })
      // P07 shares 10,000 accounts, of which the first 100 are kept.
      expect((await details(page, 'wallet-connected')).at(-1)?.accounts).toHaveLength(id === 'P07' ? 100 : 1)
      await expect(page.getByRole('button', { name: `Account ${first.short}` })).toBeVisible()
      await page.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
      await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
    })
  expect(await told(page, 'wallet-connected')).toHaveLength(Object.keys(odd).length)
  expect(await told(page, 'wallet-error')).toEqual([])
})
