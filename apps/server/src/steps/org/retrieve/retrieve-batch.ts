import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { ArchiveError } from '@sluice/metadata/archive/errors'
import { type RetrieveMember, isCarried, splitBatch } from '@sluice/metadata/retrieve-plan'
import type { Connection } from '@sluice/salesforce/connection'
import { SalesforceError } from '@sluice/salesforce/errors'
import { checkRetrieve, downloadRetrieve, startRetrieve } from '@sluice/salesforce/metadata/retrieve'
import { type RetrieveResult, componentNotFound } from '@sluice/salesforce/metadata/retrieve-result'
import { isTransientWhilePolling } from '@sluice/salesforce/polling'
import { JobFailure } from '../../../durable/run-errors.ts'
import type { Deadline } from '../../../platform/deadline.ts'
import { pauseAfter, pollDelayMs } from '../poll-delay.ts'
import { type RetryLimit, whileTransient } from '../../session/transient-retry.ts'
import { UnreadableAnswers } from '../../session/unreadable-answers.ts'
import { exists, readJson, writeJson } from '../../session/work-folder.ts'
import { threads } from '../../session/threads.ts'
import { archiveSizeTask } from './retrieve-tasks.ts'

export interface BatchContext extends RetryLimit {
  readonly connection: Connection
  readonly apiVersion: string
  readonly folder: string
  readonly faultPoint: (name: string) => Promise<void>
  readonly onRetrieved: (components: number, bytes: number) => void
  /** Takes a component that Salesforce cannot retrieve, which the retrieve goes on without; may raise the error instead. */
  readonly leaveOut: (member: RetrieveMember, error: Error) => void
  /** What every batch carries along has been retrieved by itself, so it is not what a batch fails for. */
  readonly isCarriedSound?: boolean
}

export interface BatchArchive {
  readonly file: string
  readonly components: number
  readonly sizeBytes: number
  /** What was asked for and Salesforce says it does not have. Absent in what an earlier release recorded. */
  readonly notFound?: readonly RetrieveMember[]
}

/**
 * Retrieves one batch into one archive, or into several when Salesforce finds it too large. The id of a retrieve
 * under way lies beside the archive: a restart asks for its result instead of starting another.
 */
export async function retrieveBatch(
  context: BatchContext,
  name: string,
  members: readonly RetrieveMember[],
): Promise<BatchArchive[]> {
  const file = `${name}.zip`
  try {
    const sizeBytes = await fetchRepeated(context, name, members)
    context.onRetrieved(members.length, sizeBytes)
    const notFound = (await readJson<RetrieveMember[]>(notFoundFile(context, name))) ?? []
    return [{ file, components: members.length, sizeBytes, notFound }]
  } catch (error) {
    if (isUnexplained(error)) return await retrieveAround(context, { name, members, error })
    const halves = isTooLarge(error) ? splitBatch(members) : null
    if (halves === null) throw error
    return await retrieveHalves(context, name, halves)
  }
}

async function retrieveHalves(
  context: BatchContext,
  name: string,
  [first, second]: readonly [readonly RetrieveMember[], readonly RetrieveMember[]],
): Promise<BatchArchive[]> {
  return [
    ...(await retrieveBatch(context, `${name}a`, first)),
    ...(await retrieveBatch(context, `${name}b`, second)),
  ]
}

interface FailedBatch {
  readonly name: string
  readonly members: readonly RetrieveMember[]
  readonly error: Error
}

