// Subsets the fonts to the characters of the six languages and the weights in use. The results are
// committed: run `npm run fonts` only when a font or the characters change.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)

const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')
const LETTERS = 'áéíóúýÁÉÍÓÚÝþðÞÐæøåÆØÅäöüßÄÖÜàèéìòùÀÈÉÌÒÙëïËÏñçÑÇêôâîû'
const SIGNS = '\u00a0\u00ad„“”‘’‚«»–−×·…°±€'

const FONTS = [
  {
    from: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    to: 'sans.woff2',
    text: ASCII + LETTERS + SIGNS,
    axes: { wght: { min: 400, max: 700 } },
  },
  {
    // The display font is used in one weight only.
    from: '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2',
    to: 'display.woff2',
    text: ASCII + LETTERS + SIGNS,
    axes: { wght: 600 },
  },
]

const folder = new URL('../src/fonts/', import.meta.url)
await mkdir(folder, { recursive: true })
for (const { from, to, text, axes } of FONTS) {
  const source = await readFile(require.resolve(from))
  const cut = await subsetFont(source, text, { targetFormat: 'woff2', variationAxes: axes })
  await writeFile(new URL(to, folder), cut)
  console.log(`${to}: ${cut.length} bytes`)
}
