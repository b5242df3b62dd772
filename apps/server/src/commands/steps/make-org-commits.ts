import { openObjectReader } from '@sluice/git/cat-file'
import type { Repository } from '@sluice/git/git'
import { resolveCommit } from '@sluice/git/rev-parse'
import { type IncludeSpecs, parseIncludeSpecs } from '@sluice/metadata/include-specs'
import { normalisationRulesVersion } from '@sluice/metadata/normalise'
import { type AttributedChanges, attribute } from './attribution.ts'
import { type AuthorGroup, groupByAuthor } from './author-groups.ts'
import { type ChainCommit, manifestFor, writeChain } from './commit-chain.ts'
import { type MessageSource, flowInMessage } from './commit-message.ts'
import { type FlowBase, findFlowBase } from './flow-base.ts'
import { openKnownEntries } from './known-entries.ts'
import {
  type FileHashes,
  type MetadataDirectory,
  listMetadataFiles,
  manifestPath,
  metadataDirectory,
  readMetadataFiles,
} from './metadata-directory.ts'
import { type OrgComparison, compareWithOrg } from './org-changes.ts'
import { type OrgFiles, storeOrgFiles } from './org-files.ts'
import { describeCommits, writeRecord } from './org-commits-record.ts'
import { type Retrieved, readRetrieved, specsHashOf } from './retrieve/full-retrieve.ts'
import { requestedBy } from './retrieve/requested.ts'
import { type UndeployedBaseline, overlayFilesOf, pathsOf } from './undeployed-files.ts'

/** Everything that the commits follow from, as plain data: they are made in a thread of their own. */
export interface OrgCommitsInput {
  readonly gitDir: string
  /** As the stack has it: `/src`. */
  readonly metadataDirectory: string
  /** The folder of a complete retrieve. */
  readonly retrieved: string
  /** Where to write what was made. */
  readonly record: string
  /** Where the environment's known entries are kept, and the release that wrote them. */
  readonly knownEntries: string
  readonly release: string
  readonly apiVersion: string
  readonly head: string
  readonly parity: string | null
  readonly force: boolean
  readonly specs: string
  readonly undeployed: readonly UndeployedBaseline[]
  readonly message: MessageSource
  readonly committer: { readonly name: string; readonly email: string }
  readonly unknownAuthor: { readonly name: string; readonly email: string }
  readonly createdUtc: string
}

/** What is done outside of the thread. */
export interface OrgCommitsHost {
  readonly signal: AbortSignal
  /** Told now and then how many files have been compared. */
  compared(count: number): void
  committing(commits: number): void
  /** Addresses of Salesforce users by their ids. */
  emailsOf(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>
}

interface Making {
  readonly input: OrgCommitsInput
  readonly host: OrgCommitsHost
  readonly repository: Repository
  readonly directory: MetadataDirectory
  readonly specs: IncludeSpecs
  readonly retrieved: Retrieved
}

/** Compares a retrieved org with the branch and writes what changed since parity as commits, one per author. */
export async function makeOrgCommits(input: OrgCommitsInput, host: OrgCommitsHost): Promise<void> {
  const making = {
    input,
    host,
    repository: { gitDir: input.gitDir },
    directory: metadataDirectory(input.metadataDirectory),
    specs: parseIncludeSpecs(input.specs).specs,
    retrieved: await readRetrieved(input.retrieved),
  }
  const identity = { ...input.committer, date: new Date(input.createdUtc) }
  const base = await findFlowBase({ ...input, ...making, identity })
  const { comparison, undeployedPaths } = await compare(making, base)
  const attributed = attribute(comparison.changes, making.retrieved.plan.members)
  const commits = await commit(making, { base, attributed })
  const { retrieved } = making
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
  base: FlowBase,
): Promise<{ comparison: OrgComparison; undeployedPaths: Map<UndeployedBaseline, string[]> }> {
  const { input, repository, directory, specs, retrieved, host } = making
  const reader = openObjectReader(repository, { signal: host.signal })
  try {
    const filesOf = (commitHash: string) => readMetadataFiles(reader, commitHash, directory)
    const parityFiles = await filesOf(base.commitHash)
    const org = await readOrg(making, parityFiles)
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
      apiVersion: input.apiVersion,
    })
    const known = [...overlay.keys()]
    return {
      comparison,
      undeployedPaths: new Map(undeployed.map((component) => [component, [...pathsOf(component, known)]])),
    }
  } finally {
    await reader.close()
  }
}

/** Entries are known per environment; another release, API version or other specs may make other files of the same ones. */
async function readOrg(
  { input, repository, specs, retrieved, host }: Making,
  parity: FileHashes,
): Promise<OrgFiles> {
  const { apiVersion } = input
  const rules = `${input.release} ${normalisationRulesVersion} ${apiVersion} ${specsHashOf(specs)}`
  const entries = await openKnownEntries(input.knownEntries, rules)
  const { archives } = retrieved
  const { signal } = host
  const onFiles = (count: number) => host.compared(count)
  const org = await storeOrgFiles(repository, {
    archives,
    specs,
    apiVersion,
    parity,
    signal,
    onFiles,
    entries,
  })
  await entries.save()
  return org
}

async function commit(
  making: Making,
  o: { base: FlowBase; attributed: AttributedChanges },
): Promise<ChainCommit[]> {
  const { input, host, repository, directory } = making
  const groups = await groupsOf(making, o.attributed)
  if (groups.length === 0) return []
  host.committing(groups.length)
  const changes = o.attributed.components.map(({ identity, changeType }) => ({ ...identity, changeType }))
  return await writeChain({
    repository,
    directory,
    base: o.base.commitHash,
    groups,
    message: flowInMessage({ ...input.message, changes }),
    committer: input.committer,
    notBefore: new Date(input.createdUtc),
    manifest: await manifestAfter(making, o),
    signal: host.signal,
  })
}

async function groupsOf(
  { input, host }: Making,
  attributed: AttributedChanges,
): Promise<AuthorGroup<AttributedChanges['files'][number]>[]> {
  const ids = new Set(attributed.files.flatMap((file) => file.modifier?.userId ?? []))
  return groupByAuthor(attributed.files, {
    emails: ids.size === 0 ? new Map() : await host.emailsOf([...ids]),
    unknownAuthor: input.unknownAuthor,
    unknownDate: new Date(input.createdUtc),
  })
}

/** The generated manifest changes only with the set of components: a person who edited a class is no author of it. */
async function manifestAfter(
  { input, repository, directory }: Making,
  o: { base: FlowBase; attributed: AttributedChanges },
): Promise<Uint8Array | null> {
  const isSameSet = o.attributed.files.every((file) => file.before !== null && file.after !== null)
  if (isSameSet) return null
  const files = await listMetadataFiles(repository, o.base.commitHash, directory)
  const paths = new Set(files.keys())
  for (const file of o.attributed.files) {
    if (file.after === null) paths.delete(file.path)
    else paths.add(file.path)
  }
  paths.delete(manifestPath)
  return manifestFor(paths, input.apiVersion)
}