/** One component that Salesforce cannot retrieve fails the whole batch: halves of it are retrieved until that one is alone. */
async function retrieveAround(
  context: BatchContext,
  { name, members, error }: FailedBatch,
): Promise<BatchArchive[]> {
  const [only, ...others] = members
  if (only === undefined) throw error
  if (others.length === 0) {
    context.leaveOut(only, error)
    return []
  }
  const carried = members.filter(isCarried)
  if (carried.length === 0 || carried.length === members.length)
    return await retrieveHalves(context, name, splitBatch(members) ?? [[only], others])
  const sound = { ...context, isCarriedSound: true }
  // What every batch carries along would fail every half: it is tried by itself first.
  const leftOut = context.isCarriedSound === true ? noMembers : await retrieveApart(context, name, carried)
  const rest = members.filter((member) => !leftOut.has(member))
  if (leftOut.size > 0) return await retrieveBatch(sound, `${name}r`, rest)
  const single = rest.filter((member) => !isCarried(member))
  if (single.length > 1) {
    const middle = Math.ceil(single.length / 2)
    const halves = [single.slice(0, middle), single.slice(middle)] as const
    return await retrieveHalves(sound, name, [
      [...carried, ...halves[0]],
      [...carried, ...halves[1]],
    ])
  }
  for (const member of single) context.leaveOut(member, error)
  return await retrieveBatch(sound, `${name}r`, carried)
}

const noMembers: ReadonlySet<RetrieveMember> = new Set()

/** Gives what has to be left out of what every batch carries along. The archives are not used: they lack all entries. */
async function retrieveApart(
  context: BatchContext,
  name: string,
  carried: readonly RetrieveMember[],
): Promise<ReadonlySet<RetrieveMember>> {
  const leftOut = new Set<RetrieveMember>()
  const leaveOut = (member: RetrieveMember, reason: Error) => {
    leftOut.add(member)
    context.leaveOut(member, reason)
  }
  await retrieveBatch({ ...context, leaveOut, onRetrieved: () => undefined }, `${name}p`, carried)
  return leftOut
}

/** A retrieve that Salesforce could not explain may pass the second time. */
async function fetchRepeated(
  context: BatchContext,
  name: string,
  members: readonly RetrieveMember[],
): Promise<number> {
  try {
    return await fetchArchive(context, name, members)
  } catch (error) {
    if (!isUnexplained(error)) throw error
    return await fetchArchive(context, name, members)
  }
}

function isUnexplained(error: unknown): error is SalesforceError {
  return error instanceof SalesforceError && error.salesforceCode === 'UNKNOWN_EXCEPTION' && !error.retryable
}

/** How often one batch is retrieved when the archive is lost or damaged on its way, or the org forgets the retrieve. */
const mostRetrieves = 3

/** Salesforce does not know a retrieve for a moment while it leaves Pending; after this time it never will again. */
const mostUnknownMs = 60_000

/** Gives the size of the archive. */
async function fetchArchive(
  context: BatchContext,
  name: string,
  members: readonly RetrieveMember[],
): Promise<number> {
  const path = join(context.folder, `${name}.zip`)
  if (await exists(path)) return await threads.run(archiveSizeTask, path, { signal: context.signal })
  const stateFile = join(context.folder, `${name}.json`)
  const known = await readJson<string>(stateFile)
  const taken = known === null ? null : await takeOver(context, name, known)
  if (taken !== null) return taken
  for (let retrieves = known === null ? 1 : 2; ; retrieves++) {
    const id = await start(context, members)
    await context.faultPoint('retrieve.post')
    await writeJson(stateFile, id)
    try {
      return await finish(context, name, id)
    } catch (error) {
      if (!isArchiveLost(error) || retrieves === mostRetrieves) throw error
    }
  }
}

/** Finishes a retrieve of an earlier attempt. Null when it cannot be finished, so that a new one must be started. */
async function takeOver(context: BatchContext, name: string, id: string): Promise<number | null> {
  try {
    return await finish(context, name, id)
  } catch (error) {
    if (isArchiveLost(error)) return null
    if (error instanceof SalesforceError && error.code !== 'aborted' && error.code !== 'limitExceeded')
      return null
    throw error
  }
}

/** What Salesforce does not have is written down before the archive: where the archive is, the names are. */
async function finish(context: BatchContext, name: string, id: string): Promise<number> {
  const { messages } = await awaitRetrieve(context, id)
  const notFound = messages.flatMap((message) => componentNotFound(message) ?? [])
  if (notFound.length > 0) await writeJson(notFoundFile(context, name), notFound)
  return await download(context, id, join(context.folder, `${name}.zip`))
}

function notFoundFile({ folder }: BatchContext, name: string): string {
  return join(folder, `${name}.not-found.json`)
}

