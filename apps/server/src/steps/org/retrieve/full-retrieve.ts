import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type IncludeSpecs, hashIncludeSpecs } from '@sluice/metadata/include-specs'
import type { RetrieveMember, RetrievePlanOptions } from '@sluice/metadata/retrieve-plan'
import type { Connection } from '@sluice/salesforce/connection'
import { fetchOrgTime } from '@sluice/salesforce/org-time'
import type { Run } from '../../../durable/run.ts'
import { JobFailure } from '../../../durable/run-errors.ts'
import type { Deadline } from '../../../platform/deadline.ts'
import { inParallel } from '../../session/in-parallel.ts'
import { whileBrieflyTransient } from '../../session/transient-retry.ts'
import { type WorkFolder, completePart, readJson, writeJson, writeWhole } from '../../session/work-folder.ts'
import { threads } from '../../session/threads.ts'
import { planRetrieveTask } from './retrieve-tasks.ts'
import { listComponents } from './list-components.ts'
import { findUndecidedTypes } from './undecided-types.ts'
import { type Remembering, listFile } from './make-plan.ts'
import { type BatchArchive, retrieveBatch } from './retrieve-batch.ts'
import {
  type RetrievePlan,
  batchName,
  readBatchMembers,
  readOutline,
  readPlan,
  retrievePart,
} from './retrieve-plan.ts'

const retrievesAtOnce = 16

/** What a retrieve needs of the run that it is part of. */
export type RetrieveRun = Pick<Run, 'signal' | 'progress' | 'faultPoint'>

export interface RetrieveRequest {
  readonly connection: Connection
  readonly apiVersion: string
  readonly specs: IncludeSpecs
  readonly work: WorkFolder
  readonly deadline: Deadline
  readonly limits?: RetrievePlanOptions
  /** Whether to look for types that the include specs do not mention. */
  readonly findsUndecided?: boolean
  /** For a retrieve of which the next flow in remembers the components; without it everything is retrieved. */
  readonly remembering?: Pick<Remembering, 'before'>
  /** Names the part of the work folder that it fills; a retrieve that must be a new one has a part of its own. */
  readonly part?: string
}

/** Everything that the org has of what the include specs want: on disk, with who changed it last. */
export interface Retrieved {
  readonly plan: RetrievePlan
  /** Full paths, in the order of the batches. */
  readonly archives: readonly string[]
  readonly sizeBytes: number
  /** What was asked for and Salesforce says it does not have. */
  readonly notFound: readonly RetrieveMember[]
  /** What Salesforce could not retrieve: nothing is known of it. */
  readonly leftOut: readonly RetrieveMember[]
}

/** More components that cannot be retrieved mean that Salesforce cannot retrieve at all. */
const mostLeftOut = 20

const leftOutFile = 'left-out.json'
const archivesFile = 'archives.json'

/**
 * Retrieves what the include specs want into the job's work folder, all of it or, when it remembers what was there before, what
 * has changed since; gives the folder in it. Repeating it there costs nothing; where the folder is gone, or what it holds was
 * asked for by other include specs, it retrieves again, which changes nothing in the org.
 */
export async function retrieveToFolder(run: RetrieveRun, request: RetrieveRequest): Promise<string> {
  const { work, part = retrievePart } = request
  const folder = join(work.path, part)
  const outline = await readOutline(folder)
  // What was never asked for would look as if the org had deleted it.
  if (outline !== null && outline.specsHash !== specsHashOf(request.specs)) {
    await rm(folder, { recursive: true, force: true })
  }
  return await completePart(work, { name: part, resumable: true }, (path) => retrieveInto(run, request, path))
}

/** What a complete retrieve left in its folder. */
export async function readRetrieved(folder: string): Promise<Retrieved> {
  const archives = await readJson<BatchArchive[]>(join(folder, archivesFile))
  if (archives === null) throw new Error('A complete retrieve has lost its archives.')
  return {
    plan: await readPlan(folder),
    archives: archives.map((archive) => join(folder, archive.file)),
    sizeBytes: archives.reduce((total, archive) => total + archive.sizeBytes, 0),
    notFound: archives.flatMap((archive) => archive.notFound ?? []),
    leftOut: await readLeftOut(folder),
  }
}

