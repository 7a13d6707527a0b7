import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { difference, gridOf } from '../.ci/picture.mjs'
import { blockFont } from './block-font'
import { expect, test } from './fixtures'
import { openState } from './gallery'

/** The main views, each compared with a stored small greyscale picture; PICTURES=new renews these. */
const states = [
  ...'connect all-wallets qr connecting networks account account-no-activity receive declined sign-in'.split(' '),
  ...['send-filled', 'swap-quoted'],
]
/** An account that no other test uses, so that its balance is constant. */
const account = '0x00000000000000000000000000000000000910C5'
const folder = fileURLToPath(new URL('./pictures/', import.meta.url))

test.use({ viewport: { width: 1280, height: 800 }, contextOptions: { reducedMotion: 'reduce' } })

test('the main views look as stored, and a moved part would be noticed', async ({ page, urls }) => {
  const renewed = process.env.PICTURES === 'new'
  await page.route('**/block.ttf', (route) => route.fulfill({ contentType: 'font/ttf', body: blockFont() }))
  await fetch(urls.rpc['eip155:421614'] ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_setBalance', params: [account, '0x4563918244f40000'] }),
  })
  const changed: string[] = []
  const panel = page.locator('wallet-modal [part="dialog"]')
  const picture = async () => gridOf(await panel.screenshot({ animations: 'disabled', scale: 'css' }))
  for (const state of states) {
    await openState(page, state, `&account=${account}`)
    await page.evaluate(async () => {
      const modal = document.querySelector('wallet-modal')
      // As bytes: the policy forbids loading it as a font.
      const bytes = await (await fetch('block.ttf')).arrayBuffer()
      const font = await new FontFace('Block', bytes).load()
      document.fonts.add(font)
      modal?.style.setProperty('--wm-font', 'Block')
      modal?.style.setProperty('--wm-font-mono', 'Block')
      // Both differ between runs: the code, and the engraving, which depends on the page's port.
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('.qr-code, .engraving { visibility: hidden }')
      modal?.shadowRoot?.adoptedStyleSheets.push(sheet)
    })
    const loaded = () =>
      panel.evaluate((node) => {
        // Images out of view are not loaded.
        const isInSight = (each: Element) => {
          const scroller = each.closest('.wallet-grid, .body') ?? node
          return each.getBoundingClientRect().top < scroller.getBoundingClientRect().bottom
        }
        return [...node.querySelectorAll('img')].every((each) => each.complete || !isInSight(each))
      })
    await expect.poll(loaded, { message: state }).toBe(true)
    // Loaded images may not be decoded yet.
    await panel.evaluate((node) =>
      Promise.all(
        [...node.querySelectorAll('img')].filter(({ complete }) => complete).map((each) => each.decode().catch(() => {})),
      ),
    )
    const file = `${folder}${state}.png`
    if (renewed) {
      await expect(panel.locator('[aria-disabled="true"], .skeleton'), state).toHaveCount(0)
      mkdirSync(folder, { recursive: true })
      writeFileSync(file, await picture())
    }
    const kept = readFileSync(file)
    // Polls, as a late part will arrive, while a real difference stays.
    let told: string | undefined
    await expect
      .poll(
        async () => {
          told = difference(kept, await picture())
          return told
        },
        { timeout: 5_000 },
      )
      .toBeUndefined()
      .catch(() => changed.push(`${state}: ${told}`))
    if (state === 'networks') {
      await panel
        .locator('.list-row')
        .nth(2)
        .evaluate((row) => row.style.setProperty('translate', '40px'))
      expect(difference(kept, await picture())).toMatch(/another part|different/)
    }
  }
  expect(changed).toEqual([])
  expect(renewed, 'the pictures were rewritten, not compared').toBe(false)
})