/** Salesforce sends an archive once: when it did not arrive intact, only another retrieve can bring it. */
function isArchiveLost(error: unknown): boolean {
  if (error instanceof ArchiveError) return error.code !== 'limit'
  // An org that restarts after it sent the archive does not even know the retrieve.
  return isUnknown(error) || (error instanceof SalesforceError && error.code === 'notFound')
}

async function start(context: BatchContext, members: readonly RetrieveMember[]): Promise<string> {
  const byType = new Map<string, string[]>()
  for (const { type, fullName } of members) {
    const names = byType.get(type)
    if (names === undefined) byType.set(type, [fullName])
    else names.push(fullName)
  }
  const request = { members: byType, apiVersion: context.apiVersion, signal: context.signal }
  return await whileTransient(() => startRetrieve(context.connection, request), context)
}

async function awaitRetrieve(context: BatchContext, id: string): Promise<RetrieveResult> {
  const { deadline, signal } = context
  let unknownUntil: Deadline | null = null
  let busyMs = 0
  const unreadable = new UnreadableAnswers('The retrieve changed nothing, in the org or in the branch.')
  for (let polls = 0; !deadline.hasPassed; polls++) {
    await deadline.clock.wait(Math.min(Math.max(pollDelayMs(polls), busyMs), deadline.remainingMs), signal)
    const status = await look(context, id)
    await context.faultPoint('retrieve.poll')
    unreadable.note(status)
    busyMs = status instanceof Error ? pauseAfter(status, busyMs) : 0
    if (status instanceof Error) continue
    if (status === 'unknown') {
      unknownUntil ??= deadline.within(mostUnknownMs)
      if (unknownUntil.hasPassed) throw unknownRetrieve(id)
      continue
    }
    unknownUntil = null
    if (!status.done) continue
    if (status.status === 'Succeeded') return status
    throw failureOf(status.errorStatusCode, status.errorMessage ?? `The retrieve ended as ${status.status}.`)
  }
  throw new JobFailure('Salesforce did not finish retrieving the metadata in time.', `Retrieve ${id}`)
}

/** The error instead of the answer when it says nothing about the retrieve. */
async function look(
  { connection, signal }: BatchContext,
  id: string,
): Promise<RetrieveResult | Error | 'unknown'> {
  try {
    return await checkRetrieve(connection, id, { signal })
  } catch (error) {
    if (isUnknown(error)) return 'unknown'
    if (error instanceof Error && isTransientWhilePolling(error)) return error
    throw error
  }
}

const isUnknown = (error: unknown): boolean =>
  error instanceof SalesforceError && error.salesforceCode === 'INVALID_CROSS_REFERENCE_KEY'

const unknownRetrieve = (id: string): Error =>
  new SalesforceError('notFound', `Salesforce does not know the retrieve ${id} any more. Run the job again.`)

function failureOf(code: string | null, message: string): Error {
  if (code === 'LIMIT_EXCEEDED' || /LIMIT_EXCEEDED/.test(message))
    return new SalesforceError('limitExceeded', message, { salesforceCode: 'LIMIT_EXCEEDED' })
  if (code === 'UNKNOWN_EXCEPTION' || /UNKNOWN_EXCEPTION/.test(message))
    return new SalesforceError('fault', message, { salesforceCode: 'UNKNOWN_EXCEPTION' })
  return new JobFailure('Salesforce could not retrieve the metadata.', message)
}

/** The file has its name only when the archive is complete and can be read. */
async function download(context: BatchContext, id: string, path: string): Promise<number> {
  const temporary = `${path}.${process.pid}.part`
  const request = { toFile: temporary, signal: context.signal }
  await whileTransient(() => downloadRetrieve(context.connection, id, request), context)
  const sizeBytes = await threads.run(archiveSizeTask, temporary, { signal: context.signal })
  await rename(temporary, path)
  return sizeBytes
}

function isTooLarge(error: unknown): boolean {
  if (error instanceof ArchiveError) return error.code === 'limit'
  return error instanceof SalesforceError && (error.code === 'limitExceeded' || error.code === 'tooLarge')
}
