import type { ComponentIdentity } from '@sluice/metadata/component'
import type { ThreadHost } from '../../platform/threads/serve-thread.ts'
import type { OrgCommitsConversation, OrgCommitsInput, OrgCommitsResult } from './org-commits-task.ts'
import { type ObjectReader, openObjectReader } from '@sluice/git/cat-file'
import type { Repository } from '@sluice/git/git'
import { resolveCommit } from '@sluice/git/rev-parse'
import { isIncluded } from '@sluice/metadata/include-specs'
import { normalisationRulesVersion } from '@sluice/metadata/normalise'
import { ownerOf } from '@sluice/metadata/paths'
import { type RetrieveMember, memberOf } from '@sluice/metadata/retrieve-plan'
import { type AttributedChanges, attribute, describedIn } from './attribution.ts'
import { type AuthorGroup, groupByAuthor } from '../branch/author-groups.ts'
import { type ChainCommit, writeChain } from './commit-chain.ts'
import { manifestFor } from '../branch/manifest-of-files.ts'
import { addSearchedFiles, type Searched } from './deletions/add-searched-files.ts'
import { deletionsIn } from './deletions/deletion-limit.ts'
import { type KeptComponent, keptMetadata, keptOf, notRetrieved } from './deletions/kept-components.ts'
import { type MissingComponent, findMissing, memberKey } from './deletions/missing-components.ts'
import { flowInMessage } from './commit-message.ts'
import { type FlowBase, findFlowBase } from '../branch/flow-base.ts'
import { openKnownEntries } from '../org/org-files/known-entries.ts'
import { type MetadataDirectory, metadataDirectory } from '@sluice/metadata/layout/metadata-directory'
import { type FileHashes, listMetadataFiles, manifestPath } from '../session/metadata-directory.ts'
import { type OrgComparison, compareWithOrg } from './org-changes.ts'
import type { OrgFiles } from '../org/org-files/org-files.ts'
import { storeOrgFiles } from '../org/org-files/read-org-files.ts'
import { type CommitsMade, describeCommits, listCommitted } from './describe-commits.ts'
import { writeLists } from './org-commits-record.ts'
import { addUnchanged, rememberComponents } from './unchanged-components.ts'
import { type Retrieved, readRetrieved } from '../org/retrieve/full-retrieve.ts'
import { requestedBy } from '../org/retrieve/requested.ts'
import { type UndeployedBaseline, overlayFilesOf, pathsOf } from '../parity/undeployed-files.ts'

/** Where the commits begin: the files of this commit are compared with those of the org. */
interface ComparedBase {
  readonly base: FlowBase
  readonly parityFiles: FileHashes
}

interface ChangesSinceBase extends ComparedBase {
  readonly attributed: AttributedChanges
}

/** One run of the task: its input, and what is open while it runs. */
interface CommitTask {
  readonly input: OrgCommitsInput
  readonly host: ThreadHost<OrgCommitsConversation>
  readonly repository: Repository
  readonly reader: ObjectReader
  readonly directory: MetadataDirectory
  readonly retrieved: Retrieved
}

/**
 * Compares a retrieved org with the branch and writes what changed since parity as commits, one per author. Writes nothing where
 * Salesforce must be asked for components by name before.
 */
export async function makeOrgCommits(
  input: OrgCommitsInput,
  host: ThreadHost<OrgCommitsConversation>,
): Promise<OrgCommitsResult> {
  const retrieved = await readRetrieved(input.retrieved)
  const { gitDir } = input
  const reader = openObjectReader({ gitDir }, { signal: host.signal })
  const repository = { gitDir, reader }
  try {
    const directory = metadataDirectory(input.metadataDirectory)
    return await make({ input, host, repository, reader, directory, retrieved })
  } finally {
    await reader.close()
  }
}

