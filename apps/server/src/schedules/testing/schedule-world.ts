import { eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { schedule } from '../../platform/database/schema/schedules.ts'
import { stack } from '../../platform/database/schema/stacks.ts'
import { member } from '../../platform/database/schema/workspaces.ts'
import { newId } from '../../platform/ids.ts'
import { insertStack, type TestStack } from '../../testing/test-jobs.ts'
import { insertUser } from '../../users/user-store.ts'

type AccessLevel = (typeof member.$inferInsert)['accessLevel']

/** An initialized stack with environments and a Contributor that schedules run as. */
export interface ScheduleWorld extends TestStack {
  readonly userId: string
}

export async function insertScheduleWorld(ctx: Context, environments: number): Promise<ScheduleWorld> {
  const made = await insertStack(ctx, environments)
  const userId = await addMember(ctx, made.workspaceId, 'Contributor')
  await ctx.database.asSystem(async (tx) =>
    tx.update(stack).set({ isInitialized: true }).where(eq(stack.id, made.stackId)),
  )
  return { ...made, userId }
}

/** A new user who is a member; gives his id. */
export async function addMember(
  ctx: Context,
  workspaceId: string,
  accessLevel: AccessLevel,
): Promise<string> {
  const id = newId()
  await ctx.database.asSystem(async (tx) => {
    const person = { id, emailAddress: `${id}@example.com`, firstName: 'Ada', lastName: 'Example' }
    await insertUser(tx, person, 'no password')
    await tx.insert(member).values({ id: newId(), workspaceId, userId: id, accessLevel, status: 'Active' })
  })
  return id
}

export const allEnvironments = { environmentFilter: { include: { all: true } } }

/** A nightly flow in of all environments, unless said otherwise; gives its id. */
export async function insertSchedule(
  ctx: Context,
  { workspaceId, stackId, userId }: ScheduleWorld,
  changes: Partial<typeof schedule.$inferInsert> = {},
): Promise<string> {
  const id = newId()
  await ctx.database.asSystem(async (tx) =>
    tx.insert(schedule).values({
      id,
      workspaceId,
      stackId,
      name: 'Every night',
      createdByUserId: userId,
      runAsUserId: userId,
      jobCommandName: 'FlowIn',
      jobTemplate: allEnvironments,
      recurrence: '0 2 * * *',
      nextOccurrenceUtc: new Date('2026-11-24T02:00:00Z'),
      ...changes,
    }),
  )
  return id
}
