import { expect, test } from './fixtures'
import { fields, openSend } from './send-page'

test('a camera that is refused says so, and the button to ask again is large enough for a finger', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await page.addInitScript(() => {
    Object.assign(window, { BarcodeDetector: class {} })
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('Denied', 'NotAllowedError'))
  })
  const { dialog } = await openSend({ page, urls, stackAttributes })
  const scan = dialog.getByRole('button', { name: 'Scan a code' })
  await scan.click()
  const told = dialog.getByRole('alert').filter({ hasText: 'The camera did not start.' })
  await expect(told).toBeVisible()
  expect((await scan.boundingBox())?.width).toBeGreaterThanOrEqual(44)
  await fields(dialog).receiver.fill('0x')
  await expect(told).toHaveCount(0)
})
