import {
  type ApexTestHistory,
  apexTestHistory,
  changesOfFlaky,
  runsOfHistory,
} from '@sluice/contract/apex-test-run'
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Transaction } from '../platform/database/database.ts'

interface EnvironmentReference {
  readonly workspaceId: string
  readonly environmentId: string
}

const methodsAtMost = 10

/** Aggregates the latest ended runs of an environment; aborted runs do not count. */
export async function viewApexTestHistory(
  tx: Transaction,
  environment: EnvironmentReference,
): Promise<ApexTestHistory> {
  const [{ runs }] = z
    .tuple([z.object({ runs: z.number() })])
    .parse(
      (await tx.execute(sql`with ${lastRuns(environment)} select count(*)::int as runs from last_run`)).rows,
    )
  return {
    runs,
    coverage: await coverageOf(tx, environment),
    slowestMethods: await methodsOf(tx, environment, {
      which: sql`"medianDuration" is not null`,
      order: sql`"medianDuration" desc`,
    }),
    flakyMethods: await methodsOf(tx, environment, {
      which: sql`changes >= ${changesOfFlaky}`,
      order: sql`changes desc, failures desc`,
    }),
  }
}

const lastRuns = ({ workspaceId, environmentId }: EnvironmentReference): SQL => sql`
  last_run as (
    select id, created_utc from apex_test_run
    where workspace_id = ${workspaceId} and environment_id = ${environmentId} and status in ('Completed', 'Failed')
    order by created_utc desc, id desc
    limit ${runsOfHistory}
  )`

async function coverageOf(tx: Transaction, environment: EnvironmentReference) {
  const { rows } = await tx.execute(sql`
    with ${lastRuns(environment)}
    select last_run.id as "apexTestRunId", last_run.created_utc as "createdUtc",
      sum(lines_covered)::int as "linesCovered", sum(lines_uncovered)::int as "linesUncovered"
    from last_run join apex_test_coverage on apex_test_run_id = last_run.id
    group by last_run.id, last_run.created_utc
    order by last_run.created_utc, last_run.id`)
  return z
    .array(apexTestHistory.shape.coverage.element.extend({ createdUtc: z.coerce.date() }))
    .parse(rows)
    .map((row) => ({ ...row, createdUtc: row.createdUtc.toISOString() }))
}

interface Selection {
  readonly which: SQL
  readonly order: SQL
}

async function methodsOf(tx: Transaction, environment: EnvironmentReference, { which, order }: Selection) {
  const { rows } = await tx.execute(sql`
    with ${lastRuns(environment)},
    result as (
      select namespace_prefix, class_name, method_name, duration_milliseconds,
        outcome <> 'Pass' as has_failed,
        lag(outcome <> 'Pass') over (
          partition by namespace_prefix, class_name, method_name
          order by last_run.created_utc, last_run.id
        ) as had_failed
      from last_run join apex_test_result on apex_test_run_id = last_run.id
      where outcome <> 'Skip'
    ),
    method as (
      select namespace_prefix as "apexClassNamespace", class_name as "apexClassName", method_name as "methodName",
        count(*)::int as runs,
        count(*) filter (where has_failed)::int as failures,
        count(*) filter (where has_failed <> had_failed)::int as changes,
        percentile_cont(0.5) within group (order by duration_milliseconds) as "medianDuration"
      from result
      group by namespace_prefix, class_name, method_name
    )
    select * from method where ${which}
    order by ${order}, "apexClassName", "methodName", "apexClassNamespace"
    limit ${methodsAtMost}`)
  return apexTestHistory.shape.slowestMethods.parse(rows)
}
