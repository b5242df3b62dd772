import type { schedules } from '@sluice/contract/schedules'
import { handler } from '../operation.ts'
import { readRecurrence } from '../../schedules/recurrence.ts'

export const validateCronExpression = handler<typeof schedules.validateCronExpression>(
  async (ctx, { body: expression }) => {
    const now = ctx.clock.now()
    return readRecurrence(expression, now)
      .upcoming(now)
      .map((moment) => moment.toISOString())
  },
)
