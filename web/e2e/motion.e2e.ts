import type { Page } from '@playwright/test'

import { startWithSettings, expect, waitForFonts, test } from './support/fixtures.ts'
import { makeMove, mouse, play, touch } from './support/input.ts'
import { nextTurn } from './support/table.ts'

interface Motion {
  /** The properties changed by any animation or transition. */
  properties: string[]
  /** The elements that were animated. */
  places: string[]
}

test('only transform and opacity are animated', async ({ page, context }) => {
  await startWithSettings(context, { speed: 'normal' })
  // Inspects all running animations whenever one starts, so that none is missed.
  await context.addInitScript(() => {
    const properties = new Set<string>()
    const places = new Set<string>()
    const inspect = () => {
      for (const { effect } of document.getAnimations()) {
        if (!(effect instanceof KeyframeEffect)) continue
        places.add(effect.target?.classList[0] ?? '')
        for (const keyframe of effect.getKeyframes()) {
          for (const property of Object.keys(keyframe)) properties.add(property)
        }
      }
    }
    const { animate } = Element.prototype
    Element.prototype.animate = function (...parameters) {
      const animation = animate.apply(this, parameters)
      inspect()
      return animation
    }
    addEventListener('transitionrun', inspect, true)
    addEventListener('animationstart', inspect, true)
    Object.assign(globalThis, {
      motion: (): Motion => ({ properties: [...properties], places: [...places] }),
    })
  })
  await page.goto('/')
  await page.getByRole('button', { name: /^Play against/ }).click()
  // A game ends with a complete row, so at least one run is highlighted.
  await play(page, mouse)
  const { properties, places } = await page.evaluate(() =>
    (globalThis as unknown as { motion: () => Motion }).motion(),
  )
  // Tiles flew, runs were highlighted, and points were shown.
  expect(places).toEqual(expect.arrayContaining(['flight', 'glow', 'points']))
  const bookkeeping = ['offset', 'computedOffset', 'easing', 'composite']
  const animated = properties.filter((property) => !bookkeeping.includes(property))
  expect(animated.toSorted()).toEqual(['opacity', 'transform'])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('animated tiles land correctly when the page scrolls or reflows', async ({
    page,
    context,
  }) => {
    await startWithSettings(context, { speed: 'normal', confirm: 'off' })
    // All animations are paused in mid-air.
    await context.addInitScript(() => {
      const { animate } = Element.prototype
      Element.prototype.animate = function (...parameters) {
        const animation = animate.apply(this, parameters)
        animation.pause()
        return animation
      }
    })
    await page.goto('/')
    await page.getByRole('button', { name: /^Play against/ }).tap()
    await expect(page).toHaveURL(/\/g\//)
    // Plates shrink out of the way with every move, so that boards move; nothing has landed yet.
    await waitForFonts(page)
    let before = ''
    for (let moves = 0; moves < 3; moves += 1) {
      const seen = await nextTurn(page, before)
      before = seen.text
      await makeMove(page, touch, seen)
    }
    await nextTurn(page, before)
    await expect.poll(() => landings(page), { message: 'after moves' }).toEqual([])
    await page.evaluate(() => scrollBy(0, 120))
    await expect
      .poll(() => page.evaluate(() => scrollY), { message: 'scrolled' })
      .toBeGreaterThan(60)
    await expect.poll(() => landings(page), { message: 'after scrolling' }).toEqual([])
  })
})

/** Tiles that are hidden until an animated copy lands on them, but have no such copy. */
async function landings(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const middle = (element: Element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return { x: left + width / 2, y: top + height / 2 }
    }
    const flights: { x: number; y: number }[] = []
    const hidden: Element[] = []
    for (const animation of document.getAnimations()) {
      const { effect } = animation
      const target = effect instanceof KeyframeEffect ? effect.target : null
      if (!target) continue
      if (target.classList.contains('flight')) {
        const { currentTime } = animation
        animation.currentTime = Number(effect?.getComputedTiming().endTime ?? 0) - 0.01
        flights.push(middle(target))
        animation.currentTime = currentTime
      } else if (target.classList.contains('tile')) hidden.push(target)
    }
    if (flights.length === 0) return ['nothing flies']
    return hidden
      .map((tile) => ({ tile, at: middle(tile) }))
      .filter(({ at }) => !flights.some(({ x, y }) => Math.hypot(x - at.x, y - at.y) < 2))
      .map(({ tile, at }) => `${tile.parentElement?.dataset.spot ?? ''} at ${at.x}, ${at.y}`)
  })
}
