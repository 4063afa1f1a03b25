// @vitest-environment node
import { readFileSync } from 'node:fs'

import { beforeAll, describe, expect, it } from 'vitest'

import { BoardRules } from '../../engine/board-rules'
import { readStudy, STUDY_LIMIT, writeStudy, type WrittenStudy } from './address'
import { recognise, recordStudy, studyOf } from './import'
import { dealOdds } from './odds'
import { nextTile, readSetup, withTile, writeSetup } from './setup-text'
import { Study } from './study.svelte'
import { lastPath, numberOf, pathOf, size } from './tree'

const crates = new URL('../../../../crates/', import.meta.url)
const behaviour = JSON.parse(
  readFileSync(new URL('azulejo-wasm/tests/data/behaviour.json', crates), 'utf8'),
) as { games: { grey: boolean; record: string }[] }
const coloured = behaviour.games.find(({ grey }) => !grey)?.record ?? ''
const grey = behaviour.games.find((game) => game.grey)?.record ?? ''

const DEAL = 'BRKK/BYYW/KKKW/YRRW/BRWW'

let rules: BoardRules
beforeAll(async () => {
  const bytes = readFileSync(new URL('../../lib/local/azulejo-host.wasm', import.meta.url))
  rules = BoardRules.from(await WebAssembly.compile(bytes))
})

function gameStudy(record: string, step = 0): WrittenStudy {
  const found = recordStudy(record, rules, step)
  if (!found) throw new Error('not a record')
  return found.study
}

function read(text: string): WrittenStudy {
  const found = readStudy(text)
  if (!found) throw new Error(`not a study: ${text}`)
  return found
}

function newStudy(...steps: string[]): Study {
  const study = new Study(rules)
  study.start(rules.newGame(2, 'coloured'))
  for (const step of steps) expect(study.play(step), step).toBe(true)
  return study
}

describe('a study', () => {
  it('adds another move as a variation and promotes it', () => {
    const study = newStudy(DEAL, '2Y2', 'CB1')
    study.back()
    study.play('CW1')
    expect(study.path).toEqual([0, 0, 1])
    study.promote()
    expect(study.path).toEqual([0, 0, 0])
    expect(study.here.step).toBe('CW1')
    study.branch(1)
    expect(study.here.step).toBe('CB1')
  })

  it('undoes and redoes edits, not steps', () => {
    const study = newStudy(DEAL, '2Y2')
    study.toStart()
    study.undo()
    expect(size(study.root)).toBe(2)
    study.redo()
    expect(size(study.root)).toBe(3)
  })

  it('plays a known move without an edit', () => {
    const study = newStudy(DEAL, '2Y2')
    const { root } = study
    study.back()
    study.play('2Y2')
    expect(study.root).toBe(root)
  })

  it('deletes a moment with what follows', () => {
    const study = newStudy(DEAL, '2Y2', 'CB1')
    study.go([0, 0])
    study.remove()
    expect(study.path).toEqual([0])
    expect(size(study.root)).toBe(2)
  })

  it.each(['coloured', 'grey'])('survives its address: a game on the %s wall', (wall) => {
    const study = new Study(rules)
    expect(study.open(gameStudy(wall === 'grey' ? grey : coloured, 7))).toEqual({
      bad: null,
      rejected: null,
    })
    study.comment('Why not (2), or 50 % of it? ’Ó’ ! @ $ . ~_')
    study.randomDeal()
    const again = new Study(rules)
    again.open(read(study.text))
    expect(again.text).toBe(study.text)
    expect(again.position).toBe(study.position)
    expect(again.here.comment).toBe(study.here.comment)
  })

  it('writes the record it was opened from', () => {
    for (const { record } of behaviour.games) {
      const study = new Study(rules)
      const { players } = JSON.parse(record) as { players: string[] }
      study.open(gameStudy(record))
      expect(study.record(players)).toBe(record)
    }
  })

  it('keeps the steps before an impossible one', () => {
    const study = new Study(rules)
    const first = rules.newGame(2, 'coloured')
    const opened = study.open(studyOf(first, [DEAL, '2Y2', '2Y2', 'CB1'], []))
    expect(opened.rejected).toEqual({ number: 3, step: '2Y2' })
    expect(study.path).toEqual([0, 0])
  })

  it('takes the forced tiling with the last move of a round', () => {
    const found = gameStudy(coloured)
    const study = new Study(rules)
    study.open({ ...found, next: [] })
    const steps = lineOf(found)
    const tiling = steps.indexOf('=')
    for (const step of steps.slice(0, tiling)) study.play(step)
    expect(study.here.step).toBe('=')
    expect(study.table?.phase).toBe('refill')
  })
})

