import { begin, expect, fontsOf, test } from './support/fixtures.ts'
import { mouse } from './support/input.ts'
import { quickGame } from './support/quick-game.ts'
import { look, sensibleMove } from './support/table.ts'

// On a small screen the sentence stands above the board. It has room for long languages, so that no
// line moves away from a finger or a pointer that aims at it.

/** Sentences that are longer than this may take more room: marker, spilled tiles and the lid at once. */
const FITS = 210

for (const language of ['de', 'nl', 'is']) {
  test(`lines stay where they are while tiles are held, in ${language}`, async ({
    page,
    context,
  }) => {
    await begin(context, { speed: 'instant', confirm: 'off', language })
    await page.setViewportSize({ width: 360, height: 740 })
    const game = await quickGame(page, { round: 2, moves: 1 })
    await page.goto(`/g/${game}`)
    const line = page.locator('[data-drop="1"]')
    await expect(line).toBeVisible()
    await fontsOf(page)
    const place = async () => (await line.boundingBox())?.y
    const before = await place()
    const { group } = sensibleMove(await page.evaluate(look))
    await mouse.take(page, group)
    expect(await place(), 'with tiles in hand').toBe(before)

    let aimed = 0
    for (const target of await page.locator('[data-drop][aria-disabled="false"]').all()) {
      await target.hover()
      await expect(target).toHaveClass(/aimed/)
      const text = await page.locator('.say p').innerText()
      if (text.length > FITS) continue
      expect(await place(), text).toBe(before)
      aimed += 1
    }
    expect(aimed).toBeGreaterThan(0)
  })
}
