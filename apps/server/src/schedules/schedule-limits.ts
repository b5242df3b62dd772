import { limits } from '@sluice/contract/limits'
import { AppError } from '../platform/app-error.ts'
import type { Transaction } from '../platform/database/database.ts'
import { countOtherSchedules } from './schedule-store.ts'

/** Refuses a schedule, or to enable one, when the stack has as many as it may have. */
export async function requireRoom(
  tx: Transaction,
  stackId: string,
  wanted: { readonly existingId: string | null; readonly isEnabled: boolean },
): Promise<void> {
  const { all, enabled } = await countOtherSchedules(tx, stackId, wanted.existingId)
  if (wanted.existingId === null && all >= limits.schedulesPerStack)
    throw full('name', `A stack can have ${limits.schedulesPerStack} schedules`)
  if (wanted.isEnabled && enabled >= limits.enabledSchedulesPerStack)
    throw full('isEnabled', `A stack can have ${limits.enabledSchedulesPerStack} enabled schedules`)
}

function full(property: string, description: string): AppError {
  return new AppError('validationFailed', {
    validationErrors: [{ code: 'ValueInvalid', property, description }],
  })
}
