import type { Connection } from '@sluice/salesforce/connection'
import { SalesforceError, type SalesforceErrorCode } from '@sluice/salesforce/errors'
import type { FileProperties } from '@sluice/salesforce/metadata/file-properties'
import { type ListQuery, readList } from '@sluice/salesforce/metadata/list'
import { inParallel } from '../../session/in-parallel.ts'
import { type RetryLimit, smallCallMs, whileBrieflyTransient } from '../../session/transient-retry.ts'

const queriesPerCall = 3
const callsAtOnce = 8

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

/** Reads the answer to one call. What came before an error is worth nothing. */
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
  const answers = await inParallel(calls, callsAtOnce, async (call) => {
    const found = await inOneCall(listing, call, read)
    listing.onListed?.(call.length)
    return found
  })
  return answers.flat()
}

/** One type that cannot be listed, or is listed without its name, must not hide the two that share its call. */
async function inOneCall<T>(
  listing: Listing,
  queries: readonly ListQuery[],
  read: ReadCall<T>,
): Promise<readonly T[]> {
  try {
    // A type that is known to fail is not waited for again in each of its folders.
    const tries = queries.some(({ type }) => listing.failed.has(type)) ? 1 : listing.tries
    return await tried(tries, () => read(queries), listing)
  } catch (error) {
    if (!(error instanceof UntypedEntries) && !isAboutTypes(error)) throw error
    const [only, ...others] = queries
    if (only !== undefined && others.length === 0) {
      noteMissing(listing, only, error)
      return []
    }
    // Together they take no longer than the call that they shared.
    const each = { ...listing, deadline: listing.deadline.within(smallCallMs) }
    const answers = await inParallel(queries, 1, (query) => inOneCall(each, [query], read))
    return answers.flat()
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

function isAboutTypes(error: unknown): error is SalesforceError {
  return error instanceof SalesforceError && !ofWholeOrg.has(error.code)
}
