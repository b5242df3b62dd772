import { openObjectReader } from '@sluice/git/cat-file'
import { resolveCommit } from '@sluice/git/rev-parse'
import { type ComponentChange, componentChanges } from '@sluice/metadata/diff/component-changes'
import { type IncludeSpecs, isIncluded } from '@sluice/metadata/include-specs'
import { componentOfPath } from '@sluice/metadata/paths'
import type { JobSession } from '../steps/job-session.ts'
import { type FileHashes, listMetadataFiles, manifestPath } from '../steps/metadata-directory.ts'
import { readOrgFiles } from '../steps/org-files.ts'
import { type OrgChange, compareWithOrg } from '../steps/org-changes.ts'
import { retrieveEverything } from '../steps/retrieve/full-retrieve.ts'
import { requestedBy } from '../steps/retrieve/requested.ts'
import { type UndeployedBaseline, overlayFilesOf } from '../steps/undeployed-files.ts'

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

/** What a flow out has to bring to the org, and the branch's files to bring it from. */
export interface FlowOutDiff {
  readonly changes: readonly ComponentChange[]
  readonly headFiles: FileHashes
}

/** By history or by comparison with the org, but never what the include specs at head leave out. */
export async function flowOutDiff(request: DiffRequest): Promise<FlowOutDiff> {
  const { session } = request
  const { repository } = await session.mirror()
  const headFiles = await listMetadataFiles(repository, request.head, session.directory)
  const reader = openObjectReader(repository, { signal: session.run.signal })
  try {
    const read = (hash: string) => reader.read(hash)
    const files =
      request.since === null
        ? await changesByOrg(request, { headFiles, read })
        : await changesByHistory({ ...request, since: request.since }, { headFiles, read })
    const before = new Set(files.existing)
    const changes = componentChanges(files.changes, {
      isPresent: (side, directory) => hasFileBelow(side === 'before' ? before : headFiles.keys(), directory),
    })
    return { changes: changes.filter((change) => isIncluded(request.specs, change.identity)), headFiles }
  } finally {
    await reader.close()
  }
}

interface HeadFiles {
  readonly headFiles: FileHashes
  readonly read: (hash: string) => Promise<Uint8Array>
}

interface FileDiff {
  /** From the org's files to the branch's. */
  readonly changes: OrgChange[]
  /** Paths that the org has, as far as is known. */
  readonly existing: Iterable<string>
}

async function changesByHistory(
  request: DiffRequest & { since: string },
  { headFiles, read }: HeadFiles,
): Promise<FileDiff> {
  const { session } = request
  const { repository } = await session.mirror()
  const filesOf = (hash: string) => listMetadataFiles(repository, hash, session.directory)
  const parityFiles = await filesOf(request.since)
  const overlay = await overlayFilesOf(request.undeployed, {
    parityFiles,
    read,
    orgPaths: [],
    filesAt: async (hash) => ((await resolveCommit(repository, hash)) === null ? null : filesOf(hash)),
  })
  const content = async (hash: string | undefined) => (hash === undefined ? null : await read(hash))
  const changes: OrgChange[] = []
  for (const path of new Set([...parityFiles.keys(), ...headFiles.keys(), ...overlay.keys()])) {
    const rolledBack = overlay.get(path)
    if (!isMetadata(path)) continue
    if (rolledBack === undefined && parityFiles.get(path) === headFiles.get(path)) continue
    const before = rolledBack === undefined ? await content(parityFiles.get(path)) : rolledBack.baseline
    const after = await content(headFiles.get(path))
    if (before !== null && after !== null && Buffer.compare(before, after) === 0) continue
    if (before !== null || after !== null) changes.push({ path, before, after })
  }
  return { changes, existing: parityFiles.keys() }
}

/** The other direction of a flow in without parity: what the branch has is what the org must become. */
async function changesByOrg(request: DiffRequest, { headFiles, read }: HeadFiles): Promise<FileDiff> {
  const { session, apiVersion, specs } = request
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
    isKnown: (path, hash) => headFiles.get(path) === hash,
    signal: session.run.signal,
  })
  const { changes } = await compareWithOrg({
    parityFiles: headFiles,
    read,
    org,
    planned: retrieved.plan.members,
    isRequested: requestedBy(retrieved.plan, specs),
    overlay: new Map(),
    apiVersion,
  })
  return {
    changes: changes.map(({ path, before, after }) => ({ path, before: after, after: before })),
    existing: org.keys(),
  }
}

function isMetadata(path: string): boolean {
  return path !== manifestPath && componentOfPath(path) !== null
}

function hasFileBelow(paths: Iterable<string>, directory: string): boolean {
  for (const path of paths) if (path.startsWith(directory)) return true
  return false
}
