import { SalesforceError } from '@sluice/salesforce/errors'
import { fetchTabNames } from '@sluice/salesforce/tabs'
import { whileBrieflyTransient } from '../../session/transient-retry.ts'
import type { ListingRequest } from './list-calls.ts'

/**
 * The standard tabs that the org has, by the names that profiles give them. No list of components has them, and a retrieved profile
 * says who sees such a tab only where the request names it. None where profiles or tabs are not wanted, or the org does not tell.
 */
export async function listStandardTabs(
  request: Pick<ListingRequest, 'connection' | 'signal' | 'deadline'>,
  wanted: ReadonlySet<string>,
): Promise<string[]> {
  if (!wanted.has('Profile') || !wanted.has('CustomTab')) return []
  const { connection, signal } = request
  try {
    const names = await whileBrieflyTransient(() => fetchTabNames(connection, { signal }), request)
    return names.filter((name) => name.startsWith('standard-'))
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof SalesforceError) return []
    throw error
  }
}
