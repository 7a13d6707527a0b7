import type { Page } from '@playwright/test'
import { expect, openModal, test } from './fixtures'
import { openSite } from './site'

const titled = (page: Page, name: string) => expect(page.getByRole('dialog', { name })).toBeVisible()

test('the modal speaks the language of the page, follows it live, and comes back to English', async ({ page }) => {
  await openSite(page, { html: { lang: 'ja' }, title: 'Bakery', attributes: { 'app-name': 'Bakery' } })
  await page.getByRole('button', { name: 'ウォレットを接続' }).click()
  await titled(page, 'Bakery に接続')
  const speak = (lang: string) => page.evaluate((tag) => document.documentElement.setAttribute('lang', tag), lang)
  await speak('de-AT')
  await expect(page.getByRole('dialog')).toHaveAttribute('lang', 'de')
  await speak('zh-TW')
  await titled(page, '連接到 Bakery')
  await speak('ar')
  await expect(page.getByRole('dialog')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('dialog')).toHaveAttribute('lang', 'ar')
  await speak('tlh')
  await titled(page, 'Connect to Bakery')
  await expect(page.getByRole('dialog')).toHaveAttribute('dir', 'ltr')
})

test('error: a language that does not load leaves English', async ({ page }) => {
  await page.route(/\/chunks\/fr-/, (route) => route.abort())
  await openSite(page, { html: { lang: 'fr' } })
  await openModal(page)
  await titled(page, 'Connect to Test site')
})
