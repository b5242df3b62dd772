import { describe, expect, test } from 'vitest'
import { createLog } from './log.ts'
import { hideInLogs } from './redaction.ts'
import { withTrace } from './trace.ts'

function logged(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown>[] {
  const lines: string[] = []
  write(createLog({ level: 'info', destination: { write: (line) => void lines.push(line) } }))
  return lines.map((line) => JSON.parse(line))
}

describe('the log', () => {
  test('writes JSON lines with time, level and the trace of the call', () => {
    const [line] = logged((log) =>
      withTrace({ traceId: 'abc', jobId: 'j' }, () => log.info({ n: 1 }, 'hello')),
    )
    expect(line).toMatchObject({ level: 'info', msg: 'hello', n: 1, traceId: 'abc', jobId: 'j' })
    expect(Date.parse(String(line?.['time']))).toBeGreaterThan(Date.now() - 60_000)
  })

  test.each([
    ['a field by its name', { password: 'canary-1' }],
    ['a field far below', { a: { b: [{ refreshToken: 'canary-1' }] } }],
    ['a bearer header in a text', { text: 'authorization: Bearer canary-1-abcdef' }],
    ['a password in an address', { text: 'cloning https://user:canary-1@example.com/r.git' }],
    ['a token in a query', { text: 'GET /x?token=canary-1&y=1' }],
    [
      'a private key in a text',
      { text: 'x -----BEGIN RSA PRIVATE KEY-----\ncanary-1\n-----END RSA PRIVATE KEY-----' },
    ],
    ['a JSON web token', { text: 'eyJhbGciOiJIUzI1NiJ9.canary-1.c2ln' }],
    ['a Salesforce session', { text: '00D000000000001!canary-1.AQcAQH0dMHZfz972Szmpkb58urFRkgeBGsxL' }],
    [
      'an error, its cause and their fields',
      {
        err: Object.assign(new Error('x', { cause: { clientSecret: 'canary-1' } }), {
          sessionId: 'canary-1',
        }),
      },
    ],
  ])('hides %s', (_, fields) => {
    expect(JSON.stringify(logged((log) => log.info(fields, 'x')))).not.toContain('canary-1')
  })

  test('hides known values wherever they stand', () => {
    hideInLogs('value-known-to-be-secret')
    const text = JSON.stringify(
      logged((log) => log.info({ a: 'x value-known-to-be-secret y' }, 'value-known-to-be-secret')),
    )
    expect(text).not.toContain('value-known-to-be-secret')
  })

  test('keeps what only sounds secret', () => {
    const [line] = logged((log) => log.info({ gitPasswordIsSet: true, itemsTotal: 3 }, 'x'))
    expect(line).toMatchObject({ gitPasswordIsSet: true, itemsTotal: 3 })
  })

  test('tells type, message and stack of an error', () => {
    const [line] = logged((log) => log.error({ err: new TypeError('broken') }, 'x'))
    expect(line).toMatchObject({
      err: { type: 'TypeError', message: 'broken', stack: expect.stringContaining('log.test') },
    })
  })
})
