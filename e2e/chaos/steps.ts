import { expect } from '@playwright/test'
import { stateOf } from '../fixtures'
import { connectAnnounced, connectByCode, connectByEmail } from './connect-steps'
import { feltIn } from './faults'
import { endOf, ends, endsOf, isConnected, moodOf, type Step, show, statusOf } from './step'
import { nameAccount, search, send, swap } from './typing-steps'
import { NETWORKS, type World } from './world'

const isAnnounced = ({ expected }: World) => expected !== 'nobody' && expected.by === 'announced'

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

/** Waits until the account is asked for at the provider, which is broken: its reader is loaded later than the view. */
export const lookAtAccount: Step = async (world) => {
  await show(world.page, 'Account')
  await expect(world.dialog.getByRole('heading').first()).toBeVisible()
  await expect
    .poll(async () => (await feltIn(world)).provider, { message: 'the provider is asked for the account' })
    .toBeGreaterThan(0)
  return 'look at Account'
}

export const switchNetwork: Step = async (world, { pick }) => {
  const { page } = world
  const before = (await stateOf(page))?.network
  const to = pick(NETWORKS.filter((id) => id !== before))
  const mood = await moodOf(page)
  const isAsked = isAnnounced(world) && (await isConnected(page))
  // The wallet outside the page may refuse the chain or be unreachable.
  const elsewhere = !isAsked && (await isConnected(page))
  const end = await endOf(page, 'switch', elsewhere || mood === 'silent', to)
  if (isAsked) expect(end, `switching with the wallet set to "${mood}"`).toMatch(endsOf.switch[mood])
  else expect(end, 'switching').toMatch(elsewhere ? /^(done|waits|[A-Z_]+)$/ : /^done$/)
  // That it equals the wallet's network is checked after every step.
  if (!elsewhere) expect((await stateOf(page))?.network, 'the network after switching').toBe(end === 'done' ? to : before)
  return `switch to ${to}: ${end}`
}

export const sign: Step = async (world) => {
  const { page } = world
  if ((await stateOf(page))?.account?.type || !(await isConnected(page))) return 'nothing to sign'
  const mood = await moodOf(page)
  const isReached = world.relay.mode === 'fine' && world.relay.felt === 0
  const end = await endOf(page, 'sign', isAnnounced(world) ? mood === 'silent' : !isReached)
  if (isAnnounced(world)) expect(end, `signing with the wallet set to "${mood}"`).toMatch(endsOf.sign[mood])
  else expect(end, 'signing with a wallet outside the page').toMatch(isReached ? /^done$/ : /^(done|waits|[A-Z_]+)$/)
  return `sign: ${end}`
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
  const { expected } = world
  if (expected !== 'nobody' && expected.by === 'announced') {
    const address = await page.evaluate(() => window.chaos.accounts[0] ?? '')
    // `maybe` is kept: an account that may be forgotten stays uncertain.
    world.expected = what === 'locks' ? 'nobody' : { ...expected, address }
  }
  return `wallet: ${what}`
}

const disconnect: Step = async (world) => {
  await world.page.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
  world.expected = 'nobody'
  return 'disconnect'
}

const reload: Step = async (world) => {
  const { page, expected, last } = world
  const who = expected === 'nobody' && world.forgets ? last : expected
  // The connection is restored unless storage has failed; then the one from before may be restored.
  const isSure = !world.forgets && (who === 'nobody' || who.by === 'announced')
  if (who !== 'nobody' && !isSure) world.expected = { ...who, maybe: true }
  await page.reload()
  world.forgets = false
  await page.locator('wallet-modal:defined').waitFor({ state: 'attached' })
  const started = async () => /^(dis)?connected$/.test((await statusOf(page)) ?? '')
  if (!(await ends(started))) await page.clock.fastForward(11_000)
  await expect.poll(started, { message: 'the page has finished starting' }).toBe(true)
  return 'reload'
}

/** Reloads the page with local storage and the cached account cleared, so that it loads and asks anew. */
export const openAnew: Step = async (world, chance) => {
  await world.page.evaluate(() => {
    localStorage.clear()
    // A cached account is not asked for again within half a minute. The fault counts beside it stay.
    sessionStorage.removeItem('wallet-modal:cache:account')
  })
  await reload(world, chance)
  return 'open'
}

const steps: readonly (readonly [weight: number, step: Step])[] = [
  [8, connectAnnounced],
  [1, connectByCode],
  [1, connectByEmail],
  [6, look],
  [2, search],
  [4, switchNetwork],
  [4, sign],
  [4, send],
  [3, swap],
  [2, nameAccount],
  [3, closeAndOpen],
  [4, walletActs],
  [2, disconnect],
  [1, reload],
]
const all = steps.flatMap(([weight, step]) => Array.from({ length: weight }, () => step))

export const anyStep: Step = (world, chance) => chance.pick(all)(world, chance)
