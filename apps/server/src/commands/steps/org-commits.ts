import { join } from 'node:path'
import { openObjectReader } from '@sluice/git/cat-file'
import { resolveCommit } from '@sluice/git/rev-parse'
import type { IncludeSpecs } from '@sluice/metadata/include-specs'
import { normalisationRulesVersion } from '@sluice/metadata/normalise'
import { fetchUsers } from '@sluice/salesforce/tooling/users'
import { type AttributedChanges, attribute } from './attribution.ts'
import { type AuthorGroup, groupByAuthor } from './author-groups.ts'
import { type ChainCommit, manifestFor, writeChain } from './commit-chain.ts'
import type { FlowBase } from './flow-base.ts'
import { findFlowBase } from './flow-base.ts'
import type { JobSession } from './job-session.ts'
import { type KnownEntries, openKnownEntries } from './known-entries.ts'
import { listMetadataFiles, manifestPath } from './metadata-directory.ts'
import type { Mirror } from './mirror.ts'
import { type OrgComparison, compareWithOrg } from './org-changes.ts'
import { storeOrgFiles } from './org-files.ts'
import { type OrgCommits, describeCommits } from './org-commits-record.ts'
import { type Retrieved, retrieveEverything, specsHashOf } from './retrieve/full-retrieve.ts'
import { requestedBy } from './retrieve/requested.ts'
import { type UndeployedBaseline, overlayFilesOf, pathsOf } from './undeployed-files.ts'
import { readJson, writeJson } from './work-folder.ts'

export interface OrgCommitsRequest {
  readonly session: JobSession
  readonly environmentId: string
  readonly apiVersion: string
  readonly head: string
  readonly parity: string | null
  readonly force: boolean
  readonly specs: IncludeSpecs
  readonly undeployed: readonly UndeployedBaseline[]
  /** Gets the changes, because the generated message counts them. */
  readonly message: (changes: AttributedChanges['components']) => string
}

/**
 * Retrieves the org and writes what changed in it since parity as commits, one per Salesforce author, into the
 * mirror. Asked again in the same folder it answers from there; where folder or mirror are gone it does all again.
 */
export async function ensureOrgCommits(request: OrgCommitsRequest): Promise<OrgCommits> {
  const { session } = request
  const start = request.force || request.parity === null ? request.head : 'parity'
  const record = join((await session.work()).path, `org-commits-${start}.json`)
  const mirror = await session.mirror()
  const known = await readJson<OrgCommits>(record)
  if (known !== null && (await resolveCommit(mirror.repository, known.tip)) !== null) return known
  const retrieved = await retrieveEverything(session.run, {
    connection: await session.org(request.environmentId, request.apiVersion),
    apiVersion: request.apiVersion,
    specs: request.specs,
    work: await session.work(),
    deadline: session.deadline,
  })
  const made = await writeOrgCommits(request, { mirror, retrieved })
  await writeJson(record, made)
  return made
}

async function writeOrgCommits(
  request: OrgCommitsRequest,
  { mirror, retrieved }: { mirror: Mirror; retrieved: Retrieved },
): Promise<OrgCommits> {
  const { session } = request
  const { repository } = mirror
  const identity = { ...session.ctx.config.committer, date: new Date(session.job.createdUtc) }
  const base = await findFlowBase({ ...request, repository, directory: session.directory, identity })
  const { comparison, undeployedPaths } = await compare(request, { mirror, retrieved, base })
  const attributed = attribute(comparison.changes, retrieved.plan.members)
  const commits = await commit(request, { mirror, retrieved, base, attributed })
  return describeCommits({
    base,
    commits,
    attributed,
    comparison,
    retrieved,
    undeployed: request.undeployed,
    undeployedPaths,
  })
}

