import { startWithSettings, expect, waitForFonts, test } from './support/fixtures.ts'
import { mouse } from './support/input.ts'
import { quickGame } from './support/quick-game.ts'
import { readTable, sensibleMove } from './support/table.ts'

// On a small screen the prompt is above the board. It has room for long texts, so that no line
// moves while the player aims at it.

/** Longer sentences may take more room: marker, spilled tiles and the lid at once. */
const FITS = 210

for (const language of ['de', 'nl', 'is']) {
  test(`lines do not move while tiles are in hand, in ${language}`, async ({ page, context }) => {
    await startWithSettings(context, { speed: 'instant', confirm: 'off', language })
    await page.setViewportSize({ width: 360, height: 740 })
    const game = await quickGame(page, { round: 2, moves: 1 })
    await page.goto(`/g/${game}`)
    const line = page.locator('[data-drop="1"]')
    await expect(line).toBeVisible()
    await waitForFonts(page)
    const place = async () => (await line.boundingBox())?.y
    const before = await place()
    const { group } = sensibleMove(await page.evaluate(readTable))
    await mouse.take(page, group)
    expect(await place(), 'with tiles in hand').toBe(before)

    let aimed = 0
    for (const target of await page.locator('[data-drop][aria-disabled="false"]').all()) {
      await target.hover()
      await expect(target.locator('xpath=..')).toHaveClass(/aimed/)
      const text = await page.locator('.say .below p').innerText()
      if (text.length > FITS) continue
      expect(await place(), text).toBe(before)
      aimed += 1
    }
    expect(aimed).toBeGreaterThan(0)
  })
}
