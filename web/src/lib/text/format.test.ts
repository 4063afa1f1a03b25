import { beforeEach, describe, expect, it } from 'vitest'

import { useTestLanguage } from '../../testing/language'
import {
  formatClock,
  formatDate,
  formatDateTime,
  formatList,
  formatNumber,
  formatPercent,
  formatSigned,
} from './format'

beforeEach(() => useTestLanguage('en'))

describe('numbers', () => {
  it('use the separators of the language', () => {
    expect(formatNumber(1234567.891, 2, 'en')).toBe('1,234,567.89')
    expect(formatNumber(1234567.891, 2, 'de')).toBe('1.234.567,89')
    expect(formatNumber(1234567.891, 2, 'is')).toBe('1.234.567,89')
    expect(formatNumber(1234567.891, 2, 'nb')).toBe('1\u00a0234\u00a0567,89')
  })

  it('are grouped from five digits in Italian and Norwegian', () => {
    expect(formatNumber(1234, 0, 'it')).toBe('1234')
    expect(formatNumber(12345, 0, 'it')).toBe('12.345')
    expect(formatNumber(1234, 0, 'de')).toBe('1.234')
  })

  it('have a true minus sign, but not for a rounded zero', () => {
    expect(formatNumber(-3)).toBe('−3')
    expect(formatNumber(-0.01, 1)).toBe('0.0')
  })

  it('as percentages have a space if the language does', () => {
    expect(formatPercent(0.625, 1, 'en')).toBe('62.5%')
    expect(formatPercent(0.625, 1, 'de')).toBe('62,5\u00a0%')
    expect(formatPercent(0.625, 1, 'is')).toBe('62,5%')
  })

  it('as changes carry their sign', () => {
    expect([formatSigned(7), formatSigned(-2), formatSigned(0)]).toEqual(['+7', '−2', '0'])
  })
})

describe('lists', () => {
  it('join one to four items', () => {
    expect(formatList([])).toBe('')
    expect(formatList(['Ana'])).toBe('Ana')
    expect(formatList(['Ana', 'Jón'])).toBe('Ana and Jón')
    expect(formatList(['Ana', 'Jón', 'Eva'])).toBe('Ana, Jón and Eva')
    expect(formatList(['Ana', 'Jón', 'Eva', 'Björk'])).toBe('Ana, Jón, Eva and Björk')
  })

  it('work in Icelandic', () => {
    useTestLanguage('is')
    expect(formatList(['Ana', 'Jón'])).toBe('Ana og Jón')
  })
})

describe('dates', () => {
  const noon = new Date(2026, 10, 5, 12, 5).getTime()

  it('use the months and order of the language', () => {
    expect(formatDate(noon, 'en')).toBe('5 Nov 2026')
    expect(formatDate(noon, 'de')).toBe('5. Nov. 2026')
    expect(formatDate(noon, 'is')).toBe('5. nóv. 2026')
    expect(formatDateTime(noon, 'it')).toBe('5 nov 2026, 12:05')
  })
})

describe('clocks', () => {
  it('show hours, minutes, and finally tenths', () => {
    expect(formatClock(252_000)).toBe('4:12')
    expect(formatClock(3_723_000)).toBe('1:02:03')
    expect(formatClock(9_449)).toBe('9.4')
    expect(formatClock(9_449, 'de')).toBe('9,4')
    expect(formatClock(-5)).toBe('0.0')
  })
})
