import { type ObjectReader, openObjectReader } from '@sluice/git/cat-file'
import { type ComponentChange, componentChanges } from '@sluice/metadata/diff/component-changes'
import { type IncludeSpecs, isIncluded } from '@sluice/metadata/include-specs'
import type { JobSession } from '../steps/job-session.ts'
import { type FileHashes, listMetadataFiles } from '../steps/metadata-directory.ts'
import { compareWithOrg, sideOf } from '../steps/org-changes.ts'
import { readOrgFiles } from '../steps/org-files/read-org-files.ts'
import { retrieveEverything } from '../steps/retrieve/full-retrieve.ts'
import { requestedBy } from '../steps/retrieve/requested.ts'
import type { UndeployedBaseline } from '../steps/undeployed-files.ts'
import type { Head } from './head-reader.ts'
import { changesByHistory } from './history-diff.ts'

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

/** What a flow out has to bring to the org, and the branch's head to bring it from. */
export interface FlowOutDiff {
  readonly changes: readonly ComponentChange[]
  readonly head: Head
}

/** By history or by comparison with the org, but never what the include specs at head leave out. */
export async function flowOutDiff(request: DiffRequest): Promise<FlowOutDiff> {
  const { session, head, since, undeployed } = request
  const { repository } = await session.mirror()
  const { signal } = session.run
  const reader = openObjectReader(repository, { signal })
  try {
    const { directory } = session
    const { changes, headFiles } =
      since === null
        ? await changesByOrg(request, reader)
        : await changesByHistory({ repository, reader, directory, since, head, undeployed, signal })
    return {
      changes: changes.filter((change) => isIncluded(request.specs, change.identity)),
      head: { commitHash: head, known: headFiles },
    }
  } finally {
    await reader.close()
  }
}

/** The other direction of a flow in without parity: what the branch has is what the org must become. */
async function changesByOrg(
  request: DiffRequest,
  reader: ObjectReader,
): Promise<{ changes: ComponentChange[]; headFiles: FileHashes }> {
  const { session, apiVersion, specs } = request
  const headFiles = await listMetadataFiles(reader, request.head, session.directory)
  const retrieved = await retrieveEverything(session.run, {
    connection: await session.org(request.environmentId, apiVersion),
    apiVersion,
    specs,
    work: await session.work(),
    deadline: session.deadline,
  })
  const org = await readOrgFiles({
    archives: retrieved.archives,
    specs,
    apiVersion,
    parity: headFiles,
    signal: session.run.signal,
  })
  const comparison = await compareWithOrg({
    parityFiles: headFiles,
    read: (hash) => reader.read(hash),
    org,
    planned: retrieved.plan.members,
    isRequested: requestedBy(retrieved.plan, specs),
    overlay: new Map(),
    apiVersion,
  })
  const changes = componentChanges(
    comparison.changes.map(({ path, before, after }) => ({ path, before: sideOf(after), after: before })),
    {
      isPresent: (side, directory) =>
        hasFileBelow(side === 'before' ? org.keys() : headFiles.keys(), directory),
    },
  )
  return { changes, headFiles }
}

function hasFileBelow(paths: Iterable<string>, directory: string): boolean {
  for (const path of paths) if (path.startsWith(directory)) return true
  return false
}
