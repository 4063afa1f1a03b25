import { defineConfig } from '@playwright/test'

import { BROWSER_ARGUMENTS, findChromium } from './e2e/support/chromium.ts'

// Generous limits that only end hanging tests: no test depends on speed.
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results',
  reporter: 'list',
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 1_800_000,
  expect: { timeout: 180_000 },
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: findChromium(), args: BROWSER_ARGUMENTS },
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Lisbon',
    // Downloads by the service worker would slow the tests down; tests of the app enable it.
    serviceWorkers: 'block',
    actionTimeout: 180_000,
    navigationTimeout: 180_000,
    trace: process.env.AZULEJO_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
})
