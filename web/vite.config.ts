import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

import { locales } from './scripts/locales-plugin.ts'
import { serviceWorker } from './scripts/service-worker-plugin.ts'

// The development server proxies API calls to `azulejo serve` at AZULEJO_SERVER.
const server = process.env.AZULEJO_SERVER ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [locales(), svelte(), serviceWorker()],
  build: {
    target: 'baseline-widely-available',
    // The content security policy forbids `data:` URLs, so small files are not inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    // Used by scripts/size.mjs.
    manifest: true,
  },
  worker: { format: 'es' },
  server: {
    proxy: { '/api': { target: server, ws: true } },
    fs: { allow: ['..'] },
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
  },
  // Tests run Svelte's browser build.
  ...(process.env.VITEST ? { resolve: { conditions: ['browser'] } } : {}),
})
