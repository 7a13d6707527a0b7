import { defineConfig, devices } from '@playwright/test'
import { installedBrowser } from './.ci/browser.mjs'

const soak = process.env.SOAK === '1'
const ses = process.env.SES === '1'
const isRoot = process.getuid?.() === 0
const executablePath = installedBrowser()

// The browser's own traffic would count as the page's.
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  // There is no GPU: its work would be emulated on the CPU, which the tests share.
  '--disable-gpu',
  // The headless shell renders letters as wide as full Chromium does.
  '--font-render-hinting=none',
]

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './.ci/e2e-setup.mjs',
  globalTimeout: (soak ? 295 : 54) * 60_000,
  timeout: soak ? 600_000 : ses ? 120_000 : 60_000,
  expect: { timeout: 10_000 },
  // One more than the cores of a machine with two: tests spend part of their time waiting for a chain or a frame.
  workers: 3,
  fullyParallel: true,
  // On a shared CI machine a retry is cheaper than a whole new run; retried tests are reported as flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: `.built/playwright${process.env.E2E_PART ?? (ses ? '-ses' : '')}.json` }]],
  use: {
    trace: 'off',
    screenshot: 'only-on-failure',
    locale: 'en-US',
    colorScheme: 'light',
    // Pages served by a test have no IP address, so Chromium needs this permission to let them reach local hosts.
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
