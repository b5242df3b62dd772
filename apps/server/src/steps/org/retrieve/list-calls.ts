import type { Connection } from '@sluice/salesforce/connection'
import { SalesforceError, type SalesforceErrorCode } from '@sluice/salesforce/errors'
import type { FileProperties } from '@sluice/salesforce/metadata/file-properties'
import { type ListQuery, readList } from '@sluice/salesforce/metadata/list'
import { inParallel } from '../../session/in-parallel.ts'
import { type RetryLimit, whileBrieflyTransient } from '../../session/transient-retry.ts'

const queriesPerCall = 3
const callsAtOnce = 8

/** How often a list that fails is asked for in one call with others, and again by itself. */
const usualTries = 5

/** More types that cannot be listed mean that Salesforce cannot list at all. */
const mostFailed = 20

export interface ListingRequest extends RetryLimit {
  readonly connection: Connection
  readonly onListed?: (queries: number) => void
}

/** Lists of an org: what to ask with, and the types of which no list came, collected on the way. */
export interface Listing extends ListingRequest {
  /** Types that the org says it does not have. */
  readonly refused: Set<string>
  /** Types of which the list failed, each with the error. */
  readonly failed: Map<string, Error>
  /** How often a list that fails is asked for. */
  readonly tries: number
}

/** @param tries how often a list that fails is asked for in one call with others, and again by itself */
export function openListing(request: ListingRequest, tries = usualTries): Listing {
  return { ...request, refused: new Set(), failed: new Map(), tries }
}

/** Some types are listed without their name, which only a call with one question tells. */
class UntypedEntries extends Error {
  override readonly name = 'UntypedEntries'
}

/** Reads the answer to one call. When it raises an error, what it has read before is discarded. */
export async function readTyped(
  { connection, signal }: Listing,
  call: readonly ListQuery[],
  take: (component: FileProperties) => void,
): Promise<void> {
  let isUntyped = false
  const each = (component: FileProperties) => {
    isUntyped ||= component.type === ''
    take(component)
  }
  await readList(connection, call, { each, signal })
  if (isUntyped) throw new UntypedEntries()
}

type ReadCall<T> = (call: readonly ListQuery[]) => Promise<readonly T[]>

/**
 * Asks all questions, several in a call, and gives what `read` makes of the answers, in the order of the questions. Raises
 * what no other question can do better: that nobody is signed in, that the org cannot be reached or takes no more calls.
 */
export async function inCalls<T>(
  listing: Listing,
  queries: readonly ListQuery[],
  read: ReadCall<T>,
): Promise<T[]> {
  const calls: ListQuery[][] = []
  for (let at = 0; at < queries.length; at += queriesPerCall)
    calls.push(queries.slice(at, at + queriesPerCall))
  const doubted = new Set<string>()
  const answers = await inParallel(calls, callsAtOnce, async (call) => {
    const found = await together(listing, { call, doubted }, read)
    listing.onListed?.(call.length)
    return found
  })
  const left = calls.flatMap((call, place) => (answers[place] === null ? call : []))
  const single = await eachAlone(listing, left, read)
  return calls.flatMap((call, place) => answers[place] ?? call.flatMap((query) => single.get(query) ?? []))
}

interface DoubtedCall {
  readonly call: readonly ListQuery[]
  /** Types of calls that failed: further lists of them are not waited for. */
  readonly doubted: Set<string>
}

/** Null where the call failed for one of its types. */
async function together<T>(
  listing: Listing,
  { call, doubted }: DoubtedCall,
  read: ReadCall<T>,
): Promise<readonly T[] | null> {
  const tries = call.some(({ type }) => doubted.has(type)) ? 1 : listing.tries
  try {
    return await tried(tries, () => read(call), listing)
  } catch (error) {
    if (!isOfTypes(error)) throw error
    for (const { type } of call) doubted.add(type)
    return null
  }
}

/**
 * One type that cannot be listed, or is listed without its name, must not hide the others of its call. When all other calls
 * are done an org that was out of order for some seconds answers again.
 */
async function eachAlone<T>(
  listing: Listing,
  queries: readonly ListQuery[],
  read: ReadCall<T>,
): Promise<Map<ListQuery, readonly T[]>> {
  const byType = new Map<string, ListQuery[]>()
  for (const query of queries) byType.set(query.type, [...(byType.get(query.type) ?? []), query])
  const answers = new Map<ListQuery, readonly T[]>()
  await inParallel([...byType.values()], callsAtOnce, async (ofType) => {
    for (const query of ofType) answers.set(query, await alone(listing, query, read))
  })
  return answers
}

async function alone<T>(listing: Listing, query: ListQuery, read: ReadCall<T>): Promise<readonly T[]> {
  // A type that is known to fail is not waited for again in each of its folders.
  const tries = listing.failed.has(query.type) ? 1 : listing.tries
  try {
    return await tried(tries, () => read([query]), listing)
  } catch (error) {
    if (!isOfTypes(error)) throw error
    noteMissing(listing, query, error)
    return []
  }
}

function noteMissing({ refused, failed }: Listing, { type }: ListQuery, error: Error): void {
  const isRefused = !(error instanceof SalesforceError) || error.salesforceCode === 'INVALID_TYPE'
  if (isRefused) refused.add(type)
  else failed.set(type, error)
  if (failed.size > mostFailed) throw error
}

/** Makes a call whose error may pass so many times, for two minutes at most. */
async function tried<T>(times: number, call: () => Promise<T>, limit: RetryLimit): Promise<T> {
  let left = times
  const counted = async () => {
    left -= 1
    try {
      return await call()
    } catch (error) {
      if (left > 0 || !isAboutTypes(error)) throw error
      const { code, message, salesforceCode, status } = error
      throw new SalesforceError(code, message, { salesforceCode, status, cause: error })
    }
  }
  return await whileBrieflyTransient(counted, limit)
}

/** Errors that every list would meet. */
const ofWholeOrg: ReadonlySet<SalesforceErrorCode> = new Set<SalesforceErrorCode>([
  'invalidSession',
  'invalidGrant',
  'invalidCredentials',
  'passwordExpired',
  'loginDisabled',
  'network',
  'requestLimitExceeded',
  'dailyLimitExceeded',
  'unsupportedApiVersion',
  'unsafeAddress',
  'aborted',
])

function isOfTypes(error: unknown): error is Error {
  return error instanceof UntypedEntries || isAboutTypes(error)
}

function isAboutTypes(error: unknown): error is SalesforceError {
  return error instanceof SalesforceError && !ofWholeOrg.has(error.code)
}
