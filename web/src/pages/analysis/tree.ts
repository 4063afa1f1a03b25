import type { Played } from '../../engine/board-rules'

/** A moment of a study: the step that led to it, and what may follow. Trees are immutable. */
export interface Moment {
  /** The text of the step; empty for the first moment. */
  readonly step: string
  /** The step; null for the first moment. */
  readonly played: Played | null
  readonly comment: string
  /** The main continuation, then the variations. */
  readonly next: readonly Moment[]
}

/** The way to a moment: the index of each continuation from the first moment. */
export type Path = readonly number[]

export const EMPTY: Moment = { step: '', played: null, comment: '', next: [] }

export function momentAt(root: Moment, path: Path): Moment {
  let at = root
  for (const index of path) {
    const next = at.next[index]
    if (!next) break
    at = next
  }
  return at
}

/** The moments on the way to a path, without the first one. */
export function line(root: Moment, path: Path): Moment[] {
  const found: Moment[] = []
  let at = root
  for (const index of path) {
    const next = at.next[index]
    if (!next) break
    found.push(next)
    at = next
  }
  return found
}

/** The path that follows the main continuations to the end. */
export function lastPath(root: Moment, path: Path): Path {
  const found = [...path]
  let at = momentAt(root, path)
  while (at.next[0]) {
    found.push(0)
    at = at.next[0]
  }
  return found
}

// Games can be long, so nothing here recurses along a line.

function change(root: Moment, path: Path, edit: (at: Moment) => Moment): Moment {
  const passed = [root, ...line(root, path)]
  let changed = edit(momentAt(root, path))
  for (let depth = path.length - 1; depth >= 0; depth -= 1) {
    const before = passed[depth]
    if (!before) continue
    const next = [...before.next]
    next[path[depth] ?? 0] = changed
    changed = { ...before, next }
  }
  return changed
}

/** Adds steps after a moment; returns the tree and the path to the last of them. */
export function add(root: Moment, path: Path, steps: readonly Played[]): [Moment, Path] {
  let tree = root
  let at = path
  for (const played of steps) {
    const here = momentAt(tree, at)
    const known = here.next.findIndex((one) => one.step === played.step)
    if (known < 0) {
      const added: Moment = { step: played.step, played, comment: '', next: [] }
      tree = change(tree, at, (one) => ({ ...one, next: [...one.next, added] }))
    }
    at = [...at, known < 0 ? here.next.length : known]
  }
  return [tree, at]
}

/** Removes a moment and everything after it; returns the tree and the path to the one before. */
export function remove(root: Moment, path: Path): [Moment, Path] {
  const before = path.slice(0, -1)
  const index = path.at(-1)
  const tree = change(root, before, (one) => ({
    ...one,
    next: one.next.filter((_, at) => at !== index),
  }))
  return [tree, before]
}

/** Makes the innermost variation on the way to a moment the main continuation. */
export function promote(root: Moment, path: Path): [Moment, Path] {
  const depth = path.findLastIndex((index) => index > 0)
  if (depth < 0) return [root, path]
  const index = path[depth] ?? 0
  const tree = change(root, path.slice(0, depth), (one) => {
    const chosen = one.next[index]
    return chosen
      ? { ...one, next: [chosen, ...one.next.filter((other) => other !== chosen)] }
      : one
  })
  return [tree, [...path.slice(0, depth), 0, ...path.slice(depth + 1)]]
}

export function setComment(root: Moment, path: Path, comment: string): Moment {
  return change(root, path, (one) => ({ ...one, comment }))
}

/** The number of moments in a tree. */
export function size(root: Moment): number {
  const open = [root]
  let count = 0
  for (let at = open.pop(); at; at = open.pop()) {
    count += 1
    open.push(...at.next)
  }
  return count
}

/** The number of a moment, counted depth first; 0 is the first moment. */
export function numberOf(root: Moment, path: Path): number {
  let at = root
  let number = 0
  for (const index of path) {
    const next = at.next[index]
    if (!next) break
    number += 1 + at.next.slice(0, index).reduce((sum, one) => sum + size(one), 0)
    at = next
  }
  return number
}

/** The path to the moment with a number; the first moment if there is none. */
export function pathOf(root: Moment, number: number): Path {
  const path: number[] = []
  let at = root
  let left = number
  while (left > 0) {
    left -= 1
    let index = 0
    let next = at.next[0]
    while (next && size(next) <= left) {
      left -= size(next)
      index += 1
      next = at.next[index]
    }
    if (!next) return []
    path.push(index)
    at = next
  }
  return path
}

/** Whether a moment is on the main line. */
export function isMain(path: Path): boolean {
  return path.every((index) => index === 0)
}
