import { expect, type Frame, type Locator, type Page } from '@playwright/test'
import { faults } from './table'

/** What is so already when the time is over may take this long to be looked at. */
const LOOK_MS = 1_000
/** An alert that comes within this time after all the rest was said of the fault. */
const LATER_ALERT_MS = 1_000

/** Places in which a message stands: each says all of one. A row of a list says its own in the row. */
const PLACES = '[role=alert], [role=status], .snack, .note, .status-text, li button'

/** What a person reads in each of these places, with its spaces as one. */
const readIn = (places: Locator): Promise<string[]> =>
  places
    .filter({ visible: true })
    // biome-ignore lint/performance/useDomNodeTextContent: the text as it is laid out, or a heading is glued to its sentence
    .evaluateAll((all) => all.map((each) => (each as HTMLElement).innerText.replace(/\s+/g, ' ').trim()))

const rowOf = (key: string) => {
  const row = faults[key]
  if (!row) throw new Error(`There is no row ${key} in the fault table`)
  return row
}

const wayOutOf = (page: Page | Frame, key: string): Locator => {
  const [role, name] = rowOf(key).wayOut
  return page.getByRole(role, { name, ...(typeof name === 'string' && { exact: true }) }).first()
}

/**
 * A row of the fault table, once its fault has happened in a journey. Within ten seconds (the frame's thirty) of `since`, the
 * time in epoch ms just before the fault was let in, the state is the expected one, the page has been told, or of what is silent
 * has not, the whole message is in sight, and so is a way out that can be taken. What a journey waits for in between counts. That nothing was thrown into the
 * page is seen to by every test (`witness`).
 */
export async function expectFault(page: Page | Frame, key: string, since: number): Promise<void> {
  const { component, fault, state, code, before = [], message, limit = 10 } = rowOf(key)
  const end = since + limit * 1_000
  const left = () => ({ timeout: Math.max(LOOK_MS, end - Date.now()) })
  const often = () => ({ ...left(), intervals: [100] })
  const says = (what: string) => `fault ${key} (${component}: ${fault}): ${what}`
  const status = () => page.evaluate(() => document.querySelector('wallet-modal')?.state?.status ?? null)
  await expect.poll(status, { message: says('its state'), ...often() }).toBe(state)
  const codes = () =>
    page.evaluate(() => window.toldEvents.filter(({ type }) => type === 'wallet-error').map(({ detail }) => detail.code))
  if (code) await expect.poll(codes, { message: says('told to the page'), ...often() }).toContain(code)
  const alerts = page.getByRole('alert').filter({ hasText: /\S/, visible: true })
  if (message) {
    const whole = typeof message === 'string' ? message : expect.stringMatching(message)
    await expect
      .poll(() => readIn(page.locator(PLACES)), { message: says('said to the person'), ...often() })
      .toEqual(expect.arrayContaining([whole]))
  } else await expect(alerts, says('silent')).toHaveCount(0, left())
  const control = wayOutOf(page, key)
  await expect(control, says('a way out')).toBeVisible(left())
  await expect(control, says('a way out that works')).toBeEnabled(left())
  await control.click({ trial: true, ...left() })
  expect(Date.now(), says('in time')).toBeLessThan(end + LOOK_MS)
  if (message) return
  const spoken = alerts.first().waitFor({ timeout: LATER_ALERT_MS })
  expect(
    await spoken.then(
      () => alerts.allTextContents(),
      () => [],
    ),
    says('silent, and so it stays'),
  ).toEqual([])
  if (!code) expect(await codes(), says('nor is the page told')).toEqual(before)
}

/** Takes the way out of a fault, as a person does, and is where it leads. */
export async function followWayOut(page: Page | Frame, key: string): Promise<void> {
  const { leads, wayOut } = rowOf(key)
  const control = wayOutOf(page, key)
  await control.click()
  if (wayOut[0] === 'textbox') {
    await expect(control).toBeFocused()
    await expect(control).toBeEditable()
  } else if (wayOut[0] === 'radio') await expect(control).toBeChecked()
  else if (wayOut[0] === 'tab') await expect(control).toHaveAttribute('aria-selected', 'true')
  else if (leads === 'closed') await expect(page.getByRole('dialog')).toHaveCount(0)
  else if (leads) {
    const [role, name] = leads
    const there = role === 'text' ? page.getByText(name, { exact: true }) : page.getByRole(role, { name })
    await expect(there.first()).toBeAttached()
  } else throw new Error(`The fault table does not say where the way out of ${key} leads`)
}
