import { firefox } from '@playwright/test'
import { FIREFOX, missingEngine } from '../.ci/engines.mjs'
import { travel } from './journeys'

travel({
  name: 'Firefox ESR',
  missing: missingEngine('Firefox ESR'),
  account: 2,
  async start() {
    // Driven by WebDriver BiDi.
    const browser = await firefox.launch({ channel: 'moz-firefox', executablePath: FIREFOX })
    return {
      async visit() {
        const page = await browser.newPage({ locale: 'en-US', colorScheme: 'light' })
        const take = page.screenshot.bind(page)
        const screenshot = async () => {
          const picture = await take()
          // For a screenshot Playwright injects a style here, which the policy blocks.
          await page.evaluate(() => {
            const at = window.blocked.indexOf('style-src-elem inline ')
            if (at >= 0) window.blocked.splice(at, 1)
          })
          return picture
        }
        return { page: Object.assign(page, { screenshot }), close: () => page.close() }
      },
      stop: () => browser.close(),
    }
  },
})
