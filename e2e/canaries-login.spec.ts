import { hostOf, loud, overhear } from './canaries'
import { expect, injectHeadless, openBare, test, untilTold, Web3RequestKind } from './fixtures'
import { connect, loginUrl, withLogin } from './login-page'
import { urls } from './site'

test('promise 6: 12 of the 40 canaries in a browser, the login backend: tokens, cookies, challenges and signatures are found nowhere that they do not belong', async ({
  page,
  context,
  stackAttributes,
}) => {
  const ears = await overhear(context)
  const there = [hostOf(loginUrl)]
  const wallet = await injectHeadless(page, urls, { chainIds: [56] })
  const [tokens, signatures, challenges]: [string[], string[], string[]] = [[], [], []]
  // Read in the page: a response's body may be gone with its page before Playwright can read it.
  await page.exposeFunction('give', (token: string) => void tokens.push(token))
  await page.addInitScript((login) => {
    const { give } = window as typeof window & { give(token: string): void }
    const native = window.fetch
    window.fetch = async (input, init) => {
      const response = await native(input, init)
      if (String(input).startsWith(login)) {
        const { accessToken } = await response
          .clone()
          .json()
          .catch(() => ({}))
        if (accessToken) give(accessToken)
      }
      return response
    }
  }, `${loginUrl}auth/`)
  // Without the login preset, which turns analytics off.
  const { networks = '' } = withLogin(stackAttributes)
  await openBare(page, urls, { ...stackAttributes, 'login-url': loginUrl, networks, ...loud(urls) })
  const cookies: string[] = []
  /** Waits for the nth access token and notes the refresh cookie that came with it. */
  const noteTokens = async (count: number) => {
    await expect.poll(() => tokens.length).toBe(count)
    cookies.push((await context.cookies(loginUrl)).find(({ name }) => name === '__Host-wm_rt')?.value ?? '')
  }
  const headers = { 'access-control-allow-origin': new URL(urls.demo).origin, 'access-control-allow-credentials': 'true' }
  let isDown = true
  await page.route(`${loginUrl}auth/login-dapp`, (route) => {
    const { signature, challengeId } = route.request().postDataJSON() ?? {}
    if (!signature) return route.continue()
    signatures.push(signature)
    challenges.push(challengeId)
    if (!isDown) return route.continue()
    isDown = false
    return route.fulfill({ status: 500, headers, json: { message: `Could not verify ${signature}` } })
  })
  const question = await connect(page, wallet)
  await question.getByRole('button', { name: 'Sign in', exact: true }).click()
  await wallet.approve(Web3RequestKind.SignMessage)
  await question.getByRole('button', { name: 'Try again' }).click()
  await wallet.approve(Web3RequestKind.SignMessage)
  await untilTold(page, 'wallet-login')
  const gone = () => ears.expectGone(page, challenges.at(-1) ?? '')
  await gone()
  await noteTokens(1)
  await ears.look(page)
  await page.reload()
  await untilTold(page, 'wallet-login')
  await noteTokens(2)
  await ears.look(page)
  await page.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
  await untilTold(page, 'wallet-logout')

  await (await connect(page, wallet)).getByRole('button', { name: 'Sign in', exact: true }).click()
  await wallet.approve(Web3RequestKind.SignMessage)
  await untilTold(page, 'wallet-login', 2)
  await gone()
  await noteTokens(3)
  await ears.untilCounted()
  await ears.diagnose(page)
  await ears.look(page)
  const toldIn = ['the event wallet-signed-in', 'the state']
  ears.plant(
    ...tokens.map((text, at) => ({ what: `access token ${at + 1}`, text, goesTo: there })),
    ...cookies.map((text, at) => ({ what: `refresh token ${at + 1}`, text, goesTo: there })),
    ...signatures.map((text, at) => ({ what: `signature ${at + 1}`, text, goesTo: there, toldIn })),
    ...challenges.map((text, at) => ({ what: `one-time challenge ${at + 1}`, text, goesTo: there, toldIn })),
  )
  ears.expectSilence(12)
})
