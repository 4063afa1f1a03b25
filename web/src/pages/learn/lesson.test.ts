import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { Lesson } from './lesson.svelte'
import { SCRIPT, sceneOf, stagesOf, TILING_WORDS, TURN_WORDS } from './script'

/** Lets everything that is on its way arrive. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

let lesson: Lesson
let leave: () => void

beforeEach(async () => {
  lesson = new Lesson(SCRIPT, () => 'You')
  leave = lesson.start()
  await settled()
})

afterEach(() => leave())

async function play(move: string) {
  lesson.game.move(1, move)
  await settled()
}

describe('the script', () => {
  it('has words for every turn and every step of the end', () => {
    expect(TURN_WORDS).toHaveLength(SCRIPT.turns.length)
    expect(TILING_WORDS).toHaveLength(SCRIPT.tiling.length)
  })

  it('has a scene for every stage but the last', () => {
    const stages = stagesOf(SCRIPT)
    for (const stage of stages.slice(0, -1))
      expect(sceneOf(SCRIPT, stage), stage.kind).not.toBeNull()
    expect(stages.at(-1)).toEqual({ kind: 'end' })
  })

  it('goes from table to table without a gap', () => {
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
  it('shows the dealt table and asks for nothing at first', () => {
    expect(lesson.game.table?.factories.map((tiles) => tiles.length)).toEqual([4, 4, 4, 4, 4])
    expect(lesson.game.offer).toBeNull()
  })

  it('accepts the move it asks for', async () => {
    lesson.next()
    expect(lesson.expected).toBe('1W2')
    expect(lesson.game.offer?.moves.some(({ move }) => move === '1W2')).toBe(true)
    await play('1W2')
    expect(lesson.stage).toEqual({ kind: 'done', turn: 0 })
    expect(lesson.game.table?.boards[0]?.lines[1]).toEqual({ colour: 'W', count: 2, size: 2 })
    expect(lesson.game.pending).toEqual([])
  })

  it('refuses another move kindly and waits', async () => {
    lesson.next()
    await play('2K3')
    expect(lesson.strayed).toBe(true)
    expect(lesson.stage).toEqual({ kind: 'task', turn: 0 })
    expect(lesson.game.pending).toEqual([])
    await play('1W2')
    expect(lesson.strayed).toBe(false)
    expect(lesson.stage.kind).toBe('done')
  })

  it('ends with the scores of the round', async () => {
    for (let guard = 0; lesson.stage.kind !== 'end' && guard < 50; guard++) {
      if (lesson.expected) await play(lesson.expected)
      else lesson.next()
    }
    expect(lesson.stage.kind).toBe('end')
    expect(lesson.game.table?.boards.map(({ score }) => score)).toEqual([5, 3])
    lesson.next()
    expect(lesson.stage.kind).toBe('end')
  })

  it('starts over', async () => {
    lesson.next()
    await play('1W2')
    lesson.restart()
    expect(lesson.stage.kind).toBe('welcome')
    expect(lesson.game.table?.boards[0]?.lines[1]?.count).toBe(0)
    lesson.next()
    await play('1W2')
    expect(lesson.stage.kind).toBe('done')
  })
})
