import { firefox } from '@playwright/test'
import { FIREFOX, missingEngine } from '../.ci/engines.mjs'
import { travel } from './journeys'

travel({
  name: 'Firefox ESR',
  missing: missingEngine('Firefox ESR'),
  account: 2,
  async start() {
    // Spoken to by WebDriver BiDi.
    const browser = await firefox.launch({ channel: 'moz-firefox', executablePath: FIREFOX })
    return {
      async visit() {
        const page = await browser.newPage({ locale: 'en-US', colorScheme: 'light' })
        return { page, close: () => page.close() }
      },
      stop: () => browser.close(),
    }
  },
})
