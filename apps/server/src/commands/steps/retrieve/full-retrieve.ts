import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type IncludeSpecs, hashIncludeSpecs } from '@sluice/metadata/include-specs'
import { type RetrievePlanOptions, planRetrieve } from '@sluice/metadata/retrieve-plan'
import type { Connection } from '@sluice/salesforce/connection'
import type { Run } from '../../../durable/run.ts'
import { inParallel } from '../in-parallel.ts'
import { type WorkFolder, completePart, readJson, writeJson } from '../work-folder.ts'
import { listIncludedMembers, membersToRetrieve } from './list-members.ts'
import { type BatchArchive, retrieveBatch } from './retrieve-batch.ts'
import { type RetrievePlan, type StoredPlan, readPlan } from './retrieve-plan.ts'

const retrievesAtOnce = 16

export interface RetrieveRequest {
  readonly connection: Connection
  readonly apiVersion: string
  readonly specs: IncludeSpecs
  readonly work: WorkFolder
  readonly deadline: number
  readonly limits?: RetrievePlanOptions
}

/** Everything that the org has of what the include specs want: on disk, with who changed it last. */
export interface Retrieved {
  readonly plan: RetrievePlan
  /** Full paths, in the order of the batches. */
  readonly archives: readonly string[]
  readonly sizeBytes: number
}

const planFile = 'plan.json'
const archivesFile = 'archives.json'

/**
 * A full retrieve into the job's work folder; gives the folder in it. Repeating it there costs nothing; where the folder
 * is gone, it retrieves again, which changes nothing in the org.
 */
export async function retrieveToFolder(run: Run, request: RetrieveRequest): Promise<string> {
  return await completePart(request.work, { name: 'retrieved', resumable: true }, (path) =>
    retrieveInto(run, request, path),
  )
}

/** The same with what lies in the folder. */
export async function retrieveEverything(run: Run, request: RetrieveRequest): Promise<Retrieved> {
  return await readRetrieved(await retrieveToFolder(run, request))
}

/** What a complete retrieve left in its folder. */
export async function readRetrieved(folder: string): Promise<Retrieved> {
  const plan = await readJson<StoredPlan>(join(folder, planFile))
  const archives = await readJson<BatchArchive[]>(join(folder, archivesFile))
  if (plan === null || archives === null) throw new Error('A complete retrieve has lost its files.')
  return {
    plan: readPlan(plan),
    archives: archives.map((archive) => join(folder, archive.file)),
    sizeBytes: archives.reduce((total, archive) => total + archive.sizeBytes, 0),
  }
}

async function retrieveInto(run: Run, request: RetrieveRequest, folder: string): Promise<void> {
  const stored = await readJson<StoredPlan>(join(folder, planFile))
  const plan = stored === null ? await planOf(run, request) : readPlan(stored)
  await writeJson(join(folder, planFile), plan)
  const scope = run.progress.scope('Retrieve metadata')
  const batches = scope.child('Batches', { total: plan.batches.length, unit: 'batches' })
  const components = scope.child('Components', { total: plan.batches.flat().length, unit: 'components' })
  const bytes = scope.child('Bytes', { unit: 'bytes' })
  const archives = await inParallel(plan.batches, retrievesAtOnce, async (members, index) => {
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
      },
      `batch-${String(index + 1).padStart(3, '0')}`,
      members,
    )
    batches.advance()
    return done
  })
  for (const part of [batches, components, bytes, scope]) part.end()
  await writeJson(join(folder, archivesFile), archives.flat())
}

async function planOf(run: Run, request: RetrieveRequest): Promise<RetrievePlan> {
  const scope = run.progress.scope('List metadata', { unit: 'types' })
  const { members, listedTypes } = await listIncludedMembers(
    {
      connection: request.connection,
      signal: run.signal,
      deadline: request.deadline,
      onListed: (queries) => scope.advance(queries),
    },
    request.specs,
  )
  scope.end()
  return {
    apiVersion: request.apiVersion,
    specsHash: specsHashOf(request.specs),
    packages: 1,
    members,
    listedTypes,
    batches: planRetrieve(await membersToRetrieve(members), request.limits),
  }
}

export function specsHashOf(specs: IncludeSpecs): string {
  return hashIncludeSpecs(specs, (text) => createHash('sha256').update(text).digest('hex'))
}
