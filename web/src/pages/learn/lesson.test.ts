import { beforeEach, describe, expect, it } from 'vitest'

import { Lesson } from './lesson.svelte'
import { SCRIPT, sceneOf, stagesOf, TILING_TEXTS, TURN_TEXTS } from './script'

let lesson: Lesson

beforeEach(() => {
  lesson = new Lesson(SCRIPT)
})

const play = (move: string) => lesson.move(1, move)

describe('the script', () => {
  it('has texts for every turn and every step of the scoring', () => {
    expect(TURN_TEXTS).toHaveLength(SCRIPT.turns.length)
    expect(TILING_TEXTS).toHaveLength(SCRIPT.tiling.length)
  })

  it('has a scene for every stage but the last', () => {
    const stages = stagesOf(SCRIPT)
    for (const stage of stages.slice(0, -1))
      expect(sceneOf(SCRIPT, stage), stage.kind).not.toBeNull()
    expect(stages.at(-1)).toEqual({ kind: 'end' })
  })

  it('has consistent tables', () => {
    let score = 0
    for (const stage of stagesOf(SCRIPT)) {
      const scene = sceneOf(SCRIPT, stage)
      if (!scene) continue
      const now = scene.table.boards[0]?.score ?? -1
      // Only the end of the round changes scores.
      if (stage.kind !== 'tiled') expect(now).toBe(score)
      score = now
      const moved = scene.events.find((event) => event.event === 'taken')
      if (scene.what.kind === 'moved') expect(moved?.seat).toBe(scene.what.seat)
    }
  })
})

describe('the lesson', () => {
  it('starts with the dealt table and no options', () => {
    expect(lesson.table.factories.map((tiles) => tiles.length)).toEqual([4, 4, 4, 4, 4])
    expect(lesson.offer).toBeNull()
  })

  it('accepts the expected move', () => {
    lesson.next()
    expect(lesson.expected).toBe('1W2')
    expect(lesson.offer?.moves.some(({ move }) => move === '1W2')).toBe(true)
    play('1W2')
    expect(lesson.stage).toEqual({ kind: 'done', turn: 0 })
    expect(lesson.table.boards[0]?.lines[1]).toEqual({ colour: 'W', count: 2, size: 2 })
    expect(lesson.turn.offer).toBeNull()
  })

  it('rejects another move and waits', () => {
    lesson.next()
    play('2K3')
    expect(lesson.wrongMove).toBe(true)
    expect(lesson.stage).toEqual({ kind: 'task', turn: 0 })
    expect(lesson.turn.offer).not.toBeNull()
    play('1W2')
    expect(lesson.wrongMove).toBe(false)
    expect(lesson.stage.kind).toBe('done')
  })

  it('ends with the scores of the round', () => {
    for (let guard = 0; lesson.stage.kind !== 'end' && guard < 50; guard++) {
      if (lesson.expected) play(lesson.expected)
      else lesson.next()
    }
    expect(lesson.stage.kind).toBe('end')
    expect(lesson.table.boards.map(({ score }) => score)).toEqual([5, 3])
    lesson.next()
    expect(lesson.stage.kind).toBe('end')
  })

  it('notifies its listener before and after the table changes', () => {
    const tables: unknown[] = []
    lesson.listener = {
      before: () => tables.push(lesson.table),
      after: (steps, before) => tables.push(lesson.table, before, steps.length),
    }
    const first = lesson.table
    lesson.next()
    play('1W2')
    const task = tables[1]
    expect(tables).toEqual([first, task, first, 1, task, lesson.table, task, 1])
  })

  it('restarts', () => {
    lesson.next()
    play('1W2')
    lesson.restart()
    expect(lesson.stage.kind).toBe('welcome')
    expect(lesson.table.boards[0]?.lines[1]?.count).toBe(0)
    lesson.next()
    play('1W2')
    expect(lesson.stage.kind).toBe('done')
  })
})
