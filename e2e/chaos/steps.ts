import { expect, type Locator, type Page } from '@playwright/test'
import { details, stateOf } from '../fixtures'
import { CODE, mailTo, person } from '../person'
import { urls } from '../site'
import type { Chance } from './random'
import { NETWORKS, type World } from './world'

/** One thing that a person, the page or the wallet does; resolves to its name. Whatever is wrong meanwhile, it comes to an end. */
export type Step = (world: World, chance: Chance) => Promise<string>

const SOON_MS = 2_000
const show = (page: Page, view: string) =>
  page.evaluate((to) => document.querySelector('wallet-modal')?.show({ view: to as 'Account' }), view)
const statusOf = async (page: Page) => (await stateOf(page))?.status
const isConnected = async (page: Page) => (await statusOf(page)) === 'connected'

/** Waits for the first of several ends; false after a while. */
async function ends(...checks: (() => Promise<boolean>)[]): Promise<boolean> {
  const until = Date.now() + SOON_MS
  while (Date.now() < until) for (const check of checks) if (await check()) return true
  return false
}

/** Who is connected now, after a step that was to connect somebody. */
async function note(world: World, by: 'announced' | 'walletConnect' | 'embedded'): Promise<void> {
  const { page, dialog } = world
  const { status, account } = (await stateOf(page)) ?? {}
  if (status !== 'connected' || !account) return
  world.expected = { by, address: account.address }
  // The modal says so for a moment and goes; a view that is there to connect goes with it.
  await page.clock.fastForward(1_000)
  await expect(dialog).toBeHidden()
}

