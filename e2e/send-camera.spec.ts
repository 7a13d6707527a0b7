import { expect, test } from './fixtures'
import { dollarOn } from './local-chain'
import { fields, NETWORK, openSend } from './send-page'

test('a refused camera is reported, and the button to try again is large enough for a finger', async ({
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

test('a payment code sets token and amount, and one for another network is refused', async ({ page, urls, stackAttributes }) => {
  const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const dollar = dollarOn(NETWORK)
  await page.addInitScript(() => {
    class Detector {
      detect = async () => [{ rawValue: (window as { code?: string }).code ?? '' }]
    }
    Object.assign(window, { BarcodeDetector: Detector })
    navigator.mediaDevices.getUserMedia = async () => document.createElement('canvas').captureStream()
  })
  const { dialog } = await openSend({ page, urls, stackAttributes })
  const { amount, receiver } = fields(dialog)
  const scan = async (code: string) => {
    await page.evaluate((text) => Object.assign(window, { code: text }), code)
    await dialog.getByRole('button', { name: 'Scan a code' }).click()
  }
  await scan(`ethereum:${to}@1?value=1e18`)
  await expect(dialog.getByRole('alert').filter({ hasText: 'Your wallet is on another network' })).toBeVisible()
  await expect(receiver).toHaveValue('')
  await expect(amount).toHaveValue('')
  await scan(`ethereum:${dollar}@97/transfer?address=${to}&uint256=125e5`)
  await expect(receiver).toHaveValue(to)
  await expect(dialog.getByRole('button', { name: /^Token: DUSD/ })).toBeVisible()
  await expect(amount).toHaveValue('12.5')
  await expect(dialog.getByRole('alert').filter({ hasText: 'Your wallet is on another network' })).toHaveCount(0)
})
