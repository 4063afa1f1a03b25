import { defineConfig } from '@playwright/test'

import tests from '../../playwright.config.ts'

// Takes the screenshots in docs/screenshots with the setup of the end-to-end tests.
export default defineConfig({ ...tests, testDir: '.', testMatch: 'screenshots.ts' })
