import { and, eq, ne, sql } from 'drizzle-orm'
import { announce } from '../platform/database/announce.ts'
import type { Changes } from '../platform/database/changes.ts'
import type { Transaction } from '../platform/database/database.ts'
import { schedule } from '../platform/database/schema/schedules.ts'
import { stack } from '../platform/database/schema/stacks.ts'

export type ScheduleRow = typeof schedule.$inferSelect

/** A schedule of the stack, locked until the transaction ends. */
export async function lockSchedule(
  tx: Transaction,
  of: { workspaceId: string; stackId: string; scheduleId: string },
): Promise<ScheduleRow | null> {
  const [row] = await tx
    .select()
    .from(schedule)
    .where(
      and(
        eq(schedule.workspaceId, of.workspaceId),
        eq(schedule.stackId, of.stackId),
        eq(schedule.id, of.scheduleId),
      ),
    )
    .for('update')
  return row ?? null
}

export async function insertSchedule(tx: Transaction, row: typeof schedule.$inferInsert): Promise<void> {
  await tx.insert(schedule).values(row)
  await announceSchedule(tx, row)
}

export async function updateSchedule(
  tx: Transaction,
  row: Pick<ScheduleRow, 'id' | 'workspaceId'>,
  changes: Changes<ScheduleRow>,
): Promise<void> {
  await tx.update(schedule).set(changes).where(eq(schedule.id, row.id))
  await announceSchedule(tx, row)
}

export async function deleteSchedule(
  tx: Transaction,
  row: Pick<ScheduleRow, 'id' | 'workspaceId'>,
): Promise<void> {
  await tx.delete(schedule).where(eq(schedule.id, row.id))
  const ids = [`Schedule:${row.id}`]
  await announce(tx, { workspaceId: row.workspaceId, kind: 'deleteEntities', ids })
}

/** How many other schedules the stack has. The stack is locked, so that none are added or enabled meanwhile. */
export async function countOtherSchedules(
  tx: Transaction,
  stackId: string,
  exceptId: string | null,
): Promise<{ all: number; enabled: number }> {
  await tx.select({ id: stack.id }).from(stack).where(eq(stack.id, stackId)).for('update')
  const [counted] = await tx
    .select({
      all: sql<number>`count(*)::int`,
      enabled: sql<number>`(count(*) filter (where ${schedule.isEnabled}))::int`,
    })
    .from(schedule)
    .where(and(eq(schedule.stackId, stackId), exceptId === null ? undefined : ne(schedule.id, exceptId)))
  return counted ?? { all: 0, enabled: 0 }
}

/** The enabled schedules of the workspace, or of all workspaces, that run as the user, locked until the transaction ends. */
export async function lockSchedulesRunAs(
  tx: Transaction,
  of: { workspaceId?: string; userId: string },
): Promise<ScheduleRow[]> {
  const isThere = of.workspaceId === undefined ? undefined : eq(schedule.workspaceId, of.workspaceId)
  const isTheirs = and(isThere, eq(schedule.runAsUserId, of.userId))
  return tx
    .select()
    .from(schedule)
    .where(and(isTheirs, eq(schedule.isEnabled, true)))
    .for('update')
}

async function announceSchedule(
  tx: Transaction,
  { id, workspaceId }: { id?: string | undefined; workspaceId: string },
): Promise<void> {
  if (id !== undefined) await announce(tx, { workspaceId, kind: 'pushSchedules', ids: [id] })
}
