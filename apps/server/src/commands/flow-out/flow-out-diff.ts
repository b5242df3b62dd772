import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ComponentChange } from '@sluice/metadata/diff/component-changes'
import { type IncludeSpecs, parseIncludeSpecs } from '@sluice/metadata/include-specs'
import { includeSpecsAt, textOfSpecs } from '../steps/branch/include-file.ts'
import { retrieveToFolder } from '../steps/org/retrieve/full-retrieve.ts'
import type { FlowTarget } from '../steps/session/flow-target.ts'
import type { JobSession } from '../steps/session/job-session.ts'
import { keptFolder } from '../steps/session/kept-folder.ts'
import { threads } from '../steps/session/threads.ts'
import { writeWhole } from '../steps/session/work-folder.ts'
import { type UndeployedComponent, loadUndeployed } from '../steps/undeployed/undeployed-components.ts'
import { readChanges, readUndeployed, writeUndeployed } from './diff-record.ts'
import { type DiffInput, makeDiffTask } from './flow-out-tasks.ts'

export interface DiffRequest {
  readonly session: JobSession
  readonly target: FlowTarget
  readonly apiVersion: string
  readonly head: string
  /** The commit that the org was offered last; null compares with the org itself. */
  readonly since: string | null
}

/** What a flow out has to bring to the org, and what it was found from. */
export interface FlowOutDiff {
  readonly changes: readonly ComponentChange[]
  /** The include specs at head. */
  readonly specs: IncludeSpecs
  /** What the branch had and the org had not before this flow. */
  readonly undeployed: readonly UndeployedComponent[]
  /** Where the diff lies whole. */
  readonly folder: string
}

const specsFile = 'specs'

/**
 * By history or by comparison with the org, but never what the include specs at head leave out. Compared once: everything
 * that the flow out decides later follows from what is kept here, whatever org and repository are by then.
 */
export async function flowOutDiff(request: DiffRequest): Promise<FlowOutDiff> {
  const folder = await keptFolder(request.session, 'diff', (path) => makeDiffIn(path, request))
  return {
    changes: await readChanges(folder),
    specs: parseIncludeSpecs(await readFile(join(folder, specsFile), 'utf8')).specs,
    undeployed: await readUndeployed(folder),
    folder,
  }
}

async function makeDiffIn(folder: string, request: DiffRequest): Promise<void> {
  const { session, target, head, apiVersion } = request
  const { environment, job } = target
  const { repository } = await session.mirror()
  const specs = await includeSpecsAt(repository, head)
  const undeployed = await session.ctx.database.inWorkspace(job.workspaceId, null, (tx) =>
    loadUndeployed(tx, environment.id, environment.parity.componentStateRevisionId),
  )
  await writeWhole(join(folder, specsFile), textOfSpecs(specs))
  await writeUndeployed(folder, undeployed)
  const diff: DiffInput = {
    gitDir: repository.gitDir,
    metadataDirectory: session.directory.path,
    head,
    apiVersion,
    folder,
    specs: textOfSpecs(specs),
    from: await startOf(request, { specs, undeployed }),
  }
  await threads.run(makeDiffTask, diff, { signal: session.run.signal })
}

async function startOf(
  { session, target, since, apiVersion }: DiffRequest,
  { specs, undeployed }: Pick<FlowOutDiff, 'specs' | 'undeployed'>,
): Promise<DiffInput['from']> {
  if (since !== null) return { since, undeployed }
  const retrieved = await retrieveToFolder(session.run, {
    connection: await session.org(target.environment.id, apiVersion),
    apiVersion,
    specs,
    work: await session.work(),
    deadline: session.deadline,
  })
  return { retrieved }
}
