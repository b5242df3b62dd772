import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'

export interface StackOf {
  readonly workspaceId: string
  readonly stackId: string
}

const watchedMs = 120_000

/** The stacks that have something to compare, all of them or those that somebody looks at now. */
export async function findStacks(
  ctx: Context,
  { onlyWatched }: { readonly onlyWatched: boolean },
): Promise<StackOf[]> {
  const since = onlyWatched ? new Date(ctx.clock.now().getTime() - watchedMs) : null
  const { rows } = await ctx.database.asSystem((tx) =>
    tx.execute<{ workspaceId: string; stackId: string }>(sql`
      select s.workspace_id as "workspaceId", s.id as "stackId" from stack s
      left join stack_watch w on w.stack_id = s.id
      where exists (select 1 from environment e where e.stack_id = s.id and e.is_initialized)
        and (${since?.toISOString() ?? null}::timestamptz is null or w.watched_utc >= ${since?.toISOString() ?? null}::timestamptz)`),
  )
  return rows.map((row) => ({ ...row }))
}