async function make(task: CommitTask): Promise<OrgCommitsResult> {
  const { input, retrieved } = task
  const identity = { ...input.committer, date: new Date(input.createdUtc) }
  const base = await findFlowBase({ ...input, ...task, identity })
  const listing = listMetadataFiles(task.reader, base.commitHash, task.directory)
  // When reading the org fails, the listing is not awaited any more.
  listing.catch(() => undefined)
  const org = await readOrg(task, listing)
  const parityFiles = await listing
  addUnchanged(org, { plan: retrieved.plan, base: base.commitHash, parityFiles })
  const missing = await findMissingIn(task, parityFiles, org)
  const toAsk = missing.flatMap(({ asked, reason }) => (reason === null ? asked.map(memberOf) : []))
  if (toAsk.length > 0 && input.searched === null) return { toSearch: toAsk }
  const searched = await addSearched(task, { parityFiles, org, asked: toAsk })
  const kept = [...keptOf(missing, searched), ...notRetrieved(retrieved.leftOut)]
  const { comparison, undeployedPaths } = await compare(task, { base, parityFiles, org, searched, kept })
  const attributed = await attribute(comparison.changes, retrieved.plan.members, {
    since: firstChange(input),
    auditTrail: async (trailSince) => (await task.host.ask({ trailSince })).trail,
  })
  const commits = await commit(task, { base, parityFiles, attributed })
  const { undeployed } = input
  const made: CommitsMade = {
    base,
    commits,
    attributed,
    comparison,
    retrieved,
    retrieveMs: input.retrieveMs,
    directory: task.directory,
    undeployed,
    undeployedPaths,
    kept: keptMetadata(kept),
    deletions: deletionsIn(attributed.components, { parityFiles, specs: input.specs }),
  }
  const { plan } = retrieved
  const changes = attributed.files
  await rememberComponents(input.folder, { plan, org, parityFiles, changes, undeployed })
  await writeLists(input.folder, listCommitted(made))
  return { made: describeCommits(made) }
}

/**
 * Since when the changes were made, in whole seconds as Salesforce records them. With force, or without parity, the org is compared
 * with something else than its own past.
 */
function firstChange({ force, parity, lastFlowInUtc }: OrgCommitsInput): Date | null {
  if (force || parity === null || lastFlowInUtc === null) return null
  return new Date(Math.floor(Date.parse(lastFlowInUtc) / 1_000) * 1_000)
}

async function findMissingIn(
  { input, reader, retrieved }: CommitTask,
  parityFiles: FileHashes,
  org: OrgFiles,
): Promise<MissingComponent[]> {
  return await findMissing({
    parityFiles,
    read: (hash) => reader.read(hash),
    org,
    plan: retrieved.plan,
    specs: input.specs,
    undeployed: input.force ? [] : input.undeployed,
    acceptsDeletions: input.acceptsDeletions,
  })
}

interface ReadOrg extends ComparedBase {
  readonly org: OrgFiles
  readonly searched: Searched
  readonly kept: readonly KeptComponent[]
}

/** The key of the composite that holds a component, or of the component itself. */
const ownerKey = (identity: ComponentIdentity): string => memberKey(ownerOf(identity))

async function compare(
  task: CommitTask,
  { base, parityFiles, org, searched, kept }: ReadOrg,
): Promise<{ comparison: OrgComparison; undeployedPaths: Map<UndeployedBaseline, string[]> }> {
  const { input, repository, reader, directory, retrieved } = task
  const filesOf = (commitHash: string) => listMetadataFiles(reader, commitHash, directory)
  const read = (hash: string) => reader.read(hash)
  const undeployed = input.force ? [] : input.undeployed
  const overlay = await overlayFilesOf(undeployed, {
    parityFiles,
    read,
    orgPaths: org.keys(),
    filesAt: async (hash) => ((await resolveCommit(repository, hash)) === null ? null : filesOf(hash)),
  })
  const keptKeys = new Set(kept.map(({ identity }) => memberKey(identity)))
  const listedTypes = new Set(retrieved.plan.listedTypes)
  // Also what waits to be deployed: what the org has of it is unknown then.
  const isUnlisted = (identity: ComponentIdentity) =>
    !listedTypes.has(memberOf(identity).type) && isIncluded(input.specs, identity)
  const isRequested = requestedBy(retrieved, input.specs)
  let headFiles: Promise<FileHashes> | undefined
  const comparison = await compareWithOrg({
    parityFiles,
    ...(!base.isRelated && { branchFiles: await filesOf(input.head) }),
    headFiles: () => (headFiles ??= filesOf(input.head)),
    read,
    org,
    planned: [...retrieved.plan.members, ...searched.members],
    isKept: (identity) => keptKeys.has(ownerKey(identity)) || isUnlisted(ownerOf(identity)),
    // A profile has no entries about what the full retrieve did not ask for.
    isRequested: (identity) =>
      isRequested(identity) &&
      !keptKeys.has(ownerKey(identity)) &&
      !searched.cameBack.has(ownerKey(identity)),
    overlay,
    form: input.form,
    storesForm: true,
    resolution: input.resolution,
    apiVersion: input.apiVersion,
  })
  const known = [...overlay.keys()]
  return {
    comparison,
    undeployedPaths: new Map(undeployed.map((component) => [component, [...pathsOf(component, known)]])),
  }
}

