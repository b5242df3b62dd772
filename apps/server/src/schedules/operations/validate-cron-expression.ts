import type { schedules } from '@sluice/contract/schedules'
import { handler } from '../../api/handler.ts'
import { readRecurrence } from '../recurrence.ts'

export const validateCronExpression = handler<typeof schedules.validateCronExpression>(
  async (ctx, { body: expression }) => {
    const now = ctx.clock.now()
    return readRecurrence(expression, now)
      .upcoming(now)
      .map((moment) => moment.toISOString())
  },
)
