// Renders the PNG icons from the SVG with Chromium. The results are committed: run `npm run icons`
// only when the icon changes. CHROMIUM is the path of the browser.
import { chromium } from '@playwright/test'
import { mkdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const ICONS = [
  { name: 'icon-180.png', size: 180, inset: 0, ground: '#ece5d8' },
  { name: 'icon-192.png', size: 192, inset: 0 },
  { name: 'icon-512.png', size: 512, inset: 0 },
  // Maskable icons are cropped: the picture stays within the safe zone.
  { name: 'icon-maskable-512.png', size: 512, inset: 0.14, ground: '#ece5d8' },
]

const publicFolder = fileURLToPath(new URL('../public/', import.meta.url))
const svg = await readFile(publicFolder + 'favicon.svg', 'utf8')
await mkdir(publicFolder + 'icons', { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
for (const { name, size, inset, ground } of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  const edge = Math.round(size * inset)
  await page.setContent(
    `<body style="margin:0;background:${ground ?? 'transparent'}"><div style="padding:${edge}px">` +
      svg.replace('<svg ', `<svg style="display:block;width:${size - 2 * edge}px" `),
  )
  await page.screenshot({ path: `${publicFolder}icons/${name}`, omitBackground: true })
  await page.close()
}
await browser.close()
