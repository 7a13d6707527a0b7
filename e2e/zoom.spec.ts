import { expect, test } from './fixtures'
import { openState } from './gallery'

// A laptop's screen at 400 %, and the minimum that must work (WCAG 1.4.10).
for (const height of [160, 256])
  test.describe(`a screen of 320 by ${height}`, () => {
    test.use({ viewport: { width: 320, height }, contextOptions: { reducedMotion: 'reduce' } })

    test('has enough room for a view’s content, and all of it can be reached', async ({ page }) => {
      for (const state of [
        'connect',
        'connecting',
        'all-wallets',
        'sign-in',
        'account',
        'send-filled',
        'send-review',
        'networks',
      ]) {
        await openState(page, state)
        // Polled, as styles that load after the first frame make the room.
        const roomNow = () =>
          page.locator('wallet-modal [part="dialog"] .view:not(.view-leaving) .body').evaluate((body) => {
            const seen = (node: Element) => {
              node.scrollIntoView({ block: 'center' })
              let { top, bottom } = node.getBoundingClientRect()
              for (let box = node.parentElement; box; box = box.parentElement) {
                if (getComputedStyle(box).overflowY === 'visible') continue
                const edge = box.getBoundingClientRect()
                top = Math.max(top, edge.top)
                bottom = Math.min(bottom, edge.bottom)
              }
              return Math.min(bottom, innerHeight) - Math.max(top, 0)
            }
            const hidden = [...(body.closest('[part="dialog"]')?.querySelectorAll('button, input, textarea') ?? [])]
              .filter((node) => node.checkVisibility() && !node.closest('[inert]'))
              .filter((node) => seen(node) < Math.min(24, node.getBoundingClientRect().height))
            return { body: seen(body), hidden: hidden.map((node) => node.getAttribute('aria-label') ?? node.textContent) }
          })
        await expect.poll(async () => (await roomNow()).body, { message: state }).toBeGreaterThan(height / 2)
        expect((await roomNow()).hidden, state).toEqual([])
      }
    })
  })
