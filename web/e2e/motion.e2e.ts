import { begin, expect, test } from './support/fixtures.ts'
import { mouse, play } from './support/hands.ts'

interface Motion {
  /** The properties that any animation or transition has changed. */
  properties: string[]
  /** Where animations ran. */
  places: string[]
}

test('only transform and opacity are animated', async ({ page, context }) => {
  await begin(context, { speed: 'normal' })
  // Looks at all running animations whenever one is begun, so that none is too short to be seen.
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
  // A game ends with a complete row, so runs are lit for certain.
  await play(page, mouse)
  const { properties, places } = await page.evaluate(() =>
    (globalThis as unknown as { motion: () => Motion }).motion(),
  )
  // Tiles flew, runs were lit, and points were told.
  expect(places).toEqual(expect.arrayContaining(['flight', 'glow', 'points']))
  const bookkeeping = ['offset', 'computedOffset', 'easing', 'composite']
  const animated = properties.filter((property) => !bookkeeping.includes(property))
  expect(animated.toSorted()).toEqual(['opacity', 'transform'])
})
