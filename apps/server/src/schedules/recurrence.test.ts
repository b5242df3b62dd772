import { describe, expect, test } from 'vitest'
import { AppError } from '../platform/app-error.ts'
import { nextOccurrence, readRecurrence } from './recurrence.ts'

/** A Tuesday. */
const now = new Date('2026-11-24T10:02:30Z')

const upcoming = (text: string) =>
  readRecurrence(text, now)
    .upcoming(now)
    .map((moment) => moment.toISOString().slice(0, 16).replace('T', ' '))

function reasonOf(text: string): string | undefined {
  try {
    readRecurrence(text, now)
    return undefined
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return `${error.problemType}: ${error.detail ?? ''}`
  }
}

const days = (...dates: string[]) => dates.map((date) => `2026-${date} 00:00`)

describe('a recurrence', () => {
  test.each([
    ['@hourly', ['11:00', '12:00', '13:00', '14:00', '15:00'].map((time) => `2026-11-24 ${time}`)],
    ['@daily', days('11-25', '11-26', '11-27', '11-28', '11-29')],
    ['@midnight', days('11-25', '11-26', '11-27', '11-28', '11-29')],
    ['@weekly', days('11-29', '12-06', '12-13', '12-20', '12-27')],
    ['@yearly', ['2027', '2028', '2029', '2030', '2031'].map((year) => `${year}-01-01 00:00`)],
    ['@annually', ['2027', '2028', '2029', '2030', '2031'].map((year) => `${year}-01-01 00:00`)],
    ['@Daily', days('11-25', '11-26', '11-27', '11-28', '11-29')],
    ['*/5 * * * *', ['10:05', '10:10', '10:15', '10:20', '10:25'].map((time) => `2026-11-24 ${time}`)],
    ['0,30 10-12 * * *', ['10:30', '11:00', '11:30', '12:00', '12:30'].map((time) => `2026-11-24 ${time}`)],
    [' 0 \t 0 * * * ', days('11-25', '11-26', '11-27', '11-28', '11-29')],
    ['0 0 * * MON-FRI', days('11-25', '11-26', '11-27', '11-30', '12-01')],
    ['0 0 * * 1-5', days('11-25', '11-26', '11-27', '11-30', '12-01')],
    ['0 0 * * 0', days('11-29', '12-06', '12-13', '12-20', '12-27')],
    ['0 0 * * 7', days('11-29', '12-06', '12-13', '12-20', '12-27')],
    // Where both day fields are set, one of them is enough.
    ['0 0 1 * FRI', days('11-27', '12-01', '12-04', '12-11', '12-18')],
    [
      '0 0 L * *',
      ['2026-11-30', '2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31'].map((d) => `${d} 00:00`),
    ],
    [
      '0 0 * * 5#2',
      ['2026-12-11', '2027-01-08', '2027-02-12', '2027-03-12', '2027-04-09'].map((d) => `${d} 00:00`),
    ],
    [
      '0 0 15W * *',
      ['2026-12-15', '2027-01-15', '2027-02-15', '2027-03-15', '2027-04-15'].map((d) => `${d} 00:00`),
    ],
    [
      '0 0 * JAN,jul *',
      ['2027-01-01', '2027-01-02', '2027-01-03', '2027-01-04', '2027-01-05'].map((d) => `${d} 00:00`),
    ],
    ['0 0 29 2 *', ['2028', '2032', '2036', '2040', '2044'].map((year) => `${year}-02-29 00:00`)],
    ['55,0 3 * * *', ['25 03:00', '25 03:55', '26 03:00', '26 03:55', '27 03:00'].map((d) => `2026-11-${d}`)],
  ])('[J-166] %s occurs at these times in UTC', (text, expected) => {
    expect(upcoming(text)).toEqual(expected)
  })

  test.each([
    '',
    ' ',
    'nightly',
    '@reboot',
    '@every 5m',
    '@secondly',
    '@daily @daily',
    '0 0 * *',
    '0 0 0 * * *',
    '* * * * * * *',
    '0 0 * * * 2027',
    '2027-01-01T00:00:00',
    '60 * * * *',
    '-5 * * * *',
    '0 24 * * *',
    '0 0 0 * *',
    '0 0 32 * *',
    '0 0 * 13 *',
    '0 0 * * 8',
    '*/0 * * * *',
    '*/61 * * * *',
    '*/99999999999999 * * * *',
    '5-1 * * * *',
    '1,,5 * * * *',
    '1e1 * * * *',
    '0x1 * * * *',
    '1.5 * * * *',
    'H * * * *',
    '0 0 * * MONDAYS',
    '0 0 * * 5#6',
    '0 0 W * *',
    '0 0 L-3 * *',
    '0 0 1 * +1',
    '٠ ٠ * * *',
    '0 0 * * *\n0 0 * * *',
    '0 0 30 2 *',
    '0 0 31 2,4,6,9,11 *',
    '0 0 31W 2 *',
    `${'1,'.repeat(200)}1 * * * *`,
    '*/5 '.repeat(100_000),
    ' '.repeat(100_000),
  ])('%j is refused as no CRON expression', (text) => {
    const shown = text.slice(0, 256)
    expect(reasonOf(text)).toBe(`cronExpressionInvalid: '${shown}' is not a valid CRON expression`)
  })

  test.each([
    '* * * * *',
    '*/4 * * * *',
    '? * * * *',
    '0-59 * * * *',
    '0,1 0 29 2 *',
    '58,0 * * * *',
    '0,57 23,0 * * *',
  ])('%s is refused because it occurs too often', (text) => {
    expect(reasonOf(text)).toBe(`cronExpressionInvalid: '${text}' occurs more often than every 5 minutes`)
  })

  test('hostile expressions are refused within a second', () => {
    const rounds = 20
    const began = performance.now()
    for (let round = 0; round < rounds; round++)
      for (const text of [
        '0 0 30 2 *',
        '0 0 31W 2 *',
        `${'1-59/1,'.repeat(36)}1 0 30 2 *`,
        '*'.repeat(1_000_000),
      ])
        expect(reasonOf(text)).toBeDefined()
    expect(performance.now() - began).toBeLessThan(rounds * 1_000)
  })

  test('never occurs again at or before the occurrence that was decided last', () => {
    const last = new Date('2026-11-24T12:00:00Z')
    expect(nextOccurrence('@hourly', now, last)?.toISOString()).toBe('2026-11-24T13:00:00.000Z')
    expect(nextOccurrence('@hourly', last, now)?.toISOString()).toBe('2026-11-24T13:00:00.000Z')
  })
})