const connectAnnounced: Step = async (world) => {
  const { page, dialog } = world
  if (await isConnected(page)) return 'stay connected'
  await show(page, 'Connect')
  await dialog.getByRole('button', { name: /^Odd Wallet/ }).click()
  const mood = await page.evaluate(() => window.chaos.mood)
  if (mood === 'willing' || mood === 'liar') {
    await expect.poll(() => isConnected(page), { message: 'a wallet that agrees is connected' }).toBe(true)
    await note(world, 'announced')
  } else if (mood === 'silent') {
    await expect(dialog.getByText('Continue in Odd Wallet')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  } else {
    await expect(dialog.getByRole('alert').filter({ hasText: /\S/ }).first(), 'what is wrong is said').toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Try again' })).toBeEnabled()
  }
  return 'connect'
}

const connectByCode: Step = async (world) => {
  const { page, dialog, wallet } = world
  if (await isConnected(page)) return 'stay connected'
  await page.evaluate(() => void Object.assign(window, { copied: '' }))
  await show(page, 'ConnectingWalletConnectBasic')
  const copy = dialog.getByRole('button', { name: 'Copy link' })
  const failed = dialog.getByRole('alert').filter({ hasText: /\S/ })
  const hasCode = async () => (await copy.isVisible()) && (await copy.isEnabled())
  if (!(await ends(hasCode, () => failed.isVisible()))) {
    await page.clock.fastForward(11_000)
    await expect(failed.or(copy).first()).toBeVisible()
  }
  if (!(await hasCode())) return 'no code'
  await copy.click()
  const uri = await page.evaluate(() => window.copied)
  if (uri) await wallet.pair(uri).catch(() => {})
  await ends(() => isConnected(page))
  // The relay may bring the answer later, or never.
  world.expected = 'either'
  await note(world, 'walletConnect')
  return 'connect by code'
}

const connectByEmail: Step = async (world) => {
  const { page, dialog } = world
  if (await isConnected(page)) return 'stay connected'
  await show(page, 'Connect')
  const address = person()
  const field = dialog.getByRole('textbox', { name: 'Email address' })
  const open = dialog.getByRole('button', { name: 'Email', exact: true })
  await expect(field.or(open).first()).toBeVisible()
  if (await open.isVisible()) await open.click()
  await field.fill(address)
  await field.press('Enter')
  const code = dialog.getByRole('textbox', { name: '6-digit code' })
  if (world.frame === 'down') {
    await expect(page.locator('wallet-modal iframe')).toHaveCount(1)
    await page.clock.fastForward(31_000)
    await expect(dialog.getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible()
    await expect(field, 'the address is still there').toHaveValue(address)
    return 'no frame'
  }
  await expect(code).toBeVisible()
  const { found } = await mailTo(urls, address, CODE)
  await code.fill(found)
  await expect.poll(() => isConnected(page)).toBe(true)
  await note(world, 'embedded')
  return 'connect by e-mail'
}

const look: Step = async ({ page, dialog }, { pick }) => {
  const view = pick(
    (await isConnected(page))
      ? ['Account', 'Networks', 'Receive', 'AllWallets']
      : ['Connect', 'AllWallets', 'Networks', 'GetWallet'],
  )
  await show(page, view)
  await expect(dialog.getByRole('heading').first()).toBeVisible()
  return `look at ${view}`
}

const search: Step = async ({ page, dialog }, { pick }) => {
  await show(page, 'AllWallets')
  const words = pick(['amber', 'kestrel', 'nobody has this', 'mask'])
  const field = dialog.getByRole('searchbox')
  await field.fill(words)
  await ends(async () => (await dialog.getByRole('status').filter({ hasText: /\S/ }).count()) > 0)
  await expect(field, 'the words are still there').toHaveValue(words)
  return 'search'
}

const switchNetwork: Step = async (world, { pick }) => {
  const to = pick(NETWORKS)
  await world.page.evaluate((id) => {
    document
      .querySelector('wallet-modal')
      ?.switchNetwork(id)
      .catch(() => {})
  }, to)
  await ends(
    async () => (await stateOf(world.page))?.network === to,
    async () => (await details(world.page, 'wallet-error')).length > 0,
  )
  return `switch to ${to}`
}

const sign: Step = async ({ page }) => {
  if ((await stateOf(page))?.account?.type || !(await isConnected(page))) return 'nothing to sign'
  const code = await page.evaluate(() =>
    Promise.race([
      document
        .querySelector('wallet-modal')
        ?.signMessage('In the middle of it')
        .then((signature) => (/^0x[\da-f]{130}$/.test(String(signature)) ? 'signed' : `not a signature: ${signature}`))
        .catch((error: { code?: string }) => error.code ?? String(error)),
      new Promise((resolve) => setTimeout(resolve, 1_500, 'waits')),
    ]),
  )
  expect(code, 'a signature, or a code').toMatch(/^(signed|waits|[A-Z_]+)$/)
  return `sign: ${code}`
}

const send: Step = async (world) => {
  const { page, dialog } = world
  if (world.expected === 'nobody' || world.expected === 'either' || world.expected.by !== 'announced') return 'nothing to send'
  await show(page, 'Send')
  const amount = dialog.getByRole('textbox', { name: 'Amount' })
  const receiver = dialog.getByRole('textbox', { name: 'Receiver' })
  const review = dialog.getByRole('button', { name: 'Review', exact: true })
  // What is on its way is told in the account.
  const isSent = () => dialog.getByRole('tab', { name: 'Tokens' }).isVisible()
  const to = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
  // Where the chain says nothing, there is nothing that can be typed into.
  if (!(await ends(() => amount.isVisible()))) return 'no form'
  await amount.fill('0.000001')
  await receiver.fill(to)
  const confirm = dialog.getByRole('button', { name: /^Send 0\.000001/ })
  if (await ends(() => review.isEnabled())) {
    await review.click()
    await ends(
      () => confirm.isVisible(),
      async () => (await dialog.getByRole('alert').filter({ hasText: /\S/ }).count()) > 0,
    )
  }
  if (await confirm.isVisible()) {
    await confirm.click()
    const said = dialog.getByRole('alert').filter({ hasText: /\S/ })
    await ends(isSent, async () => (await said.count()) > 0)
    if (await isSent()) return 'send'
    const back = dialog.getByRole('button', { name: /^(Back|Cancel)$/ }).first()
    // What was slow may have come meanwhile, and the way back is gone.
    if (await back.isVisible()) await back.click({ timeout: SOON_MS }).catch(() => {})
  }
  // What was slow may still come, and leads on.
  const typed = (field: Locator) => field.inputValue({ timeout: SOON_MS }).catch(() => '')
  const isKept = async () =>
    (await isSent()) || (await confirm.isVisible()) || ((await typed(amount)) === '0.000001' && (await typed(receiver)) === to)
  if (await amount.isVisible()) await expect.poll(isKept, { message: 'the amount and the receiver are still there' }).toBe(true)
  return 'send, not done'
}

const swap: Step = async ({ page, dialog, expected }) => {
  if (expected === 'nobody' || expected === 'either' || expected.by !== 'announced') return 'nothing to swap'
  await show(page, 'Swap')
  const pay = dialog.getByRole('textbox', { name: 'You pay' })
  if (!(await ends(() => pay.isVisible()))) return 'no swap'
  // Whether anything is traded here may be known a moment later; then there is nothing that can be typed into.
  const isRefused = () => dialog.getByText('Network not supported for Swaps').isVisible()
  const isTyped = () =>
    pay
      .fill('0.01', { timeout: SOON_MS })
      .then(() => true)
      .catch(() => false)
  if (!(await isTyped())) {
    expect(await isRefused(), 'a form stays, or it says why it goes').toBe(true)
    return 'no swap here'
  }
  await ends(
    async () => (await dialog.getByRole('button', { name: 'Review swap', disabled: false }).count()) > 0,
    async () => (await dialog.getByRole('alert').filter({ hasText: /\S/ }).count()) > 0,
  )
  const isKept = async () => (await isRefused()) || (await pay.inputValue({ timeout: SOON_MS }).catch(() => '')) === '0.01'
  await expect.poll(isKept, { message: 'the amount is still there' }).toBe(true)
  return 'swap preview'
}

const closeAndOpen: Step = async ({ page }) => {
  for (let time = 0; time < 3; time++)
    await page.evaluate(async () => {
      const element = document.querySelector('wallet-modal')
      element?.close()
      await element?.show()
    })
  return 'close and open'
}

const walletActs: Step = async (world, { pick }) => {
  const { page } = world
  const what = pick(['account', 'chain', 'locks'] as const)
  await page.evaluate((act) => {
    const wallet = window.scripted['Odd Wallet'] as { emit(type: string, payload: unknown): void }
    const { chaos } = window
    if (act === 'account') chaos.accounts = chaos.accounts.toReversed()
    if (act === 'chain') chaos.chain = chaos.chain === '0x7a69' ? '0x38' : '0x7a69'
    if (act === 'locks') chaos.permitted = false
    chaos.keep()
    if (act === 'chain') wallet.emit('chainChanged', chaos.chain)
    else wallet.emit('accountsChanged', chaos.permitted ? chaos.accounts : [])
  }, what)
  if (world.expected !== 'nobody' && world.expected !== 'either' && world.expected.by === 'announced') {
    const address = await page.evaluate(() => window.chaos.accounts[0] ?? '')
    world.expected = what === 'locks' ? 'nobody' : { by: 'announced', address }
  }
  return `wallet: ${what}`
}

const disconnect: Step = async (world) => {
  await world.page.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
  world.expected = 'nobody'
  return 'disconnect'
}

const reload: Step = async (world) => {
  const { page, expected } = world
  if (world.forgets || (expected !== 'nobody' && expected !== 'either' && expected.by !== 'announced')) world.expected = 'either'
  await page.reload()
  await page.locator('wallet-modal:defined').waitFor({ state: 'attached' })
  const started = async () => /^(dis)?connected$/.test((await statusOf(page)) ?? '')
  if (!(await ends(started))) await page.clock.fastForward(11_000)
  await expect.poll(started, { message: 'the start ends' }).toBe(true)
  return 'reload'
}

const steps: readonly (readonly [weight: number, step: Step])[] = [
  [10, connectAnnounced],
  [1, connectByCode],
  [1, connectByEmail],
  [8, look],
  [2, search],
  [4, switchNetwork],
  [4, sign],
  [3, send],
  [2, swap],
  [3, closeAndOpen],
  [4, walletActs],
  [2, disconnect],
  [1, reload],
]
const all = steps.flatMap(([weight, step]) => Array.from({ length: weight }, () => step))

/** Where a journey begins: somebody connects, in one of three ways, or only looks. */
export const first: Step = (world, chance) =>
  chance.pick([...Array.from({ length: 24 }, () => connectAnnounced), look, connectByCode, connectByEmail, look])(world, chance)
export const anyStep: Step = (world, chance) => chance.pick(all)(world, chance)
