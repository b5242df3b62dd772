import { join } from 'node:path'
import type { ChangedSincePreview } from '@sluice/contract/inquiry'
import type { FlowOutInput } from '@sluice/contract/job-commands/flow-out'
import type { FlowOutValidation } from '@sluice/contract/job-commands/quick-deploy'
import type { ComponentIdentity } from '@sluice/metadata/component'
import type { ComponentChange } from '@sluice/metadata/diff/component-changes'
import type { DividedDelta } from '@sluice/metadata/divide-delta'
import type { VersionsOfFlows } from '@sluice/metadata/flow-deletions'
import type { IncludeSpecs } from '@sluice/metadata/include-specs'
import type { ComponentProblem } from '../../platform/database/schema/environment-state.ts'
import { retrieveToFolder } from '../org/retrieve/full-retrieve.ts'
import type { Flow } from '../org/flow.ts'
import { keptFolder } from '../session/kept-folder.ts'
import { threads } from '../session/threads.ts'
import { readJson, writeJson } from '../session/work-folder.ts'
import { type UndeployedComponent, loadUnsettled } from '../parity/undeployed-components.ts'
import { readChanges, readOnlyInOrg, readProfiles, readUndeployed, writeUndeployed } from './diff-record.ts'
import { requireCommits } from '../branch/kept-commits.ts'
import type { FlowChanges } from '../branch-changes/flow-changes.ts'
import { readUnchanged } from './count-unchanged.ts'
import { readDivision, readFlows } from './deployment-plan.ts'
import { type DiffInput, makeDiffTask } from './flow-out-tasks.ts'
import { keepTargetFiles } from './target-files.ts'
import type { ProfileChange } from '../branch-changes/profile-deltas.ts'

/** A flow out whose commits are known: what is new from `since` to `head` goes to the org. */
export interface FlowOut extends Flow<FlowOutInput> {
  readonly head: string
  /** Whether the branch has the head already; a flow merge pushes it after the deployment. */
  readonly isInBranch: boolean
  /** The kind of the job, for the title of the snapshot. */
  readonly label: string
  /** The commit that the org was offered last; null compares with the org itself. */
  readonly since: string | null
  /** Whether people are asked before the first deployment. */
  readonly asks: boolean
  /** What the org has validated and now deploys instead of an archive; null where an archive is sent. */
  readonly validation: FlowOutValidation | null
}

/** What a flow out has to bring to the org, and what it was found from. */
export interface FlowOutDiff extends DividedDelta {
  readonly changes: readonly ComponentChange[]
  /** Changed profiles of which only the changed entries are deployed. */
  readonly profiles: readonly ProfileChange[]
  readonly flows: FlowChanges
  /** What the org keeps although the branch does not have it; only where diff mode Auto compared with the org. */
  readonly onlyInOrg: readonly ComponentIdentity[]
  /** How many components of the branch no change touches; null where an earlier release made the diff. */
  readonly unchanged: number | null
  /** The include specs at head. */
  readonly specs: IncludeSpecs
  /** What the branch had and the org had not before this flow. */
  readonly undeployed: readonly UndeployedComponent[]
  /** Where the diff lies whole. */
  readonly folder: string
}

/** A flow out and what it has to deploy. */
export interface ComparedFlowOut extends FlowOut {
  readonly diff: FlowOutDiff
  /** Versions in the org of the flows that are deleted. */
  readonly flowVersions: VersionsOfFlows
  /** Entries of profiles that are left out from the first attempt on, because the org lacks the package that they are about: why, by `entryKey`. */
  readonly absentEntries: ReadonlyMap<string, readonly ComponentProblem[]>
  /** Components that people left out, before the job was submitted or when they were asked: why, by their keys. */
  readonly leftOutByPeople: ReadonlyMap<string, readonly ComponentProblem[]>
  /** Null where the components are those of the preview that was shown, and where none was shown. */
  readonly changedSincePreview: ChangedSincePreview | null
}

const specsFile = 'specs.json'

/**
 * By history or by comparison with the org, but never what the include specs at head leave out. Compared once: everything
 * that the flow out decides later follows from what is kept here, whatever org and repository are by then.
 */
export async function flowOutDiff(flow: FlowOut): Promise<FlowOutDiff> {
  const folder = await keptFolder(flow.session, 'diff', (path) => makeDiffIn(path, flow))
  const specs = await readJson<IncludeSpecs>(join(folder, specsFile))
  if (specs === null) throw new Error('The include specs of the diff are not where they were written.')
  const changes = await readChanges(folder)
  return {
    ...(await readDivision(folder, changes)),
    changes,
    profiles: await readProfiles(folder),
    flows: await readFlows(folder),
    onlyInOrg: await readOnlyInOrg(folder),
    unchanged: await readUnchanged(folder),
    specs,
    undeployed: await readUndeployed(folder),
    folder,
  }
}

async function makeDiffIn(folder: string, flow: FlowOut): Promise<void> {
  const { session, environment, head, org } = flow
  const { repository } = await session.mirror()
  if (!flow.isInBranch) await requireCommits(repository, [head])
  const specs = await session.includeSpecs(head)
  const undeployed = await session.ctx.database.inWorkspace(session.job.workspaceId, null, (tx) =>
    loadUnsettled(tx, environment),
  )
  await writeJson(join(folder, specsFile), specs)
  await writeUndeployed(folder, undeployed)
  const diff: DiffInput = {
    gitDir: repository.gitDir,
    metadataDirectory: session.directory.place,
    head,
    sandboxName: environment.sandboxName,
    apiVersion: org.apiVersion,
    folder,
    specs,
    from: await startOf(flow, { specs, undeployed }),
  }
  await threads.run(makeDiffTask, diff, { signal: session.run.signal })
  await keepTargetFiles(flow, { folder, specs, changes: await readChanges(folder) })
}

async function startOf(
  { session, environment, input, org: { apiVersion }, since }: FlowOut,
  { specs, undeployed }: Pick<FlowOutDiff, 'specs' | 'undeployed'>,
): Promise<DiffInput['from']> {
  if (since !== null) return { since, undeployed }
  const retrieved = await retrieveToFolder(session.run, {
    connection: await session.org(environment.id, apiVersion),
    apiVersion,
    specs,
    work: await session.work(),
    deadline: session.deadline,
  })
  return { retrieved, deletes: input.diffMode === 'Org' }
}
