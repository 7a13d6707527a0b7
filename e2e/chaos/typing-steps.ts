import { expect, type Locator } from '@playwright/test'
import { stateOf } from '../fixtures'
import { breakThe } from './faults'
import { ends, expectTyped, isConnected, SOON_MS, type Step, show } from './step'
import type { World } from './world'

const isAnnounced = ({ expected }: World) => expected !== 'nobody' && expected.by === 'announced' && !expected.maybe
/** Components whose failure could lose what was typed. */
const meanwhile = ['rpc', 'provider', 'storage', 'wallet'] as const
const typed = (field: Locator) => field.inputValue({ timeout: SOON_MS }).catch(() => '')

export const search: Step = async (world, chance) => {
  const { page, dialog } = world
  await show(page, 'AllWallets')
  const words = chance.pick(['amber', 'kestrel', 'nobody has this', 'mask'])
  const field = dialog.getByRole('searchbox')
  await field.fill(words)
  const broken = chance.often(0.5) ? `, ${await breakThe('provider', world, chance)}` : ''
  await ends(async () => (await dialog.getByRole('status').filter({ hasText: /\S/ }).count()) > 0)
  await expect(field, 'the typed words are kept').toHaveValue(words)
  return `search${broken}`
}

/** Types a name, which the provider is asked about meanwhile; does not claim it. */
export const nameAccount: Step = async (world, chance) => {
  const { page } = world
  if (!(await isConnected(page))) return 'nobody to name'
  await show(page, 'RegisterAccountName')
  const choose = page.getByRole('dialog', { name: 'Choose a name' })
  const field = choose.getByRole('textbox', { name: 'Name' })
  await field.fill('cha')
  const broken = await breakThe('provider', world, chance)
  await field.press('End')
  await field.pressSequentially('os-hall')
  await page.clock.fastForward(1_000)
  await ends(async () => (await choose.getByText(/is free|is taken|Error/).count()) > 0)
  await expect(field, 'the typed name is kept').toHaveValue('chaos-hall')
  return `type a name, ${broken}`
}

export const send: Step = async (world, chance) => {
  const { page, dialog } = world
  if (!isAnnounced(world)) return 'nothing to send'
  await show(page, 'Send')
  const amount = dialog.getByRole('textbox', { name: 'Amount' })
  const receiver = dialog.getByRole('textbox', { name: 'Receiver' })
  const review = dialog.getByRole('button', { name: 'Review', exact: true })
  // After sending, the account is shown.
  const isSent = () => dialog.getByRole('tab', { name: 'Tokens' }).isVisible()
  const to = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
  // If the chain does not answer, there is no form.
  if (!(await ends(() => amount.isVisible()))) return 'no form'
  await amount.fill('0.000001')
  await receiver.fill(to)
  const broken = chance.often(0.5) ? `, ${await breakThe(chance.pick(meanwhile), world, chance)}` : ''
  const isTyped = async () => (await typed(amount)) === '0.000001' && (await typed(receiver)) === to
  await expectTyped(isTyped, 'what was typed into Send')
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
    if (await isSent()) return `send${broken}`
    const back = dialog.getByRole('button', { name: /^(Back|Cancel)$/ }).first()
    // A slow answer may have come meanwhile and removed the button.
    if (await back.isVisible()) await back.click({ timeout: SOON_MS }).catch(() => {})
  }
  // A slow answer may still lead on; a form that is gone without having sent anything has lost the input.
  await expectTyped(
    async () => (await isSent()) || (await confirm.isVisible()) || (await isTyped()),
    'what was typed into Send, unless it was sent,',
  )
  return `send, not done${broken}`
}

export const swap: Step = async (world, chance) => {
  const { page, dialog } = world
  if (!isAnnounced(world)) return 'nothing to swap'
  await show(page, 'Swap')
  const pay = dialog.getByRole('textbox', { name: 'You pay' })
  if (!(await ends(() => pay.isVisible()))) return 'no swap'
  // The form goes once it is known that the network has no swaps.
  const isRefused = () => dialog.getByText('Network not supported for Swaps').isVisible()
  const isFilled = await pay.fill('0.01', { timeout: SOON_MS }).then(
    () => true,
    () => false,
  )
  if (!isFilled) {
    expect(await isRefused(), 'the form stays, or says why it closes').toBe(true)
    return 'no swap here'
  }
  const broken = chance.often(0.5) ? `, ${await breakThe(chance.pick(meanwhile), world, chance)}` : ''
  await ends(
    async () => (await dialog.getByRole('button', { name: 'Review swap', disabled: false }).count()) > 0,
    async () => (await dialog.getByRole('alert').filter({ hasText: /\S/ }).count()) > 0,
  )
  const network = (await stateOf(page))?.network
  await expectTyped(async () => (await isRefused()) || (await typed(pay)) === '0.01', `the typed amount to swap on ${network}`)
  return `swap preview${broken}`
}
