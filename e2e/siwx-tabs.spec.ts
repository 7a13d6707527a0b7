import type { Page } from '@playwright/test'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { inFull } from '../.ci/in-full.mjs'
import { accountAt, asked, expect, openBare, openModal, test, untilTold } from './fixtures'
import { announceSigner } from './signing-wallet'

const rounds = inFull(50, 2)
const signer = privateKeyToAccount(accountAt(0).key)

test(`promise 24: four tabs that ask at once send one signature request, ${rounds} times`, async ({
  page,
  context,
  urls,
  stackAttributes,
}) => {
  // The wallet signs only once every tab has asked.
  let release = () => {}
  let signed = Promise.resolve()
  const sign = async (raw: Hex) => {
    await signed
    return signer.signMessage({ message: { raw } })
  }
  const open = async (tab: Page) => {
    await announceSigner(tab, { sign })
    await openBare(tab, urls, { ...stackAttributes, 'sign-in': 'optional' })
    return tab
  }
  await open(page)
  const dialog = await openModal(page)
  await dialog.getByRole('button', { name: 'Odd Wallet' }).click()
  await untilTold(page, 'wallet-connected')
  const tabs = [page]
  for (let i = 1; i < 4; i++) {
    const tab = await open(await context.newPage())
    await untilTold(tab, 'wallet-connected')
    tabs.push(tab)
  }
  const questions = async () => {
    const each = await Promise.all(tabs.map((tab) => asked(tab)))
    return each.flat().filter((method) => method === 'personal_sign').length
  }
  for (let round = 1; round <= rounds; round++) {
    signed = new Promise((resolve) => {
      release = resolve
    })
    await Promise.all(
      tabs.map((tab) =>
        tab.evaluate(
          () =>
            void document
              .querySelector('wallet-modal')
              ?.signIn()
              .catch(() => {}),
        ),
      ),
    )
    for (const tab of tabs) {
      const question = tab.getByRole('dialog', { name: 'Sign in' })
      await question.getByRole('button', { name: 'Sign in', exact: true }).click()
    }
    await expect.poll(questions).toBe(round)
    const waiting = async () => {
      const shown = await Promise.all(tabs.map((tab) => tab.getByText('Finish in the other tab').isVisible()))
      return shown.filter(Boolean).length
    }
    await expect.poll(waiting).toBe(3)
    release()
    for (const tab of tabs) await untilTold(tab, 'wallet-signed-in', round)
    expect(await questions()).toBe(round)
    await page.evaluate(() => document.querySelector('wallet-modal')?.signOut())
    for (const tab of tabs) await untilTold(tab, 'wallet-signed-out', round)
  }
})
