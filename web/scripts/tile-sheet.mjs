// Renders the five tiles and the start marker from 16 to 120 px, with simulated colour blindness,
// into docs/images. CHROMIUM is the path of the browser.
import { chromium } from '@playwright/test'
import { mkdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const VISIONS = ['none', 'protanopia', 'deuteranopia', 'tritanopia', 'achromatopsia']
const SIZES = [16, 24, 34, 48, 72, 120]
const SYMBOLS = ['tile-B', 'tile-Y', 'tile-R', 'tile-K', 'tile-W', 'start-marker']

const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url))
const source = await readFile(
  new URL('../src/components/board/Sprite.svelte', import.meta.url),
  'utf8',
)
const sprite = source.slice(source.indexOf('<svg'), source.indexOf('</svg>') + 6)
const row = (size) =>
  SYMBOLS.map(
    (id) =>
      `<svg width="${size}" height="${size}" viewBox="0 0 100 100"><use href="#${id}"/></svg>`,
  ).join('')
const half = (ground) =>
  `<div style="background:${ground};padding:18px;display:grid;gap:14px">` +
  SIZES.map((size) => `<div style="display:flex;gap:${8 + size / 8}px">${row(size)}</div>`).join(
    '',
  ) +
  '</div>'

await mkdir(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage({ viewport: { width: 1760, height: 440 } })
await page.setContent(
  `<body style="margin:0">${sprite}<div style="display:grid;grid-template-columns:1fr 1fr">` +
    `${half('#fbf8f1')}${half('#1b2333')}</div>`,
)
const session = await page.context().newCDPSession(page)
for (const type of VISIONS) {
  await session.send('Emulation.setEmulatedVisionDeficiency', { type })
  const name = type === 'none' ? 'tiles' : `tiles-${type}`
  await page.screenshot({ path: `${folder}${name}.png` })
}
await browser.close()
