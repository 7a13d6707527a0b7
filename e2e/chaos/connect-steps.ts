import { expect } from '@playwright/test'
import { stateOf } from '../fixtures'
import { CODE, mailTo, person } from '../person'
import { urls } from '../site'
import { breakThe, feltIn, forge, takeFrames } from './faults'
import { ends, isConnected, moodOf, type Step, show } from './step'
import type { World } from './world'

/** The account of the wallet outside the browser. */
const PHONE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** After a step that was to connect: notes the account if one is connected. */
async function note(world: World, by: 'announced' | 'walletConnect' | 'embedded'): Promise<void> {
  const { page, dialog } = world
  const { status, account } = (await stateOf(page)) ?? {}
  if (status !== 'connected' || !account) return
  world.expected = { by, address: account.address }
  // The modal shows "Connected" for a moment and closes.
  await page.clock.fastForward(1_000)
  await expect(dialog).toBeHidden()
}

export const connectAnnounced: Step = async (world) => {
  const { page, dialog } = world
  if (await isConnected(page)) return 'stay connected'
  await show(page, 'Connect')
  await dialog.getByRole('button', { name: /^Odd Wallet/ }).click()
  const mood = await moodOf(page)
  if (mood === 'willing' || mood === 'liar') {
    await expect.poll(() => isConnected(page), { message: 'a wallet that approves is connected' }).toBe(true)
    await note(world, 'announced')
  } else if (mood === 'silent') {
    await expect(dialog.getByText('Continue in Odd Wallet')).toBeVisible()
    // The screen appears before the wallet is asked: a cancel too early would mean no request at all.
    await expect.poll(async () => (await feltIn(world)).wallet, { message: 'the wallet gets the request' }).toBeGreaterThan(0)
    expect(await isConnected(page), 'a wallet that never answers is not connected').toBe(false)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  } else {
    await expect(dialog.getByRole('alert').filter({ hasText: /\S/ }).first(), 'the error is shown').toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Try again' })).toBeEnabled()
    expect(await isConnected(page), 'a wallet that refuses is not connected').toBe(false)
  }
  return 'connect'
}

export const connectByCode: Step = async (world) => {
  const { page, dialog, wallet } = world
  if (await isConnected(page)) return 'stay connected'
  await page.evaluate(() => void Object.assign(window, { copied: '' }))
  await show(page, 'ConnectingWalletConnectBasic')
  const copy = dialog.getByRole('button', { name: 'Copy link' })
  const failed = dialog.getByRole('alert').filter({ hasText: /\S/ })
  const hasCode = async () => (await copy.isVisible()) && (await copy.isEnabled())
  const hasFailed = () => failed.first().isVisible()
  const isReached = world.relay.mode === 'fine' && world.relay.felt === 0
  // With nothing broken there must be a code, however slow the machine is; otherwise a code or an error.
  if (isReached && !world.forgets) await expect.poll(hasCode, { message: 'the QR code is shown' }).toBe(true)
  else if (!(await ends(hasCode, hasFailed))) {
    await page.clock.fastForward(11_000)
    await expect
      .poll(async () => (await hasCode()) || (await hasFailed()), { message: 'a QR code or an error is shown' })
      .toBe(true)
  }
  if (!(await hasCode())) return 'no code'
  await copy.click()
  const uri = await page.evaluate(() => window.copied)
  expect(uri, 'the copied text').toMatch(/^wc:/)
  await wallet.pair(uri).catch(() => {})
  if (isReached) await expect.poll(() => isConnected(page), { message: 'the wallet that got the code is connected' }).toBe(true)
  const isIn = await ends(() => isConnected(page))
  // If the relay or storage has failed, the answer may come later or never.
  const maybe = isIn ? {} : ({ maybe: true } as const)
  world.expected = { by: 'walletConnect', address: PHONE, ...maybe }
  if (isIn) await note(world, 'walletConnect')
  return isIn ? 'connect by code' : 'a code that nobody answers'
}

export const connectByEmail: Step = async (world, chance) => {
  const { page, dialog } = world
  if (await isConnected(page)) return 'stay connected'
  await show(page, 'Connect')
  const address = person()
  const field = dialog.getByRole('textbox', { name: 'Email address' })
  const open = dialog.getByRole('button', { name: 'Email', exact: true })
  await expect(field.or(open).first()).toBeVisible()
  if (await open.isVisible()) await open.click()
  await field.fill(address)
  const { frame } = world
  // An existing frame is not loaded again.
  const isLoaded = (await page.locator('wallet-modal iframe').count()) > 0
  const giveBack = frame === 'taken' ? await takeFrames(page) : undefined
  const code = dialog.getByRole('textbox', { name: '6-digit code' })
  const problem = dialog.getByRole('alert').filter({ hasText: /\S/ }).first()
  const tooSoon = dialog.getByText(/^Please try again after/).first()
  // A new code can be requested only half a minute after the last one, later still if the clock was set back.
  for (let turn = 0; turn < 8; turn++) {
    await field.press('Enter')
    await ends(
      () => tooSoon.isVisible(),
      () => code.isVisible(),
      () => problem.isVisible(),
    )
    if (!(await tooSoon.isVisible())) break
    await page.clock.fastForward(31_000)
  }
  if (giveBack || (!isLoaded && (frame === 'down' || frame === 'silent' || frame === 'html'))) {
    if (giveBack) await page.clock.runFor(3_000)
    else {
      await expect(page.locator('wallet-modal iframe')).toHaveCount(1)
      await page.clock.fastForward(31_000)
    }
    await expect(problem).toBeVisible()
    await expect(field, 'the typed address is kept').toHaveValue(address)
    await giveBack?.()
    if (giveBack) world.felt.frame++
    return 'no frame'
  }
  await expect(code).toBeVisible()
  const { found } = await mailTo(urls, address, CODE)
  const half = found.slice(0, 3)
  await code.fill(half)
  const broken = chance.often(0.5)
    ? `, ${await breakThe(chance.pick(['rpc', 'provider', 'storage', 'relay']), world, chance)}`
    : ''
  if (frame === 'forged') {
    await forge(page)
    world.felt.frame++
  }
  await expect(code, 'the typed half of the code is kept').toHaveValue(half)
  expect(await isConnected(page), 'half a code connects nobody').toBe(false)
  if (frame === 'mistaken') {
    await code.fill(found === '000000' ? '111111' : '000000')
    await expect(problem).toContainText('That code didn’t match')
    expect(await isConnected(page), 'a wrong code connects nobody').toBe(false)
    world.felt.frame++
  }
  await code.fill(found)
  await expect.poll(() => isConnected(page)).toBe(true)
  await note(world, 'embedded')
  return `connect by e-mail${broken}`
}