/** Empty where an earlier release wrote the folder. */
export async function readLeftOut(folder: string): Promise<readonly RetrieveMember[]> {
  return (await readJson<RetrieveMember[]>(join(folder, leftOutFile))) ?? []
}

function retrieveFailure(error: Error | null): JobFailure {
  return new JobFailure('Salesforce could not retrieve the metadata.', error?.message ?? null)
}

async function retrieveInto(run: RetrieveRun, request: RetrieveRequest, folder: string): Promise<void> {
  if ((await readOutline(folder)) === null) await makePlan(run, request, folder)
  await retrieveBatches(run, request, folder)
}

/** Runs the batches of the plan in a folder; an archive that lies there already is not retrieved again. */
export async function retrieveBatches(
  run: RetrieveRun,
  request: Pick<RetrieveRequest, 'connection' | 'apiVersion' | 'deadline'>,
  folder: string,
): Promise<void> {
  const outline = await readOutline(folder)
  if (outline === null) throw new Error('The plan of a retrieve is not where it was written.')
  const sizes = outline.batches
  const scope = run.progress.scope('Retrieve metadata')
  const batches = scope.child('Batches', { total: sizes.length, unit: 'batches' })
  const total = sizes.reduce((sum, members) => sum + members, 0)
  const components = scope.child('Components', { total, unit: 'components' })
  const bytes = scope.child('Bytes', { unit: 'bytes' })
  const leftOut: RetrieveMember[] = []
  const archives = await inParallel(sizes, retrievesAtOnce, async (_, index) => {
    const done = await retrieveBatch(
      {
        ...request,
        folder,
        signal: run.signal,
        faultPoint: (name) => run.faultPoint(name),
        onRetrieved: (count, size) => {
          components.advance(count)
          bytes.advance(size)
        },
        leaveOut: (member, error) => {
          leftOut.push(member)
          if (leftOut.length > mostLeftOut) throw retrieveFailure(error)
        },
      },
      batchName(index),
      await readBatchMembers(folder, index),
    )
    batches.advance()
    return done
  })
  for (const part of [batches, components, bytes, scope]) part.end()
  const isNothing = archives.flat().length === 0 && (outline.unchanged ?? 0) === 0
  if (leftOut.length > 0 && isNothing) throw retrieveFailure(null)
  await writeJson(join(folder, leftOutFile), leftOut)
  await writeJson(join(folder, archivesFile), archives.flat())
}

async function makePlan(run: RetrieveRun, request: RetrieveRequest, folder: string): Promise<void> {
  const { connection, deadline, apiVersion, specs, limits = {} } = request
  const { signal } = run
  const scope = run.progress.scope('List metadata', { unit: 'types' })
  const onListed = (queries: number) => scope.advance(queries)
  const orgTime =
    request.remembering &&
    (await whileBrieflyTransient(() => fetchOrgTime(connection, { signal }), { signal, deadline }))
  const list = await listComponents({ connection, signal, deadline, onListed }, specs)
  await writeWhole(listFile(folder), list.lines)
  const undecidedTypes =
    request.findsUndecided === true
      ? await findUndecidedTypes({ connection, signal, deadline }, list.described, specs)
      : []
  const { listedTypes, failedTypes, withoutParent, wanted } = list
  const wantsStandardValueSets = wanted.has('StandardValueSet')
  const given = { specs, specsHash: specsHashOf(specs), limits }
  const listed = new Set(listedTypes)
  const unlistedTypes = [...wanted].filter((type) => !listed.has(type))
  const types = { listedTypes, failedTypes, unlistedTypes, withoutParent, undecidedTypes }
  const remembering = request.remembering && {
    ...request.remembering,
    orgTimeUtc: orgTime?.toISOString() ?? null,
    knownTypes: list.described.flatMap((type) => [type.xmlName, ...type.childXmlNames]),
  }
  const input = {
    folder,
    apiVersion,
    ...given,
    ...types,
    wantsStandardValueSets,
    ...(remembering && { remembering }),
  }
  await threads.run(planRetrieveTask, input, { signal })
  scope.end()
}

export function specsHashOf(specs: IncludeSpecs): string {
  return hashIncludeSpecs(specs, (text) => createHash('sha256').update(text).digest('hex'))
}
