import { expect, type Frame, type Page } from '@playwright/test'
import { embeddedCatalogue } from '../../src/lib/embedded-errors'
import { catalogue, type ErrorCode } from '../../src/lib/errors'
import { laterCatalogue } from '../../src/lib/later-errors'
import { moneyCatalogue } from '../../src/lib/money-errors'
import { faults } from './table'

const texts = { ...catalogue, ...laterCatalogue, ...moneyCatalogue, ...embeddedCatalogue }
/** The catalogue's words, which a view may end with a full stop or more words. */
const wordsOf = (code: ErrorCode) => texts[code].text

/** What is so already when the time is over may take this long to be looked at. */
const LOOK_MS = 1_000
/** An alert that comes within this time after all the rest was said of the fault. */
const LATER_ALERT_MS = 1_000

/**
 * A row of the fault table, once its fault has happened in a journey. Within ten seconds (the frame's thirty) of `since`, the
 * time in epoch ms just before the fault was let in, the state is the expected one, the page has been told, the sentence is in
 * sight, and so is a way out that can be taken. What a journey waits for in between counts. That nothing was thrown into the
 * page is seen to by every test (`witness`).
 */
export async function expectFault(page: Page | Frame, key: string, since: number): Promise<void> {
  const row = faults[key]
  if (!row) throw new Error(`There is no row ${key} in the fault table`)
  const { state, code, message, wayOut, limit = 10 } = row
  const end = since + limit * 1_000
  const left = () => ({ timeout: Math.max(LOOK_MS, end - Date.now()) })
  const says = (what: string) => `fault ${key} (${row.component}: ${row.fault}): ${what}`
  const status = () => page.evaluate(() => document.querySelector('wallet-modal')?.state?.status ?? null)
  await expect.poll(status, { message: says('its state'), ...left() }).toBe(state)
  if (code) {
    const codes = () =>
      page.evaluate(() => window.toldEvents.filter(({ type }) => type === 'wallet-error').map(({ detail }) => detail.code))
    await expect.poll(codes, { message: says('told to the page'), ...left() }).toContain(code)
  }
  const alerts = page.getByRole('alert').filter({ hasText: /\S/, visible: true })
  if (message) {
    const words = message instanceof RegExp ? message : wordsOf(message.of)
    await expect(page.getByText(words).filter({ visible: true }).first(), says('said to the person')).toBeVisible(left())
  } else await expect(alerts, says('silent')).toHaveCount(0, left())
  const [role, name] = wayOut
  const control = page.getByRole(role, { name, ...(typeof name === 'string' && { exact: true }) }).first()
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
}
