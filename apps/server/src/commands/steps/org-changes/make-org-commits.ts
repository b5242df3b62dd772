import type { ThreadHost } from '../../../platform/threads/serve-thread.ts'
import type { OrgCommitsConversation, OrgCommitsInput } from './org-commits-task.ts'
import { type ObjectReader, openObjectReader } from '@sluice/git/cat-file'
import type { Repository } from '@sluice/git/git'
import { resolveCommit } from '@sluice/git/rev-parse'
import { type IncludeSpecs, parseIncludeSpecs } from '@sluice/metadata/include-specs'
import { normalisationRulesVersion } from '@sluice/metadata/normalise'
import { type AttributedChanges, attribute } from './attribution.ts'
import { type AuthorGroup, groupByAuthor } from './author-groups.ts'
import { type ChainCommit, manifestFor, writeChain } from '../branch/commit-chain.ts'
import { flowInMessage } from './commit-message.ts'
import { type FlowBase, findFlowBase } from '../branch/flow-base.ts'
import { openKnownEntries } from './known-entries.ts'
import {
  type FileHashes,
  type MetadataDirectory,
  listMetadataFiles,
  manifestPath,
  metadataDirectory,
} from '../branch/metadata-directory.ts'
import { type OrgComparison, compareWithOrg } from './org-changes.ts'
import type { OrgFiles } from '../org/org-files/org-files.ts'
import { storeOrgFiles } from '../org/org-files/read-org-files.ts'
import { describeCommits, writeRecord } from './org-commits-record.ts'
import { type Retrieved, readRetrieved, specsHashOf } from '../org/retrieve/full-retrieve.ts'
import { requestedBy } from '../org/retrieve/requested.ts'
import { type UndeployedBaseline, overlayFilesOf, pathsOf } from '../undeployed/undeployed-files.ts'

/** Where the commits begin. */
interface Before {
  readonly base: FlowBase
  readonly parityFiles: FileHashes
}

interface Making {
  readonly input: OrgCommitsInput
  readonly host: ThreadHost<OrgCommitsConversation>
  readonly repository: Repository
  readonly reader: ObjectReader
  readonly directory: MetadataDirectory
  readonly specs: IncludeSpecs
  readonly retrieved: Retrieved
}

/** Compares a retrieved org with the branch and writes what changed since parity as commits, one per author. */
export async function makeOrgCommits(
  input: OrgCommitsInput,
  host: ThreadHost<OrgCommitsConversation>,
): Promise<void> {
  const retrieved = await readRetrieved(input.retrieved)
  const repository = { gitDir: input.gitDir }
  const reader = openObjectReader(repository, { signal: host.signal })
  try {
    const directory = metadataDirectory(input.metadataDirectory)
    const specs = parseIncludeSpecs(input.specs).specs
    await make({ input, host, repository, reader, directory, specs, retrieved })
  } finally {
    await reader.close()
  }
}

async function make(making: Making): Promise<void> {
  const { input, retrieved } = making
  const identity = { ...input.committer, date: new Date(input.createdUtc) }
  const base = await findFlowBase({ ...input, ...making, identity })
  const listing = listMetadataFiles(making.reader, base.commitHash, making.directory)
  // Where reading the org fails nobody waits for it any more.
  listing.catch(() => undefined)
  const org = await readOrg(making, listing)
  const parityFiles = await listing
  const { comparison, undeployedPaths } = await compare(making, { base, parityFiles, org })
  const attributed = attribute(comparison.changes, retrieved.plan.members)
  const commits = await commit(making, { base, parityFiles, attributed })
  const { undeployed } = input
  const made = describeCommits({
    base,
    commits,
    attributed,
    comparison,
    retrieved,
    undeployed,
    undeployedPaths,
  })
  await writeRecord(input.record, made)
}

async function compare(
  making: Making,
  { base, parityFiles, org }: Before & { readonly org: OrgFiles },
): Promise<{ comparison: OrgComparison; undeployedPaths: Map<UndeployedBaseline, string[]> }> {
  const { input, repository, reader, directory, specs, retrieved } = making
  const filesOf = (commitHash: string) => listMetadataFiles(reader, commitHash, directory)
  const read = (hash: string) => reader.read(hash)
  const undeployed = input.force ? [] : input.undeployed
  const overlay = await overlayFilesOf(undeployed, {
    parityFiles,
    read,
    orgPaths: org.keys(),
    filesAt: async (hash) => ((await resolveCommit(repository, hash)) === null ? null : filesOf(hash)),
  })
  const comparison = await compareWithOrg({
    parityFiles,
    ...(!base.isRelated && { branchFiles: await filesOf(input.head) }),
    read,
    org,
    planned: retrieved.plan.members,
    isRequested: requestedBy(retrieved.plan, specs),
    overlay,
    resolution: input.resolution,
    apiVersion: input.apiVersion,
  })
  const known = [...overlay.keys()]
  return {
    comparison,
    undeployedPaths: new Map(undeployed.map((component) => [component, [...pathsOf(component, known)]])),
  }
}

/** Entries are known per environment; another release, API version or other specs may make other files of the same ones. */
async function readOrg(
  { input, repository, specs, retrieved, host }: Making,
  parity: Promise<FileHashes>,
): Promise<OrgFiles> {
  const { apiVersion } = input
  const rules = `${input.release} ${normalisationRulesVersion} ${apiVersion} ${specsHashOf(specs)}`
  const entries = openKnownEntries(input.knownEntries, rules)
  const { archives } = retrieved
  const { signal } = host
  const onFiles = (count: number) => host.tell({ compared: count })
  const org = await storeOrgFiles(repository, {
    archives,
    specs,
    apiVersion,
    parity,
    signal,
    onFiles,
    entries,
  })
  await (await entries).save()
  return org
}

async function commit(
  making: Making,
  o: Before & { readonly attributed: AttributedChanges },
): Promise<ChainCommit[]> {
  const { input, host, repository, reader, directory } = making
  const groups = await groupsOf(making, o.attributed)
  if (groups.length === 0) return []
  host.tell({ committing: groups.length })
  const changes = o.attributed.components.map(({ identity, changeType }) => ({ ...identity, changeType }))
  return await writeChain({
    repository,
    reader,
    directory,
    base: o.base.commitHash,
    groups,
    message: flowInMessage({ ...input.message, changes }),
    committer: input.committer,
    notBefore: new Date(input.createdUtc),
    manifest: manifestAfter(making, o),
    signal: host.signal,
  })
}

async function groupsOf(
  { input, host }: Making,
  attributed: AttributedChanges,
): Promise<AuthorGroup<AttributedChanges['files'][number]>[]> {
  const ids = new Set(attributed.files.flatMap((file) => file.modifier?.userId ?? []))
  return groupByAuthor(attributed.files, {
    emails: ids.size === 0 ? new Map() : await host.ask([...ids]),
    unknownAuthor: input.unknownAuthor,
    unknownDate: new Date(input.createdUtc),
  })
}

/** The generated manifest changes only with the set of components: a person who edited a class is no author of it. */
function manifestAfter(
  { input }: Making,
  { parityFiles, attributed }: Before & { readonly attributed: AttributedChanges },
): Uint8Array | null {
  const isSameSet = attributed.files.every((file) => file.before !== null && file.after !== null)
  if (isSameSet) return null
  const paths = new Set(parityFiles.keys())
  for (const file of attributed.files) {
    if (file.after === null) paths.delete(file.path)
    else paths.add(file.path)
  }
  paths.delete(manifestPath)
  return manifestFor(paths, input.apiVersion)
}
