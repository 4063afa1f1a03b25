// Draws the picture of link previews with Chromium: the name and a wall of our tiles. The result is
// committed: run `npm run link-preview` only when the tiles change. CHROMIUM is the path of the
// browser.
import { chromium } from '@playwright/test'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const WALL = ['BYRKW', 'WBYRK', 'KWBYR', 'RKWBY', 'YRKWB']
// Placed tiles are marked; the others are only hinted at.
const PLACED = ['xx.x.', '.xxx.', 'xxx.x', '..xx.', 'x..x.']

const from = (path) => new URL(path, import.meta.url)
const source = await readFile(from('../src/components/board/Sprite.svelte'), 'utf8')
const sprite = source.slice(source.indexOf('<svg'), source.indexOf('</svg>') + 6)
const font = (await readFile(from('../src/fonts/display.woff2'))).toString('base64')
const spaces = WALL.flatMap((row, y) =>
  [...row].map((colour, x) => {
    const opacity = PLACED[y][x] === 'x' ? 1 : 0.16
    return `<svg style="opacity:${opacity}" viewBox="0 0 100 100"><use href="#tile-${colour}"/></svg>`
  }),
)

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
await page.setContent(`<span style="position:absolute">${sprite}</span>
  <style>
    @font-face { font-family: Display; src: url(data:font/woff2;base64,${font}); }
    body { margin: 0; }
    main { display: grid; grid-template-columns: 1fr auto; align-items: center;
      height: 630px; padding: 0 60px 0 80px; box-sizing: border-box; background: #ece5d8; }
    h1 { margin: 0; font: 600 132px Display; letter-spacing: -0.02em; color: #1d2b4a; }
    div { display: grid; grid-template-columns: repeat(5, 88px); gap: 10px; padding: 24px;
      border-radius: 28px; background: #fbf8f1; }
  </style>
  <main><h1>Azulejo</h1><div>${spaces.join('')}</div></main>`)
await page.evaluate(() => document.fonts.ready)
const drawn = await page.screenshot()
const { module } = await runnerImport(fileURLToPath(from('screenshots/palette-png.ts')))
await writeFile(from('../public/preview.png'), module.toPalette(drawn))
await browser.close()
