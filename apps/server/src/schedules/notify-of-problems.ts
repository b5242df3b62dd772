import type { ScheduleProblem } from '@sluice/contract/schedule'
import { notify } from '../notifications/notify.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { ScheduleRow } from './schedule-store.ts'

const quietSeconds = 20

/** Tells of the problems of an occurrence, unless the one before had the same: a schedule that fails every hour is told of once. */
export async function notifyOfProblems(
  tx: Transaction,
  before: Pick<ScheduleRow, 'id' | 'workspaceId' | 'problems'>,
  found: readonly ScheduleProblem[],
): Promise<void> {
  const known = new Set(before.problems.map(textOf))
  if (found.every((problem) => known.has(textOf(problem)))) return
  const { workspaceId, id: scheduleId } = before
  await notify(tx, { workspaceId, scheduleId, events: ['ScheduleProblem'], quietSeconds })
}

const textOf = ({ message, details }: ScheduleProblem): string => `${message}\n${details ?? ''}`
