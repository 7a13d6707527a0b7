import { expect, keepElement, stateOf, test, untilTold } from '../fixtures'
import { frameOf, person, signIn } from '../person'
import { urls } from '../site'
import { expectFault } from './expect-fault'

/** Says to the page, from three places, that somebody else is logged in. */
function forge(elsewhere: string) {
  const payload = {
    ...{ email: 'eve@example.org', address: '0x000000000000000000000000000000000000dEaD', chainId: 1 },
    ...{ smartAccountDeployed: false, preferredAccountType: 'eoa' },
  }
  const messages = ['GET_USER_SUCCESS', 'CONNECT_OTP_SUCCESS', 'SESSION_UPDATE', 'SIGN_OUT_SUCCESS', 'RPC_REQUEST_SUCCESS'].map(
    (name) => ({ type: `@w3m-frame/${name}`, id: crypto.randomUUID(), payload }),
  )
  for (const message of messages) window.postMessage(message, '*')
  for (const make of [
    (frame: HTMLIFrameElement, text: string) => {
      frame.srcdoc = `<script>for (const each of ${text}) parent.postMessage(each, '*')</script>`
    },
    (frame: HTMLIFrameElement) => {
      frame.src = elsewhere
    },
  ]) {
    const frame = document.createElement('iframe')
    make(frame, JSON.stringify(messages))
    document.body.append(frame)
  }
}

test('a person with an embedded wallet: forged messages do nothing, closing refuses what waits, and a method outside the lists is named (faults 40, 42 and 44)', async ({
  page,
  stackAttributes,
}) => {
  await keepElement(page, { ...stackAttributes, email: true })
  await page.goto(`${urls.demo}bare.html`)
  await signIn(page, urls, person())
  const { account } = (await stateOf(page)) ?? {}

  await page.evaluate(forge, `${urls.provider}getWallets`)
  await expect(page.locator('body > iframe')).toHaveCount(2)
  await expectFault(page, '40')
  expect((await stateOf(page))?.account).toEqual(account)

  const signing = await page.evaluateHandle(() => ({
    end: document
      .querySelector('wallet-modal')
      ?.signMessage('Hello')
      .catch(({ code }: { code: string }) => code),
  }))
  await expect(frameOf(page).getByText('Hello', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  expect(await signing.evaluate(({ end }) => end)).toBe('REQUEST_ABORTED')
  await expectFault(page, '42')

  const refused = await page.evaluate(() => {
    const wallet = document.querySelector('wallet-modal')?.getProvider('eip155') as {
      request(args: object): Promise<unknown>
    }
    return wallet.request({ method: 'eth_sign', params: [] }).catch(({ code }: { code: unknown }) => String(code))
  })
  expect(refused).not.toBe('')
  await expectFault(page, '44')

  // It still signs.
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  const again = page.evaluate(() => document.querySelector('wallet-modal')?.signMessage('Hello again'))
  await expect(frameOf(page).getByText('Hello again', { exact: true })).toBeVisible()
  await frameOf(page).getByRole('button', { name: 'Approve', exact: true }).click()
  expect(await again).toMatch(/^0x[\da-f]{130}$/)
  await untilTold(page, 'wallet-connected')
})
