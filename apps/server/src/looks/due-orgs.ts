import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { DifferenceOwner } from '../differences/difference-store.ts'
import type { Transaction } from '../platform/database/database.ts'

/** An org that somebody should look at now. */
export interface DueOrg extends DifferenceOwner {
  /** One look at a time has it: the same for all environments that stand for the same org. */
  readonly orgKey: string
  /** Whether a person asked for it. */
  readonly isAsked: boolean
}

/** A stack counts as looked at for so long after somebody asked for what it shows. */
const watchedMs = 120_000

/** The orgs to look at: asked for, not looked at since a flow, left by a process that died, or looked at long ago. */
export async function findDueOrgs(ctx: Context, environmentId?: string): Promise<DueOrg[]> {
  return await ctx.database.asSystem(async (tx) => await selectDue(ctx, tx, environmentId))
}

async function selectDue(
  { clock, config: { orgLook } }: Context,
  tx: Transaction,
  environmentId: string | undefined,
): Promise<DueOrg[]> {
  const now = clock.now().toISOString()
  const watchedSince = new Date(clock.now().getTime() - watchedMs).toISOString()
  const { rows } = await tx.execute<{
    workspaceId: string
    stackId: string
    environmentId: string
    orgKey: string
    isAsked: boolean
  }>(sql`
    select e.workspace_id as "workspaceId", e.stack_id as "stackId", e.id as "environmentId",
      coalesce(d.org_id, e.id::text) as "orgKey", d.org_asked_utc is not null as "isAsked"
    from environment e
    left join environment_difference d on d.environment_id = e.id
    left join stack_watch w on w.stack_id = e.stack_id
    where e.is_initialized
      and (${environmentId ?? null}::uuid is null or e.id = ${environmentId ?? null}::uuid)
      and not exists (
        select 1 from environment_lock l join job j on j.id = l.job_id
        where l.environment_id = e.id and l.mode = 'Exclusive' and j.status <> 'Ended')
      and (
        d.org_asked_utc is not null or d.org_begun_utc is not null
        or (${orgLook.callsPerDay}::int > 0 and (
          d.org_ended_utc is null
          or d.org_ended_utc <= ${now}::timestamptz - make_interval(secs => case
            when w.watched_utc is null or w.watched_utc < ${watchedSince}::timestamptz then ${orgLook.idleSeconds}::int
            when d.org_method = 'changeLog' then ${orgLook.sandboxSeconds}::int
            else ${orgLook.productionSeconds}::int end))))
    order by d.org_asked_utc nulls last, d.org_ended_utc nulls first
    limit 100`)
  return rows.map((row) => ({ ...row }))
}

/** How many calls the looks at an org have made today, for all environments that stand for it. */
export async function callsToday(
  tx: Transaction,
  { environmentId, orgKey, day }: DueOrg & { readonly day: string },
): Promise<number> {
  const { rows } = await tx.execute<{ calls: number }>(sql`
    select coalesce(sum(calls), 0)::int as calls from environment_difference
    where calls_day = ${day} and (org_id = ${orgKey} or environment_id = ${environmentId}::uuid)`)
  return rows[0]?.calls ?? 0
}
