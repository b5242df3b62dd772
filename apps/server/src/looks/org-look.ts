import { rm } from 'node:fs/promises'
import { openObjectReader } from '@sluice/git/cat-file'
import { componentKey } from '@sluice/metadata/component'
import { isDependentFile } from '@sluice/metadata/partial-retrieve'
import { pathsOfComponent } from '@sluice/metadata/paths'
import type { RetrieveMember } from '@sluice/metadata/retrieve-plan'
import type { Connection } from '@sluice/salesforce/connection'
import type { Context } from '../context.ts'
import { packedFile } from '../differences/difference-lists.ts'
import {
  type DifferenceOwner,
  findDifference,
  findFilesOf,
  replaceFiles,
  saveDifference,
} from '../differences/difference-store.ts'
import { signalDifference } from '../differences/difference-signals.ts'
import { createProgressTree } from '../durable/progress.ts'
import { JobFailure } from '../durable/run-errors.ts'
import { Deadline } from '../platform/deadline.ts'
import { metadataDirectory } from '@sluice/metadata/layout/metadata-directory'
import { listMetadataFiles } from '../steps/session/metadata-directory.ts'
import { specsHashOf } from '../steps/org/retrieve/full-retrieve.ts'
import { includedMembers, membersToRetrieve } from '../steps/org/retrieve/make-plan.ts'
import { listComponents } from '../steps/org/retrieve/list-components.ts'
import { retrieveComponents } from '../steps/org/retrieve/retrieve-components.ts'
import { threads } from '../steps/session/threads.ts'
import { openBranches } from './branch-repository.ts'
import { inPlaces } from './compare-retrieved.ts'
import { type RetrievedDifference, type Sides, compareRetrievedTask } from './difference-tasks.ts'
import { findSides } from './environment-sides.ts'
import { makeLookFolder } from './look-folder.ts'
import { loadLookTarget } from './look-target.ts'
import { type CheckedLookOrg, connectForLook } from './org-connection.ts'
import { notTrusted } from './org-candidates.ts'
import { type OrgMemory, readMemory, writeMemory } from './org-memory.ts'
import { deletionsIn } from './org-deletions.ts'
import { type AskedCandidates, askForCandidates, componentsOf } from './org-question.ts'
import type { CallCount } from './org-calls.ts'

/** No look takes longer: a retrieve that the org does not get to is asked for again by the next look. */
const longestLookMs = 30 * 60_000

/** What a look may do. */
export interface OrgLook {
  readonly owner: DifferenceOwner
  readonly calls: CallCount
  readonly signal: AbortSignal
}

/**
 * Finds out what changed in the org of an environment since the last flow: asks what may have changed, retrieves only that,
 * and compares it with what the org should have. Only what differs is kept.
 */
export async function lookAtOrg(ctx: Context, look: OrgLook): Promise<void> {
  const { owner, signal } = look
  const target = await loadLookTarget(ctx, owner)
  const environment = target?.environments.find(({ id }) => id === owner.environmentId)
  if (target === null || environment === undefined) return
  const found = await findSides(ctx, { target, environment }, await openBranches(ctx, target, signal))
  if ('reason' in found) throw new JobFailure(found.reason)
  const org = await connectForLook(ctx, { ...look, environment })
  const sides = { ...found.sides, apiVersion: org.apiVersion }
  const { memory, keptPaths } = await memoryOf(ctx, { owner, sides, org })
  const deadline = new Deadline(ctx.clock, longestLookMs)
  const asking = { ctx, ...owner, connection: org.connection, specs: sides.specs, signal, deadline }
  const asked = await askForCandidates({
    ...asking,
    memory,
    keptPaths,
    parityRevision: environment.latestKnownParityRevisionNumber,
    isSandbox: org.isSandbox,
    expected: () => expectedPaths(sides, signal),
  })
  const compared = await compareCandidates(
    ctx,
    { sides, connection: org.connection, deadline, signal },
    asked.wanted,
  )
  const deletions = await deletionsIn(org.connection, {
    asked,
    compared,
    since: environment.createdUtc,
    signal,
  })
  await keep(ctx, { owner, org, sides, memory, asked, compared, deletions })
}

/** Everything else that a look follows from. */
const rulesOf = ({ specs, apiVersion, metadataDirectory: folder }: Sides): string =>
  [specsHashOf(specs), apiVersion, folder.path, folder.layout].join(' ')

interface MemoryOf {
  readonly owner: DifferenceOwner
  readonly sides: Sides
  readonly org: CheckedLookOrg
}

interface Remembered {
  /** Null if no look is stored, or if the org or the rules have changed since. */
  readonly memory: OrgMemory | null
  readonly keptPaths: readonly string[]
}

