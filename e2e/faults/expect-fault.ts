import { expect, type Frame, type Locator, type Page } from '@playwright/test'
import { faults } from './table'

/** Grace for checks that start when the time is up. */
const LOOK_MS = 1_000
/** How long a silent fault is watched for a late alert. */
const LATER_ALERT_MS = 1_000

/** Places of messages, each with a whole one. A list row has its message in the row. */
const PLACES = '[role=alert], [role=status], .snack, .note, .status-text, li button'

/** The visible text of each place, its whitespace collapsed. */
const readIn = (places: Locator): Promise<string[]> =>
  places
    .filter({ visible: true })
    // biome-ignore lint/performance/useDomNodeTextContent: textContent would glue a heading to its sentence
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
 * Checks a row of the fault table after its fault has happened. Within ten seconds (thirty for the frame) of `since`, the time in
 * epoch ms just before the fault, the state is as expected, the page has got the error code, the whole message is visible and so
 * is a way out that can be pressed; a silent fault shows no alert, and without a code fires no error. Other waits of the test in
 * between count too. Uncaught errors are checked in every test (`witness`).
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

/** Takes the way out of a fault and checks where it leads. */
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
