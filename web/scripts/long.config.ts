import { fileURLToPath } from 'node:url'

import { defineConfig } from '@playwright/test'

import tests from '../playwright.config.ts'

// The long versions of tests that measure: whole games instead of a round, ten rematches.
process.env.AZULEJO_LONG = '1'

export default defineConfig({
  ...tests,
  testDir: fileURLToPath(new URL('../e2e', import.meta.url)),
})