async function compare(
  request: OrgCommitsRequest,
  o: { mirror: Mirror; retrieved: Retrieved; base: FlowBase },
): Promise<{ comparison: OrgComparison; undeployedPaths: Map<UndeployedBaseline, string[]> }> {
  const { session, specs, apiVersion } = request
  const { repository } = o.mirror
  const { signal } = session.run
  const filesOf = (commitHash: string) => listMetadataFiles(repository, commitHash, session.directory)
  const parityFiles = await filesOf(o.base.commitHash)
  const isKnown = (path: string, hash: string) => parityFiles.get(path) === hash
  const scope = session.run.progress.scope('Compare files', { unit: 'files' })
  let read = 0
  const onFiles = (count: number) => {
    scope.advance(count - read)
    read = count
  }
  const { archives } = o.retrieved
  const entries = await knownEntries(request)
  const org = await storeOrgFiles(repository, {
    archives,
    specs,
    apiVersion,
    isKnown,
    signal,
    onFiles,
    entries,
  })
  await entries.save()
  scope.end()
  const reader = openObjectReader(repository, { signal })
  try {
    const read = (hash: string) => reader.read(hash)
    const undeployed = request.force ? [] : request.undeployed
    const overlay = await overlayFilesOf(undeployed, {
      parityFiles,
      read,
      orgPaths: org.keys(),
      filesAt: async (hash) => ((await resolveCommit(repository, hash)) === null ? null : filesOf(hash)),
    })
    const { plan } = o.retrieved
    const planned = plan.members
    const isRequested = requestedBy(plan, specs)
    const comparison = await compareWithOrg({
      parityFiles,
      ...(!o.base.isRelated && { branchFiles: await filesOf(request.head) }),
      read,
      org,
      planned,
      isRequested,
      overlay,
      apiVersion,
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

/** Kept per environment; another release, API version or other specs may make other files of the same entries. */
async function knownEntries(request: OrgCommitsRequest): Promise<KnownEntries> {
  const { config, folders } = request.session.ctx
  const file = join(folders.knownEntries, request.environmentId)
  const release = `${config.product.version} ${normalisationRulesVersion}`
  const rules = `${release} ${request.apiVersion} ${specsHashOf(request.specs)}`
  return await openKnownEntries(file, rules)
}

async function commit(
  request: OrgCommitsRequest,
  o: { mirror: Mirror; retrieved: Retrieved; base: FlowBase; attributed: AttributedChanges },
): Promise<ChainCommit[]> {
  const { session } = request
  const { committer } = session.ctx.config
  const groups = await groupsOf(request, o.attributed)
  if (groups.length === 0) return []
  const scope = session.run.progress.scope('Commit changes', { total: groups.length, unit: 'commits' })
  const chain = await writeChain({
    repository: o.mirror.repository,
    directory: session.directory,
    base: o.base.commitHash,
    groups,
    message: request.message(o.attributed.components),
    committer,
    notBefore: new Date(session.job.createdUtc),
    manifest: await manifestAfter(request, o),
    signal: session.run.signal,
  })
  scope.advance(groups.length)
  scope.end()
  return chain
}

async function groupsOf(
  request: OrgCommitsRequest,
  attributed: AttributedChanges,
): Promise<AuthorGroup<AttributedChanges['files'][number]>[]> {
  const { session } = request
  const ids = new Set(attributed.files.flatMap((file) => file.modifier?.userId ?? []))
  const connection = await session.org(request.environmentId, request.apiVersion)
  const users = ids.size === 0 ? [] : await fetchUsers(connection, [...ids], { signal: session.run.signal })
  return groupByAuthor(attributed.files, {
    emails: new Map(users.map((user) => [user.id, user.email])),
    unknownAuthor: session.ctx.config.unknownAuthor,
    unknownDate: new Date(session.job.createdUtc),
  })
}

/** The generated manifest changes only with the set of components: a person who edited a class is no author of it. */
async function manifestAfter(
  request: OrgCommitsRequest,
  o: { mirror: Mirror; base: FlowBase; attributed: AttributedChanges },
): Promise<Uint8Array | null> {
  const isSameSet = o.attributed.files.every((file) => file.before !== null && file.after !== null)
  if (isSameSet) return null
  const { directory } = request.session
  const files = await listMetadataFiles(o.mirror.repository, o.base.commitHash, directory)
  const paths = new Set(files.keys())
  for (const file of o.attributed.files) {
    if (file.after === null) paths.delete(file.path)
    else paths.add(file.path)
  }
  paths.delete(manifestPath)
  return manifestFor(paths, request.apiVersion)
}
