import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { LEVELS } from '../../lib/game/levels'
import { LANGUAGE_TAGS } from '../../lib/text/languages'
import { t } from '../../lib/text/i18n.svelte'
import { useTestLanguage } from '../../testing/language'
import CharacterCards from './CharacterCards.svelte'

beforeEach(() => useTestLanguage('en'))

let clean = () => {}
afterEach(() => clean())

function render(props: { compact?: boolean; onchange?: (level: string) => void } = {}) {
  const target = document.createElement('div')
  document.body.append(target)
  const component = mount(CharacterCards, {
    target,
    props: { label: 'Your opponent', level: 'apprentice', ...props },
  })
  flushSync()
  clean = () => {
    void unmount(component)
    target.remove()
  }
  return target
}

describe('the cards of the bots', () => {
  it('name each bot with its level and describe how it plays', () => {
    const target = render()
    const radios = [...target.querySelectorAll('input')]
    expect(radios.map((radio) => radio.getAttribute('aria-label'))).toEqual([
      'Lia, Beginner (1)',
      'Tomé, Apprentice (2)',
      'Rosa, Tiler (3)',
      'Bento, Artisan (4)',
      'Olívia, Master (5)',
      'Avó Luz, Legend (6)',
    ])
    const [lia] = radios
    const about = document.getElementById(lia?.getAttribute('aria-describedby') ?? '')
    expect(about?.textContent).toBe('Collects tiles, not points, and often forgets the floor.')
    expect(radios.filter((radio) => radio.checked)).toEqual([radios[1]])
    const pips = [...target.querySelectorAll('.pips svg')]
    expect(pips.map((svg) => svg.querySelectorAll('.on').length)).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('describe the chosen bot below the faces if they are compact', () => {
    const onchange = vi.fn()
    const target = render({ compact: true, onchange })
    const chosen = () => target.querySelector('.chosen')?.textContent.replace(/\s+/g, ' ').trim()
    expect(chosen()).toBe('Tomé, Apprentice (2) Thinks one move ahead. A good first opponent.')
    target.querySelectorAll('input')[4]?.click()
    flushSync()
    expect(onchange).toHaveBeenCalledExactlyOnceWith('master')
    expect(chosen()).toMatch(/^Olívia, Master \(5\) /)
  })
})

describe('the bots', () => {
  it.each(LANGUAGE_TAGS)('have the same names and a sentence each in %s', (language) => {
    useTestLanguage(language)
    const names = LEVELS.map((level) => t('bot-name', { level }))
    expect(names).toEqual(['Lia', 'Tomé', 'Rosa', 'Bento', 'Olívia', 'Avó Luz'])
    const sentences = LEVELS.map((level) => t('bot-about', { level }))
    expect(new Set(sentences).size).toBe(6)
    for (const sentence of sentences) expect(sentence).toMatch(/^\p{Lu}.{15,80}\.$/u)
  })
})
