import { language, t } from './i18n.svelte'
import type { Language } from './languages'

/**
 * Formatting of numbers, lists, dates and durations. Browsers have no Icelandic data except plural
 * rules, so nothing here relies on `Intl`; messages take the result as a string.
 */
const SIGNS: Record<Language, { decimal: string; group: string; percent: string }> = {
  en: { decimal: '.', group: ',', percent: '%' },
  de: { decimal: ',', group: '.', percent: '\u00a0%' },
  nl: { decimal: ',', group: '.', percent: '%' },
  nb: { decimal: ',', group: '\u00a0', percent: '\u00a0%' },
  is: { decimal: ',', group: '.', percent: '%' },
  it: { decimal: ',', group: '.', percent: '%' },
}

/**
 * A number with the given decimals, grouped from 10,000 (1,000 in English), with a true minus sign.
 */
export function formatNumber(value: number, decimals = 0, tag: Language = language()): string {
  const { decimal, group } = SIGNS[tag]
  const [whole = '0', fraction] = Math.abs(value).toFixed(decimals).split('.')
  const from = tag === 'it' || tag === 'nb' ? 5 : 4
  const grouped = whole.length < from ? whole : whole.replace(/\B(?=(\d{3})+(?!\d))/g, group)
  const text = fraction === undefined ? grouped : grouped + decimal + fraction
  return value < 0 && Number(value.toFixed(decimals)) !== 0 ? '−' + text : text
}

/** A fraction as a percentage. */
export function formatPercent(share: number, decimals = 0, tag: Language = language()): string {
  return formatNumber(share * 100, decimals, tag) + SIGNS[tag].percent
}

/** A change of points, with its sign. */
export function formatSigned(points: number): string {
  const sign = points > 0 ? 'plus' : points < 0 ? 'minus' : 'zero'
  return t('signed', { sign, points: Math.abs(points) })
}

/** A list in the current language: "Ana, Jón and Eva". */
export function formatList(items: readonly string[]): string {
  const [first, ...rest] = items
  if (first === undefined) return ''
  const last = rest.pop()
  if (last === undefined) return first
  const start = rest.reduce(
    (so_far, next) => t('list-more', { first: so_far, second: next }),
    first,
  )
  return t('list-two', { first: start, second: last })
}

const MONTHS: Record<Language, readonly string[]> = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  de: [
    'Jan.',
    'Feb.',
    'März',
    'Apr.',
    'Mai',
    'Juni',
    'Juli',
    'Aug.',
    'Sept.',
    'Okt.',
    'Nov.',
    'Dez.',
  ],
  nl: ['jan', 'feb', 'mrt', 'apr', 'mei', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dec'],
  nb: [
    'jan.',
    'feb.',
    'mars',
    'apr.',
    'mai',
    'juni',
    'juli',
    'aug.',
    'sep.',
    'okt.',
    'nov.',
    'des.',
  ],
  is: [
    'jan.',
    'feb.',
    'mars',
    'apríl',
    'maí',
    'júní',
    'júlí',
    'ágúst',
    'sept.',
    'okt.',
    'nóv.',
    'des.',
  ],
  it: ['gen', 'feb', 'mar', 'apr', 'mag', 'giu', 'lug', 'ago', 'set', 'ott', 'nov', 'dic'],
}

/** A date and time in the local time zone: "15 Nov 2026, 12:05". */
export function formatDateTime(milliseconds: number, tag: Language = language()): string {
  const date = new Date(milliseconds)
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`
  return `${formatDate(milliseconds, tag)}, ${time}`
}

/** A date: "15 Nov 2026", "15. Nov. 2026". */
export function formatDate(milliseconds: number, tag: Language = language()): string {
  const date = new Date(milliseconds)
  const month = MONTHS[tag][date.getMonth()] ?? ''
  const day =
    tag === 'de' || tag === 'nb' || tag === 'is' ? `${date.getDate()}.` : `${date.getDate()}`
  return `${day} ${month} ${date.getFullYear()}`
}

/** The text of a clock: `4:12`, `1:02:03`, with tenths in the last ten seconds: `9.4`. */
export function formatClock(milliseconds: number, tag: Language = language()): string {
  const left = Math.max(0, milliseconds)
  if (left < 10_000) return formatNumber(Math.floor(left / 100) / 10, 1, tag)
  const seconds = Math.floor(left / 1000)
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  if (hours > 0) return `${hours}:${two(minutes % 60)}:${two(seconds % 60)}`
  return `${minutes}:${two(seconds % 60)}`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
