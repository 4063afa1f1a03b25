import { describe, expect, it } from 'vitest'

import { groupFiles } from './service-worker-plugin.ts'

describe('groupFiles', () => {
  it('separates languages, puzzles, the engine and its networks from the shell', () => {
    const groups = groupFiles([
      { name: 'index.html' },
      { name: 'assets/index-1.js', module: '/azulejo/web/index.html' },
      { name: 'assets/de-1.js', module: '\0virtual:locale/de' },
      { name: 'assets/rules-1.js', module: '/azulejo/locales/de/rules.ftl?raw' },
      { name: 'assets/two-1.js', module: '/azulejo/crates/azulejo-ai/puzzles/two-players.txt?raw' },
      { name: 'assets/azulejo-1.wasm' },
      { name: 'assets/c2-1.net' },
      { name: 'assets/sans-1.woff2' },
      { name: '.vite/manifest.json' },
    ])
    expect(groups).toEqual({
      shell: [
        './',
        'assets/index-1.js',
        'assets/sans-1.woff2',
        'favicon-turn.svg',
        'favicon.svg',
        'manifest.webmanifest',
      ],
      de: ['assets/de-1.js', 'assets/rules-1.js'],
      puzzles: ['assets/two-1.js'],
      engine: ['assets/azulejo-1.wasm'],
      c2: ['assets/c2-1.net'],
    })
  })
})
