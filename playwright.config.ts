import { defineConfig, devices } from '@playwright/test'
import { installedBrowser } from './.ci/browser.mjs'

const soak = process.env.SOAK === '1'
const ses = process.env.SES === '1'
const isRoot = process.getuid?.() === 0
const executablePath = installedBrowser()

// The browser's own traffic would be counted among the page's.
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  // There is none: what would be drawn by one is drawn by the processor, which the tests share.
  '--disable-gpu',
  // Letters as wide as a whole browser draws them, also in the one without windows.
  '--font-render-hinting=none',
]

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './.ci/e2e-setup.mjs',
  globalTimeout: (soak ? 295 : 54) * 60_000,
  timeout: soak ? 600_000 : ses ? 120_000 : 60_000,
  expect: { timeout: 10_000 },
  // One more than a machine of two has cores: a test waits for a chain or a frame a part of its time.
  workers: 3,
  fullyParallel: true,
  // On the shared machine of a check one journey more is cheaper than a whole run; what needed it is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: `.built/playwright${process.env.E2E_PART ?? (ses ? '-ses' : '')}.json` }]],
  use: {
    trace: 'off',
    screenshot: 'only-on-failure',
    locale: 'en-US',
    colorScheme: 'light',
    // A page that a test makes up is of no network, and Chromium lets it ask this machine by permission alone: now and then it did not.
    permissions: ['local-network-access'],
    actionTimeout: 15_000,
    navigationTimeout: 15_000,
  },
  projects: [
    {
      name: 'chromium',
      use: {
        ...devices['Desktop Chrome'],
        launchOptions: { ...(executablePath && { executablePath }), args: isRoot ? [...quiet, '--no-sandbox'] : quiet },
      },
    },
  ],
})
