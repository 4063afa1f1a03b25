import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

import { locales } from './scripts/locales-plugin.ts'

// The development server hands calls to a running `azulejo serve`; AZULEJO_SERVER says where.
const server = process.env.AZULEJO_SERVER ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [locales(), svelte()],
  build: {
    target: 'baseline-widely-available',
    // The content security policy forbids `data:` scripts and fonts; small files stay files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    // scripts/size.mjs reads what belongs to a first visit there.
    manifest: true,
  },
  server: {
    proxy: { '/api': { target: server, ws: true } },
    fs: { allow: ['..'] },
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
  },
  // Tests run Svelte's code for browsers.
  ...(process.env.VITEST ? { resolve: { conditions: ['browser'] } } : {}),
})
