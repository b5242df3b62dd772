import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { MergeConflictsStrategy } from '@sluice/contract/job-commands/strategies'
import type { IncludeSpecs } from '@sluice/metadata/include-specs'
import type { Connection } from '@sluice/salesforce/connection'
import { listSourceMembers } from '@sluice/salesforce/tooling/source-members'
import { searchMissing } from './deletions/search-missing.ts'
import type { MessageSource } from './commit-message.ts'
import { threads } from '../session/threads.ts'
import { resolutionOf } from '../branch/merge/conflict-strategy.ts'
import type { JobSession } from '../session/job-session.ts'
import { exists, writeWhole } from '../session/work-folder.ts'
import { emailsOf, trailOf } from './people-of-org.ts'
import { type OrgCommitsInput, type OrgCommitsResult, orgCommitsTask } from './org-commits-task.ts'
import { type OrgCommits, knownIn } from './org-commits-record.ts'
import { retrieveToFolder } from '../org/retrieve/full-retrieve.ts'
import type { KnownBefore } from '../org/retrieve/unchanged/find-unchanged.ts'
import { keyOfMember } from '../org/retrieve/unchanged/component-stamps.ts'
import { whileBrieflyTransient } from '../session/transient-retry.ts'
import { knownContent } from './known-store.ts'
import type { UndeployedBaseline } from '../parity/undeployed-files.ts'

export interface OrgCommitsRequest {
  readonly session: JobSession
  readonly environmentId: string
  /** Null for production. */
  readonly sandboxName: string | null
  readonly apiVersion: string
  readonly head: string
  readonly parity: string | null
  readonly force: boolean
  /** For a retrieve of what has changed since the last flow in; null: everything is retrieved. */
  readonly partial: { readonly sinceRevision: number | null } | null
  /** When the last flow in of the environment began; null where none did. */
  readonly lastFlowInUtc: string | null
  readonly acceptsDeletions: boolean
  readonly specs: IncludeSpecs
  readonly undeployed: readonly UndeployedBaseline[]
  readonly message: MessageSource
  /** For conflicts between the org and undeployed changes of the branch. */
  readonly conflictsStrategy: MergeConflictsStrategy
}

/**
 * Retrieves the org and writes what changed in it since parity as commits, one per Salesforce author, into the mirror; their lists
 * into the folder. An attempt after the first commits what the first one has retrieved.
 */
export async function makeOrgCommits(request: OrgCommitsRequest, folder: string): Promise<OrgCommits> {
  const { session } = request
  const { clock } = session.ctx
  const began = clock.elapsedMs()
  const { repository } = await session.mirror()
  const retrieve = {
    connection: await session.org(request.environmentId, request.apiVersion),
    apiVersion: request.apiVersion,
    specs: request.specs,
    work: await session.work(),
    deadline: session.deadline,
  }
  const remembering = {
    before: await knownBefore(request, { connection: retrieve.connection, gitDir: repository.gitDir }),
  }
  const retrieved = await retrieveToFolder(session.run, { ...retrieve, findsUndecided: true, remembering })
  const input = inputFor(request, { gitDir: repository.gitDir, retrieved, folder })
  const retrieveMs = () => Math.round(clock.elapsedMs() - began)
  const first = await makeInThread(request, { ...input, searched: null, retrieveMs: retrieveMs() })
  if ('made' in first) return first.made
  const searched = await searchMissing(session.run, retrieve, first.toSearch)
  const second = await makeInThread(request, { ...input, searched, retrieveMs: retrieveMs() })
  if ('made' in second) return second.made
  throw new Error('Salesforce was asked for components by name, and the commits were not made.')
}

/** What the last flow in knew, as files for the thread that plans the retrieve; null where everything is retrieved. */
async function knownBefore(
  request: OrgCommitsRequest,
  { connection, gitDir }: { readonly connection: Connection; readonly gitDir: string },
): Promise<KnownBefore | null> {
  const { session, environmentId, head, parity, partial } = request
  const { ctx, job, directory } = session
  if (partial === null) return null
  const content = await ctx.database.inWorkspace(job.workspaceId, null, (tx) =>
    knownContent(tx, environmentId),
  )
  if (content === null) return null
  const file = join((await session.work()).path, 'known-components')
  await writeWhole(file, [await inflated(content)])
  return {
    file,
    gitDir,
    metadataDirectory: directory.place,
    head,
    parity,
    committer: ctx.config.committer,
    createdUtc: job.createdUtc,
    logged:
      partial.sinceRevision === null ? [] : await loggedSince(session, connection, partial.sinceRevision),
  }
}

/** The keys of the components that the change log of the org names since a revision. */
async function loggedSince(
  { run, deadline }: JobSession,
  connection: Connection,
  sinceRevision: number,
): Promise<string[]> {
  const { signal } = run
  const list = () => listSourceMembers(connection, { sinceRevision, signal })
  const members = await whileBrieflyTransient(list, { signal, deadline })
  return members.map(({ memberType, memberName }) => keyOfMember({ type: memberType, fullName: memberName }))
}

const inflated = promisify(gunzip)
const deflated = promisify(gzip)

/** What the next flow in may take as unchanged, as it is stored; null where the flow could not tell. */
export async function readKnown(lists: string): Promise<Buffer | null> {
  const path = knownIn(lists)
  return (await exists(path)) ? await deflated(await readFile(path)) : null
}

function inputFor(
  request: OrgCommitsRequest,
  places: Pick<OrgCommitsInput, 'gitDir' | 'retrieved' | 'folder'>,
): Omit<OrgCommitsInput, 'searched' | 'retrieveMs'> {
  const { session, apiVersion, head, parity, force, acceptsDeletions, message } = request
  const { config, folders } = session.ctx
  return {
    ...places,
    metadataDirectory: session.directory.place,
    knownEntries: join(folders.knownEntries, request.environmentId),
    release: config.product.version,
    apiVersion,
    head,
    parity,
    force,
    lastFlowInUtc: request.lastFlowInUtc,
    acceptsDeletions,
    specs: request.specs,
    form: {
      leavesOutOwnValues: session.stack.ensureMetadataIsPortable,
      sandboxName: request.sandboxName,
    },
    undeployed: request.undeployed,
    message,
    resolution: resolutionOf(request.conflictsStrategy),
    committer: config.committer,
    unknownAuthor: config.unknownAuthor,
    createdUtc: session.job.createdUtc,
  }
}

/** Compares and commits in a thread, and asks the org for what the thread has to know about people. */
async function makeInThread(request: OrgCommitsRequest, input: OrgCommitsInput): Promise<OrgCommitsResult> {
  const { run } = request.session
  const files = run.progress.scope('Compare files', { unit: 'files' })
  const written: (() => void)[] = [() => files.end()]
  let compared = 0
  const result = await threads.run(orgCommitsTask, input, {
    signal: run.signal,
    told: (news) => {
      if ('compared' in news) {
        files.advance(news.compared - compared)
        compared = news.compared
        return
      }
      const commits = run.progress.scope('Commit changes', { total: news.committing, unit: 'commits' })
      written.push(
        () => commits.advance(news.committing),
        () => commits.end(),
      )
    },
    asked: async (asked) =>
      'users' in asked
        ? { emails: await emailsOf(request, asked.users), trail: [] }
        : { emails: new Map(), trail: await trailOf(request, asked.trailSince) },
  })
  for (const end of written) end()
  return result
}
