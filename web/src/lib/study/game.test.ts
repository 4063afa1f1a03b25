import { expect, it } from 'vitest'

import type { ReplayView } from '../protocol'
import { settingOfGame, studied } from './game'

it('takes the text of a record without the newline of its file', () => {
  const replay = { players: ['Ana', 'bot:tiler', 'Jón'], wall: 'grey' } as ReplayView
  const game = studied('{"azulejo":1}\n', replay)
  expect(game.record).toBe('{"azulejo":1}')
  expect(settingOfGame(game)).toBe('g3')
  expect(game.seats.map(({ kind }) => kind)).toEqual(['human', 'bot', 'human'])
})
