import { expect, test } from 'vitest'
import { problemOf, testApp } from '../api/testing/test-app.ts'

const app = testApp()
const check = async (expression: string) =>
  app.current.client().schedules.validateCronExpression({ body: expression })

test('[W-334] the check of a CRON expression takes it as its body and gives the upcoming times to anybody', async () => {
  const times = await check('0 6 * * *')
  expect(times).toHaveLength(5)
  expect(times.every((time) => time.endsWith('T06:00:00.000Z'))).toBe(true)
  expect(Date.parse(times[0] ?? '')).toBeGreaterThan(Date.now())
  expect(Date.parse(times[4] ?? '') - Date.parse(times[0] ?? '')).toBe(4 * 86_400_000)
  expect(await problemOf(check('0 6 * *'))).toMatchObject({
    type: 'cronExpressionInvalid',
    detail: "'0 6 * *' is not a valid CRON expression",
  })
})
