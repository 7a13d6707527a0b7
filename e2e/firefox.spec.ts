import { existsSync } from 'node:fs'
import { firefox } from '@playwright/test'
import { travel } from './journeys'

// Debian's own build, spoken to by WebDriver BiDi: it needs no download by Playwright.
const FIREFOX = '/usr/bin/firefox-esr'

travel({
  name: 'Firefox ESR',
  missing: existsSync(FIREFOX) ? undefined : 'Firefox ESR is not installed here: apt-get install firefox-esr',
  account: 2,
  async start() {
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
