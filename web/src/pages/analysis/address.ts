/**
 * The text of a study in the fragment of a link:
 * `POSITION!STEPS@AT$NAMES`, each part but the first optional.
 *
 * In the position, `_` stands for a space and `~` for `>`. Steps are separated by dots; variations
 * follow the step they replace, in parentheses; comments are percent-encoded, in apostrophes:
 * `2K4'good'(1YF.CB1).1YF`. `AT` is the number of the moment shown, counted depth first; `NAMES` are
 * separated by commas.
 */

/** A step with its comment and what follows, as written. */
export interface WrittenMoment {
  readonly step: string
  readonly comment: string
  readonly next: readonly WrittenMoment[]
}

export interface WrittenStudy {
  readonly position: string
  /** The comment of the first moment. */
  readonly comment: string
  readonly next: readonly WrittenMoment[]
  readonly at: number
  readonly names: readonly string[]
}

/** The longest link; larger studies are kept on the device and shared as a file. */
export const ADDRESS_LIMIT = 8000
/** The longest text that is read. */
export const STUDY_LIMIT = 400_000
/** The deepest nesting of variations. */
const MAX_DEPTH = 60

export function writeStudy(study: WrittenStudy): string {
  const position = study.position.replaceAll(' ', '_').replaceAll('>', '~')
  const steps = writeComment(study.comment) + writeLine(study.next)
  const names = study.names.map(encode).join(',')
  return [
    position,
    steps && `!${steps}`,
    study.at > 0 ? `@${study.at}` : '',
    names && `$${names}`,
  ].join('')
}

function writeLine(next: readonly WrittenMoment[]): string {
  const parts: string[] = []
  let following: readonly WrittenMoment[] = next
  while (following.length > 0) {
    const [main, ...others] = following
    if (!main) break
    const variations = others.map((other) => `(${writeLine([other])})`)
    parts.push(main.step + writeComment(main.comment) + variations.join(''))
    following = main.next
  }
  return parts.join('.')
}

function writeComment(comment: string): string {
  return comment && `'${encode(comment)}'`
}

/** Percent-encodes everything that has a meaning in the text of a study. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD')).replace(
    /[!'()*.~_-]/g,
    (found) => '%' + found.charCodeAt(0).toString(16).toUpperCase(),
  )
}

/** Reads the text of a study; null if it is malformed or too long. Steps are not checked. */
export function readStudy(text: string): WrittenStudy | null {
  if (text.length > STUDY_LIMIT) return null
  const [, position = '', steps = '', at = '0', names = ''] =
    /^([^!@$]*)(?:!([^@$]*))?(?:@(\d{1,6}))?(?:\$([^@$]*))?$/.exec(text) ?? []
  if (!position) return null
  try {
    const reader = new Reader(steps)
    return {
      position: decodeURI(position).replaceAll('_', ' ').replaceAll('~', '>'),
      comment: reader.comment(),
      next: reader.rest(),
      at: Number(at),
      names: names === '' ? [] : names.split(',').map((name) => decodeURIComponent(name)),
    }
  } catch {
    return null
  }
}

class Reader {
  #at = 0

  constructor(readonly text: string) {}

  rest(): WrittenMoment[] {
    const found = this.#line(0)
    if (this.#at < this.text.length) throw new Error(`unexpected character at ${this.#at}`)
    return found
  }

  #line(depth: number): WrittenMoment[] {
    if (depth > MAX_DEPTH) throw new Error('variations are nested too deeply')
    const first: WrittenMoment[] = []
    let into = first
    for (;;) {
      const step = this.#match(/[0-9A-Z/:=,-]+/y)
      if (!step) break
      const next: WrittenMoment[] = []
      into.push({ step, comment: this.comment(), next })
      while (this.#match(/\(/y)) {
        into.push(...this.#line(depth + 1))
        if (!this.#match(/\)/y)) throw new Error(`a variation is not closed at ${this.#at}`)
      }
      into = next
      if (!this.#match(/\./y)) break
    }
    return first
  }

  comment(): string {
    const found = this.#match(/'[^']*'/y)
    return decodeURIComponent(found.slice(1, -1))
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.text)?.[0] ?? ''
    this.#at += found.length
    return found
  }
}
