import { expect, it } from 'vitest'

import { SearchProgress } from './search-progress'

it('extrapolates the progress of a search between reports', () => {
  let now = 1000
  const progress = new SearchProgress(400, () => now)
  now += 10
  expect(progress.share(), 'nothing is known yet').toBe(0)
  progress.report(100)
  expect(progress.share()).toBe(0.25)
  now += 10
  expect(progress.share()).toBe(0.5)
  progress.report(150)
  expect(progress.share(), 'a slower report does not move it back').toBe(0.5)
  now += 1000
  expect(progress.share()).toBe(1)
})
