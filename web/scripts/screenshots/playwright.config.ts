import { defineConfig } from '@playwright/test'

import tests from '../../playwright.config.ts'

// Draws docs/screenshots with the browser, the server and the helpers of the end-to-end tests.
export default defineConfig({ ...tests, testDir: '.', testMatch: 'screenshots.ts' })