async function memoryOf(ctx: Context, { owner, sides, org }: MemoryOf): Promise<Remembered> {
  return await ctx.database.inWorkspace(owner.workspaceId, null, async (tx) => {
    const row = await findDifference(tx, owner.environmentId)
    const memory = readMemory(row?.orgMemory ?? null)
    if (memory?.orgId !== org.orgId || memory.rules !== rulesOf(sides)) return { memory: null, keptPaths: [] }
    const files = await findFilesOf(tx, owner.environmentId, 'org')
    return { memory, keptPaths: files.map(({ path }) => path) }
  })
}

async function expectedPaths(sides: Sides, signal: AbortSignal): Promise<Iterable<string>> {
  const reader = openObjectReader({ gitDir: sides.gitDir }, { signal })
  try {
    const directory = metadataDirectory(sides.metadataDirectory)
    return (await listMetadataFiles(reader, sides.since, directory)).keys()
  } finally {
    await reader.close()
  }
}

interface LookAtCandidates {
  readonly sides: Sides
  readonly connection: Connection
  readonly deadline: Deadline
  readonly signal: AbortSignal
}

const isDependent = ({ type, fullName }: RetrieveMember): boolean =>
  pathsOfComponent({ packageName: 'unpackaged', componentType: type, componentName: fullName }).files.some(
    isDependentFile,
  )

async function compareCandidates(
  ctx: Context,
  { sides, connection, deadline, signal }: LookAtCandidates,
  wanted: readonly RetrieveMember[],
): Promise<RetrievedDifference> {
  if (wanted.length === 0) return { files: [], told: [], leftOut: [] }
  const path = await makeLookFolder(ctx.folders.work)
  try {
    // Profiles and translations come back only with entries about what the same retrieve asks for.
    const isFull = wanted.some(isDependent)
    const list = isFull ? await listComponents({ connection, signal, deadline }, sides.specs) : null
    const listed = list === null ? [] : includedMembers(componentsOf(list.lines), sides.specs, false)
    const run = { signal, progress: createProgressTree(async () => {}), faultPoint: async () => {} }
    const retrieved = await retrieveComponents(run, {
      connection,
      apiVersion: sides.apiVersion,
      specs: sides.specs,
      work: { path },
      deadline,
      part: 'retrieve',
      wanted: isFull ? unique([...membersToRetrieve(listed), ...wanted]) : wanted,
      listed,
    })
    return await threads.run(compareRetrievedTask, { ...sides, retrieved, wanted, isFull }, { signal })
  } finally {
    await rm(path, { recursive: true, force: true })
  }
}

function unique(members: readonly RetrieveMember[]): RetrieveMember[] {
  const byName = new Map(members.map(({ type, fullName }) => [`${type} ${fullName}`, { type, fullName }]))
  return [...byName.values()]
}

interface Look extends MemoryOf {
  readonly memory: OrgMemory | null
  readonly asked: AskedCandidates
  readonly compared: RetrievedDifference
  /** Who deleted what, where only the audit trail tells. */
  readonly deletions: OrgMemory['changers']
}

async function keep(ctx: Context, look: Look): Promise<void> {
  const { owner, org, sides, memory, asked, compared } = look
  const isTold = inPlaces(new Set(compared.told))
  const content = writeMemory({
    orgId: org.orgId,
    rules: rulesOf(sides),
    ...memoryAfter(look),
    changers: changersAfter(look),
  })
  await ctx.database.inWorkspace(owner.workspaceId, null, async (tx) => {
    const before = memory === null ? [] : await findFilesOf(tx, owner.environmentId, 'org')
    const after = compared.files.map((file) => ({
      ...file,
      content: file.content && packedFile(file.content),
    }))
    const files = [...before.filter(({ path }) => !isTold(path)), ...after]
    await replaceFiles(tx, owner, { side: 'org', files })
    await saveDifference(tx, owner, {
      orgState: 'ready',
      orgReason: null,
      orgMethod: asked.method,
      orgLookedUtc: ctx.clock.now(),
      orgId: org.orgId,
      orgMemory: content,
    })
    await signalDifference(tx, { what: 'branches', workspaceId: owner.workspaceId, stackId: owner.stackId })
  })
}

/** Who changed what: of what changed again, or is gone, only what this look found out counts. */
function changersAfter({ asked, memory, deletions }: Look): OrgMemory['changers'] {
  const changed = new Set(asked.identities.map(componentKey))
  const before = Object.entries(memory?.changers ?? {}).filter(([key]) => !changed.has(key))
  return { ...Object.fromEntries(before), ...asked.changers, ...deletions }
}

/** What could not be retrieved is looked at again the next time. */
function memoryAfter({ asked, compared, memory }: Look): Pick<OrgMemory, 'revision' | 'stamps' | 'unlisted'> {
  const { revision, stamps, unlisted } = asked.memory
  if (compared.leftOut.length === 0) return { revision, stamps, unlisted }
  const names = new Set(compared.leftOut.map(({ type, fullName }) => `${type} ${fullName}`))
  const kept = Object.entries(stamps).map(
    ([name, stamp]) => [name, names.has(name) ? notTrusted : stamp] as const,
  )
  return { revision: memory?.revision ?? null, stamps: Object.fromEntries(kept), unlisted }
}
