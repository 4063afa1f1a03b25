import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

import { locales } from './scripts/locales-plugin.ts'
import { serviceWorker } from './scripts/service-worker-plugin.ts'
import { site } from './scripts/site-plugin.ts'

// The development server proxies API calls to `azulejo serve` at AZULEJO_SERVER.
const server = process.env.AZULEJO_SERVER ?? 'http://127.0.0.1:8080'

export default defineConfig(({ mode }) => ({
  // The static site works under any path; see src/lib/ui/address.ts.
  base: mode === 'site' ? './' : '/',
  define: { 'import.meta.env.HAS_SERVER': JSON.stringify(mode !== 'site') },
  plugins: [locales(), svelte(), ...(mode === 'site' ? [site()] : []), serviceWorker()],
  build: {
    target: 'baseline-widely-available',
    outDir: mode === 'site' ? 'dist-site' : 'dist',
    // The content security policy forbids `data:` URLs, so small files are not inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    // Used by scripts/size.mjs.
    manifest: mode !== 'site',
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
}))
