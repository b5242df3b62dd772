import { join } from 'node:path'
import {
  clusterIn,
  readPassword,
  superuser,
} from '../../apps/server/src/platform/database/embedded/cluster.ts'
import { readPostmaster } from '../../apps/server/src/platform/database/embedded/postmaster.ts'
import type { Database } from '../../apps/server/src/platform/database/database.ts'
import { openDatabase } from '../../apps/server/src/platform/database/pool.ts'
import { silentLog } from '../../apps/server/src/platform/log/log.ts'

/** How much a workspace holds. */
export interface Fill {
  readonly environments: number
  readonly jobs: number
  /** In all environments together. */
  readonly undeployed: number
  readonly auditEvents: number
}

/** The database of a product, as its owner: tables of this size take days to fill by calls. */
export function openDatabaseOf(dataDir: string): Database {
  const cluster = clusterIn(join(dataDir, 'postgres'))
  const port = readPostmaster(join(dataDir, 'postgres/data'))?.port
  if (port === undefined) throw new Error('The product has no PostgreSQL of its own.')
  const url = `postgres://${superuser}:${readPassword(cluster)}@127.0.0.1:${port}/sluice`
  return openDatabase({ url, poolSize: 2, log: silentLog, statementTimeoutMs: 600_000 })
}

const hash = (of: string) => `encode(sha256((${of})::text::bytea), 'hex')`

/** Fills a workspace: stacks of 20 environments, ended jobs of the last 90 days with snapshots, and undeployed components. */
export async function fillWorkspace(database: Database, workspaceId: string, size: Fill): Promise<void> {
  const perEnvironment = Math.ceil(size.undeployed / size.environments)
  const values = { workspaceId, ...size, perEnvironment }
  // One transaction each, with new statistics: the next statement joins what this one has written.
  for (const statement of statements)
    await database.asSystem(async ({ $client }) => {
      await $client.query(`${withValues(statement, values)}; reset role; analyze`)
    })
}

/** Statements name their values as `:name`; all of them are numbers of ours or ids. */
const withValues = (statement: string, values: Readonly<Record<string, string | number>>): string =>
  statement.replaceAll(/(?<!:):(\w+)/gu, (_, name: string) => {
    const value = values[name]
    return typeof value === 'number' ? String(value) : `'${value}'`
  })

const statements: readonly string[] = [
  `insert into stack (id, workspace_id, slug, name, is_initialized, git_repository_is_managed, git_repository_url,
     metadata_directory_relative_path, sfdc_base_sign_in_url, sfdc_api_version_mode)
   select gen_random_uuid(), :workspaceId, 'stack-' || n, 'Stack ' || n, true, true, 'http://127.0.0.1/git/stack-' || n || '.git',
     '/src', 'https://login.salesforce.com', 'Baseline'
   from generate_series(1, ceil(:environments / 20.0)::int) n`,
  `insert into environment (id, workspace_id, stack_id, slug, name, is_production, is_initialized, git_branch_name, sfdc_sandbox_name,
     latest_known_parity_commit_hash, latest_known_parity_commit_hash_outbound, latest_known_parity_include_specs_hash,
     last_snapshot_number)
   select gen_random_uuid(), s.workspace_id, s.id, 'environment-' || n, 'Environment ' || n, n % 20 = 0, true, 'env/branch-' || n,
     case when n % 20 = 0 then null else 'box' || n end, substr(${hash('n')}, 1, 40), substr(${hash('n')}, 1, 40), ${hash('n')}, 0
   from generate_series(0, :environments - 1) n join stack s on s.workspace_id = :workspaceId and s.slug = 'stack-' || n / 20 + 1`,
  `insert into environment_difference (environment_id, workspace_id, stack_id, revision, branch_state, branch_looked_utc,
     since_commit_hash, head_commit_hash, commits_ahead, org_state, org_looked_utc, org_method, to_deploy, changed_in_org,
     on_both_sides, conflicts)
   select id, workspace_id, stack_id, 7, 'ready', now(), latest_known_parity_commit_hash, latest_known_parity_commit_hash, 3, 'ready',
     now(), 'changeLog', 4, 2, 1, 0
   from environment where workspace_id = :workspaceId
   on conflict do nothing`,
  `insert into job (id, workspace_id, stack_id, created_utc, command_name, command_input, main_environment_id, status, outcome, epoch,
     queued_utc, started_utc, ended_utc, billable_active_worker_minutes, summary)
   select gen_random_uuid(), e.workspace_id, e.stack_id, t.at, 'FlowIn', '{"environmentId": "' || e.id || '"}', e.id, 'Ended',
     case when n % 9 = 0 then 'Failed' else 'Succeeded' end, 1, t.at, t.at, t.at + interval '1 minute', 1, null
   from generate_series(1, :jobs) n
   cross join lateral (select now() - n * interval '90 days' / :jobs as at) t
   join (select *, row_number() over (order by id) - 1 as place from environment where workspace_id = :workspaceId) e
     on e.place = n % :environments`.replace(
    `'{"environmentId": "' || e.id || '"}'`,
    `jsonb_build_object('environmentId', e.id)`,
  ),
  `insert into job_environment (workspace_id, job_id, environment_id, role)
   select workspace_id, id, main_environment_id, 'Target' from job where workspace_id = :workspaceId and main_environment_id is not null
   on conflict do nothing`,
  `insert into environment_snapshot (id, workspace_id, environment_id, created_utc, job_id, number, title, git_branch_name,
     environment_latest_known_parity_commit_hash, environment_head_commit_hash)
   select gen_random_uuid(), j.workspace_id, j.main_environment_id, j.ended_utc, j.id,
     row_number() over (partition by j.main_environment_id order by j.created_utc), 'Flow in #' || substr(j.id::text, 29),
     e.git_branch_name, substr(${hash('j.id')}, 1, 40), substr(${hash('j.id')}, 1, 40)
   from job j join environment e on e.id = j.main_environment_id where j.workspace_id = :workspaceId
   on conflict do nothing`,
  `insert into component_state_revision (id, workspace_id, environment_id, component_count, component_with_errors_count)
   select gen_random_uuid(), workspace_id, id, :perEnvironment, ceil(:perEnvironment / 2.0)
   from environment where workspace_id = :workspaceId`,
  `update environment e set component_state_revision_id = r.id from component_state_revision r
   where r.environment_id = e.id and e.workspace_id = :workspaceId`,
  `insert into component_failure (id, workspace_id, environment_id, revision_id, change_type, package_name, component_type,
     component_name, reason, failing_since_utc, problems)
   select gen_random_uuid(), r.workspace_id, r.environment_id, r.id, 'Modified', 'unpackaged', 'ApexClass', 'Class_' || n,
     'DeploymentProblems', now() - (n % 5) * interval '1 day',
     jsonb_build_array(jsonb_build_object('type', case when n % 2 = 1 then 'Error' else 'Warning' end, 'description',
       'Variable does not exist: Installation_' || n, 'archiveFilePath', 'classes/Class_' || n || '.cls', 'line', 3, 'column', 7))
   from component_state_revision r cross join generate_series(1, :perEnvironment) n where r.workspace_id = :workspaceId`,
  `insert into audit_event (id, workspace_id, created_utc, action, subject_type, subject_id, details)
   select gen_random_uuid(), :workspaceId, now() - (:auditEvents - n) * interval '10 seconds', 'job.submitted', 'Job',
     gen_random_uuid(), '{}'
   from generate_series(1, :auditEvents) n`,
]