/** What was asked for by name, and the files that the answers join. */
interface SearchedIn {
  readonly parityFiles: FileHashes
  readonly org: OrgFiles
  readonly asked: readonly RetrieveMember[]
}

/** What Salesforce returned when it was asked by name joins the files of the org. */
async function addSearched(
  { input, repository, host }: CommitTask,
  { parityFiles: parity, org, asked }: SearchedIn,
): Promise<Searched> {
  const { searched, apiVersion, specs, form } = input
  if (searched === null) return { notFound: [], cameBack: new Set(), members: [] }
  const { archives, notFound } = await readRetrieved(searched)
  const { signal } = host
  const request = { archives, specs, planned: asked, apiVersion, form, parity, signal }
  return { ...addSearchedFiles(org, await storeOrgFiles(repository, request)), notFound }
}

/** Entries are known per environment; another release, API version, form or other specs may make other files of the same ones. */
async function readOrg(
  { input, repository, retrieved, host }: CommitTask,
  parity: Promise<FileHashes>,
): Promise<OrgFiles> {
  const { apiVersion, specs, form } = input
  const { specsHash } = retrieved.plan
  const rules = `${input.release} ${normalisationRulesVersion} ${apiVersion} ${JSON.stringify(form)} ${specsHash}`
  const entries = openKnownEntries(input.knownEntries, rules)
  const { archives } = retrieved
  const { signal } = host
  const onFiles = (count: number) => host.tell({ compared: count })
  const org = await storeOrgFiles(repository, {
    archives,
    specs,
    planned: retrieved.plan.members,
    beside: retrieved.plan.beside,
    apiVersion,
    form,
    parity,
    signal,
    onFiles,
    entries,
  })
  // After a retrieve of a part the next whole one would have to read again what this one did not bring.
  if ((retrieved.plan.unchanged ?? 0) === 0) await (await entries).save()
  return org
}

async function commit(task: CommitTask, changes: ChangesSinceBase): Promise<ChainCommit[]> {
  const { base, attributed } = changes
  const { input, host, repository, reader, directory } = task
  const groups = await groupsOf(task, attributed)
  if (groups.length === 0) return []
  host.tell({ committing: groups.length })
  return await writeChain({
    repository,
    reader,
    directory,
    base: base.commitHash,
    groups,
    messageOf: (files) =>
      flowInMessage({ ...input.message, changes: describedIn(attributed.components, files) }),
    committer: input.committer,
    notBefore: new Date(input.createdUtc),
    manifest: manifestAfter(task, changes),
    signal: host.signal,
  })
}

async function groupsOf(
  { input, host }: CommitTask,
  attributed: AttributedChanges,
): Promise<AuthorGroup<AttributedChanges['files'][number]>[]> {
  const ids = new Set(attributed.files.flatMap((file) => file.modifier?.userId ?? []))
  return groupByAuthor(attributed.files, {
    emails: ids.size === 0 ? new Map() : (await host.ask({ users: [...ids] })).emails,
    unknownAuthor: input.unknownAuthor,
    unknownDate: new Date(input.createdUtc),
  })
}

/** The generated manifest changes only with the set of components: a person who edited a class is no author of it. */
function manifestAfter(
  { input }: CommitTask,
  { parityFiles, attributed }: ChangesSinceBase,
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
