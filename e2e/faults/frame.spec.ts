import { expect, keepElement, openModal, stateOf, test, untilTold } from '../fixtures'
import { serveForger } from '../forger'
import { frameOf, person, signIn } from '../person'
import { still } from '../places'
import { urls } from '../site'
import { expectFault, followWayOut } from './expect-fault'

/** Records the page's request ids: the forger shall know as much as one who guessed them all. */
function keepIds() {
  const own = crypto.randomUUID.bind(crypto)
  const made: string[] = []
  Object.assign(window, { made })
  crypto.randomUUID = () => {
    const id = own()
    made.push(id)
    return id
  }
}

/** Posts forged answers, READY and HEIGHT from four places; resolves to the sorted origins once all have been received. */
async function forge([own, elsewhere]: readonly [string, string]) {
  const { made } = window as unknown as { made: string[] }
  const payload = {
    ...{ email: 'eve@example.org', address: '0x000000000000000000000000000000000000dEaD', chainId: 1 },
    ...{ smartAccountDeployed: false, preferredAccountType: 'eoa', height: 4_000 },
  }
  const answers = ['GET_USER', 'CONNECT_OTP', 'SIGN_OUT', 'RPC_REQUEST'].flatMap((name) => [`${name}_SUCCESS`, `${name}_ERROR`])
  const messages = [
    ...['READY', 'HEIGHT', 'SESSION_UPDATE'].map((name) => ({ type: `@w3m-frame/${name}`, payload })),
    ...made.flatMap((id) => answers.map((name) => ({ type: `@w3m-frame/${name}`, id, payload }))),
    'all said',
  ]
  const heard: string[] = []
  const all = new Promise<void>((resolve) =>
    window.addEventListener('message', ({ data, origin }) => {
      if (data === 'all said' && heard.push(origin) === 4) resolve()
    }),
  )
  for (const message of messages) window.postMessage(message, '*')
  const name = JSON.stringify(messages)
  for (const settings of [{ src: own }, { src: own, sandbox: 'allow-scripts' }, { src: elsewhere }])
    document.body.append(Object.assign(document.createElement('iframe'), { name, ...settings }))
  await all
  return heard.sort()
}

test('an embedded wallet: forged messages do nothing, closing rejects the pending request, and an unlisted method is refused (faults 40, 42 and 44)', async ({
  page,
  stackAttributes,
}) => {
  await keepElement(page, { ...stackAttributes, email: true })
  await page.addInitScript(keepIds)
  // One forging page on this site and one on another.
  const [own, elsewhere] = [new URL('/forger', urls.demo), new URL('/forger', urls.provider)]
  for (const { href } of [own, elsewhere]) await serveForger(page, href)
  await page.goto(`${urls.demo}bare.html`)
  await signIn(page, urls, person())
  const { account } = (await stateOf(page)) ?? {}

  const signing = await page.evaluateHandle(() => {
    const ends: unknown[] = []
    const note = (end: unknown) => void ends.push(end)
    const end = document
      .querySelector('wallet-modal')
      ?.signMessage('Hello')
      .catch(({ code }: { code: string }) => code)
    void end?.then(note)
    return { end, ends }
  })
  await expect(frameOf(page).getByText('Hello', { exact: true })).toBeVisible()
  const approval = page.locator('wallet-modal iframe')
  await still(page)
  const before = (await approval.boundingBox())?.height

  let since = Date.now()
  const heard = await page.evaluate(forge, [own.href, elsewhere.href] as const)
  expect(heard).toEqual([elsewhere.origin, own.origin, own.origin, 'null'].sort())
  expect((await stateOf(page))?.account).toEqual(account)
  expect(await signing.evaluate(({ ends }) => ends)).toEqual([])
  expect((await approval.boundingBox())?.height).toBeCloseTo(before ?? 0, 0)
  const closed = Date.now()
  await page.keyboard.press('Escape')
  expect(await signing.evaluate(({ end }) => end)).toBe('REQUEST_ABORTED')
  await expectFault(page, '40', since)
  await expectFault(page, '42', closed)
  for (const key of ['40', '42']) {
    await followWayOut(page, key)
    await page.keyboard.press('Escape')
  }

  since = Date.now()
  const refused = page.evaluate(() => {
    const wallet = document.querySelector('wallet-modal')?.getProvider('eip155') as {
      request(args: object): Promise<unknown>
    }
    return wallet.request({ method: 'eth_sign', params: [] }).catch(({ code }: { code: unknown }) => ({ code }))
  })
  // EIP-1193: unsupported method.
  expect(await refused).toEqual({ code: 4200 })
  await expectFault(page, '44', since)

  // It still signs.
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  const again = page.evaluate(() => document.querySelector('wallet-modal')?.signMessage('Hello again'))
  await expect(frameOf(page).getByText('Hello again', { exact: true })).toBeVisible()
  await frameOf(page).getByRole('button', { name: 'Approve', exact: true }).click()
  expect(await again).toMatch(/^0x[\da-f]{130}$/)
  await untilTold(page, 'wallet-connected')
})

test('error: the frame’s error message is shown as text, at most two hundred characters; without one ours is shown (fault 41)', async ({
  page,
  stackAttributes,
}) => {
  await keepElement(page, { ...stackAttributes, email: true })
  await page.goto(`${urls.demo}bare.html`)
  const dialog = await openModal(page)
  await dialog.getByRole('textbox', { name: 'Email address' }).fill(person())
  await dialog.getByRole('button', { name: 'Continue with email' }).click()
  const code = dialog.getByRole('textbox', { name: '6-digit code' })
  await code.waitFor()
  let message = `<b>The oven</b> is cold. ${'☕'.repeat(400)}`
  // The frame passes on its server's message.
  await page.route(`${new URL(urls.secureSite).origin}/api/otp`, (route) => route.fulfill({ status: 400, json: { message } }))
  let since = Date.now()
  await code.fill('135790')
  await expectFault(page, '41', since)
  await expect(code).toBeFocused()
  message = ''
  since = Date.now()
  await code.fill('246801')
  await expectFault(page, '41, no words', since)
})
