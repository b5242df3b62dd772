import { sql } from 'drizzle-orm'
import { findDifference, saveDifference } from '../differences/difference-store.ts'
import type { Context } from '../context.ts'
import { JobFailure } from '../durable/run-errors.ts'
import { type DueOrg, callsToday, findDueOrgs } from './due-orgs.ts'
import { CallCount, CallsUsedUp } from './org-calls.ts'
import { lookAtOrg } from './org-look.ts'

/**
 * Looks at an org unless another process does. The lock is held by a transaction that does nothing else and ends with its
 * process: then the look is still marked as begun, and the next process begins it anew.
 */
export async function lookOnce(ctx: Context, due: DueOrg, signal: AbortSignal): Promise<void> {
  await ctx.database.asSystem(async (tx) => {
    const { rows } = await tx.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext('org-look'), hashtext(${due.orgKey})) as mine`,
    )
    if (!rows[0]?.mine) return
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
    // Another process may have looked while this one waited for its turn.
    const [still] = await findDueOrgs(ctx, due.environmentId)
    if (still !== undefined) await look(ctx, still, signal)
  })
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

async function look(ctx: Context, due: DueOrg, signal: AbortSignal): Promise<void> {
  const { callsPerDay } = ctx.config.orgLook
  const day = dayOf(ctx.clock.now())
  const made = await ctx.database.asSystem((tx) => callsToday(tx, { ...due, day }))
  const calls = new CallCount(due.isAsked ? Number.POSITIVE_INFINITY : callsPerDay - made)
  const begun = { orgBegunUtc: ctx.clock.now(), orgAskedUtc: null }
  const save = (found: Parameters<typeof saveDifference>[2]) =>
    ctx.database.inWorkspace(due.workspaceId, null, (tx) => saveDifference(tx, due, found))
  await save(begun)
  try {
    if (made >= callsPerDay && !due.isAsked) throw new CallsUsedUp()
    await lookAtOrg(ctx, { owner: due, calls, signal })
  } catch (error) {
    // A process that stops leaves the look as begun.
    if (signal.aborted) throw error
    await save(refusal(ctx, due, error))
  }
  await ctx.database.inWorkspace(due.workspaceId, null, async (tx) => {
    const row = await findDifference(tx, due.environmentId)
    const before = row?.callsDay === day ? row.calls : 0
    const counted = { callsDay: day, calls: before + calls.made }
    await saveDifference(tx, due, { orgBegunUtc: null, orgEndedUtc: ctx.clock.now(), ...counted })
  })
}

function refusal(ctx: Context, { environmentId }: DueOrg, error: unknown) {
  const { callsPerDay } = ctx.config.orgLook
  if (error instanceof CallsUsedUp) {
    const calls = callsPerDay.toLocaleString('en-US')
    const orgReason = `The ${calls} calls that looking at this org may make in a day are used up. "Check now" looks all the same.`
    return { orgState: 'budgetSpent', orgReason } as const
  }
  ctx.log.warn({ err: error, environmentId }, 'the org of an environment was not looked at')
  const orgReason = error instanceof JobFailure ? error.message : 'Salesforce did not tell what has changed.'
  return { orgState: 'failed', orgReason } as const
}
