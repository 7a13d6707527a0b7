import { type BrowserContext, expect, type Frame, type Page } from '@playwright/test'
import jsqrModule from 'jsqr'
import { PNG } from 'pngjs'
import { expectEvent, openSite, type SiteOptions } from './site'
import { openWallet, type WalletOptions, type WalletPage } from './wallet-page'

// Under Node's own loader the package is a CommonJS module whose function is its `default`.
const jsqr = (jsqrModule as typeof jsqrModule & { default?: typeof jsqrModule }).default ?? jsqrModule

/** The text of the visible QR code, read from a screenshot like by a camera; undefined without one. `place`: the frame it is in. */
export async function scan(page: Page, place: Page | Frame = page): Promise<string | undefined> {
  const code = place.getByRole('img', { name: /QR/ })
  if (!(await code.isVisible())) return undefined
  const box = await code.boundingBox()
  if (!box) return undefined
  // The clip includes the code's quiet zone.
  const clip = { x: box.x - 16, y: box.y - 16, width: box.width + 32, height: box.height + 32 }
  return readCode(await page.screenshot({ clip, scale: 'device' }))
}

/** The text of the QR code in a PNG; undefined if none can be read. `place`: the code's middle and size, in pixels. */
export function readCode(picture: Buffer, place?: { x: number; y: number; width: number; height: number }): string | undefined {
  const whole = PNG.sync.read(picture)
  const { width, height, data } = place ? cut(whole, place) : whole
  // Not inverted: some cameras cannot read a light code on dark, so ours is dark on light in every theme.
  return jsqr(new Uint8ClampedArray(data), width, height, { inversionAttempts: 'dontInvert' })?.data
}

function cut(from: PNG, { x, y, ...size }: { x: number; y: number; width: number; height: number }): PNG {
  const side = Math.round(Math.min(Math.max(size.width, size.height) + 32, from.width, from.height))
  const to = new PNG({ width: side, height: side })
  const within = (middle: number, length: number) => Math.round(Math.min(Math.max(middle - side / 2, 0), length - side))
  PNG.bitblt(from, to, within(x, from.width), within(y, from.height), side, side, 0, 0)
  return to
}

/** Waits for a readable code other than `old`; resolves to its pairing link. */
export async function scanned(page: Page, old?: string, place: Page | Frame = page): Promise<string> {
  let text: string | undefined
  await page.bringToFront()
  await expect
    .poll(
      async () => {
        text = await scan(page, place)
        return text !== undefined && text !== old
      },
      { message: 'a QR code that can be read' },
    )
    .toBe(true)
  return text ?? ''
}

/** Opens the modal's QR code and scans it; resolves to the pairing link. */
export async function openCode(page: Page): Promise<string> {
  await page.bringToFront()
  await page.getByRole('button', { name: /Connect wallet/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /WalletConnect/ })
    .click()
  const uri = await scanned(page)
  expect(uri).toMatch(/^wc:[\da-f]{64}@2\?/)
  return uri
}

/** Opens a site and connects it by its QR code; resolves to the wallet's tab. */
export async function connectByCode(
  page: Page,
  context: BrowserContext,
  options: SiteOptions & WalletOptions = {},
): Promise<WalletPage> {
  const [, wallet] = await Promise.all([openSite(page, options), openWallet(context, options)])
  await wallet.pair(await openCode(page))
  await wallet.approve('Connection request')
  await page.bringToFront()
  await expectEvent(page, 'wallet-connected')
  await expect(page.getByRole('dialog')).toBeHidden()
  return wallet
}
