import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ComponentChange } from '@sluice/metadata/diff/component-changes'
import type { IncludeSpecs } from '@sluice/metadata/include-specs'
import { textOfSpecs } from '../steps/branch/include-file.ts'
import type { JobSession } from '../steps/session/job-session.ts'
import { retrieveToFolder } from '../steps/org/retrieve/full-retrieve.ts'
import type { UndeployedBaseline } from '../steps/undeployed/undeployed-files.ts'
import { readChanges } from './diff-record.ts'
import type { DiffInput } from './flow-out-conversation.ts'
import { flowOutThreads } from './in-flow-out-thread.ts'

export interface DiffRequest {
  readonly session: JobSession
  readonly environmentId: string
  readonly apiVersion: string
  readonly head: string
  /** The commit that the org was offered last; null compares with the org itself. */
  readonly since: string | null
  readonly specs: IncludeSpecs
  readonly undeployed: readonly UndeployedBaseline[]
}

/** What a flow out has to bring to the org. */
export interface FlowOutDiff {
  readonly changes: readonly ComponentChange[]
  /** Where the diff lies whole. */
  readonly folder: string
}

/** By history or by comparison with the org, but never what the include specs at head leave out. */
export async function flowOutDiff(request: DiffRequest): Promise<FlowOutDiff> {
  const { session, head, apiVersion, specs } = request
  const folder = join((await session.work()).path, 'diff')
  const from = await startOf(request)
  const { repository } = await session.mirror()
  await mkdir(folder, { recursive: true })
  const diff: DiffInput = {
    gitDir: repository.gitDir,
    metadataDirectory: session.directory.path,
    head,
    apiVersion,
    folder,
    specs: textOfSpecs(specs),
    from,
  }
  await flowOutThreads.run({ diff }, { signal: session.run.signal })
  return { changes: await readChanges(folder), folder }
}

async function startOf(request: DiffRequest): Promise<DiffInput['from']> {
  const { session, since, undeployed, apiVersion, specs } = request
  if (since !== null) return { since, undeployed }
  const retrieved = await retrieveToFolder(session.run, {
    connection: await session.org(request.environmentId, apiVersion),
    apiVersion,
    specs,
    work: await session.work(),
    deadline: session.deadline,
  })
  return { retrieved }
}