function lineOf(study: WrittenStudy): string[] {
  const steps: string[] = []
  for (let at = study.next[0]; at; at = at.next[0]) steps.push(at.step)
  return steps
}

describe('the address of a study', () => {
  it('is readable', () => {
    const study = newStudy(DEAL, '2Y2', 'CB1')
    study.back()
    study.play('CW1')
    expect(study.text.slice(study.text.indexOf('!'))).toBe(`!${DEAL}.2Y2.CB1(CW1)@4`)
  })

  it.each([
    '',
    '!',
    'c2',
    'c2_1!((',
    `c2!${'A('.repeat(5000)}`,
    "c2!2Y2'%zz'",
    `c2${' '.repeat(STUDY_LIMIT)}`,
    '%',
  ])('does not break the reader: %#', (text) => {
    const found = readStudy(text)
    if (found) expect(new Study(rules).open(found).bad).not.toBeNull()
  })

  it('numbers moments depth first', () => {
    const study = newStudy(DEAL, '2Y2', 'CB1')
    study.go([0])
    study.play('3K5')
    for (let number = 0; number < size(study.root); number += 1) {
      expect(numberOf(study.root, pathOf(study.root, number))).toBe(number)
    }
    expect(lastPath(study.root, [])).toEqual([0, 0, 0])
  })

  it('holds a game of a hundred rounds', () => {
    const study = new Study(rules)
    const first = rules.newGame(2, 'coloured')
    const moments = Array.from({ length: 5000 }, () => '2Y2')
    const written = studyOf(first, moments, ['Ana', 'Ben'], 5000)
    expect(readStudy(writeStudy(written))?.names).toEqual(['Ana', 'Ben'])
    expect(study.open(written).rejected?.number).toBe(1)
  })
})

describe('the import box', () => {
  it('recognises positions, records, links and games', () => {
    const position = rules.newGame(3, 'grey')
    const study = newStudy(DEAL, '2Y2')
    expect(recognise(position, rules).kind).toBe('position')
    expect(recognise(coloured, rules).kind).toBe('record')
    expect(recognise(`https://example.org/analysis#${study.text}`, rules).kind).toBe('study')
    expect(recognise('https://example.org/g/AbCd1234/replay#3', rules)).toEqual({
      kind: 'game',
      id: 'AbCd1234',
    })
  })

  it('says what is wrong', () => {
    expect(recognise('hello', rules).kind).toBe('unknown')
    expect(recognise('c9 nonsense', rules).kind).toBe('bad-position')
    expect(recognise('{"format":"azulejo-record"', rules).kind).toBe('bad-record')
    expect(recognise('x'.repeat(STUDY_LIMIT + 1), rules).kind).toBe('too-large')
  })
})

describe('the odds of a deal', () => {
  it('sum to 1 and have the right mean', () => {
    const bag = [20, 15, 10, 5, 0]
    for (const [index, chances] of dealOdds(bag, [0, 0, 0, 0, 0], 20).entries()) {
      expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1)
      const mean = chances.reduce((sum, chance, count) => sum + chance * count, 0)
      expect(mean).toBeCloseTo((20 * (bag[index] ?? 0)) / 50)
    }
  })

  it('take the rest from the lid', () => {
    const [blue, yellow] = dealOdds([3, 0, 0, 0, 0], [0, 2, 0, 0, 0], 4)
    expect(blue).toEqual([0, 0, 0, 1])
    expect(yellow).toEqual([expect.closeTo(0), expect.closeTo(1)])
  })
})

describe('the text of the editor', () => {
  it('is the position that was read', () => {
    const study = new Study(rules)
    study.open(gameStudy(grey))
    do {
      const setup = readSetup(study.position)
      expect(setup && writeSetup(setup)).toBe(study.position)
    } while (study.forward())
  })

  it('sorts factories and closes gaps', () => {
    const setup = readSetup(rules.newGame(2, 'coloured'))
    if (!setup) throw new Error('not a position')
    setup.factories[0] = 'WB'
    expect(writeSetup(setup)).toContain(' BW/-/-/-/- ')
    expect(withTile('BYR', 1, '')).toBe('BR')
    expect(withTile('B', 3, 'K')).toBe('BK')
    expect(nextTile('W', ['B', 'W'])).toBe('')
  })
})
