import { createHash } from 'node:crypto'
import type { RetrieveMember } from '@sluice/metadata/retrieve-plan'
import type { Run } from '../../../durable/run.ts'
import type { RetrieveRequest } from '../../org/retrieve/full-retrieve.ts'
import { retrieveComponents } from '../../org/retrieve/retrieve-components.ts'

/**
 * Asks Salesforce by name for what no list shows; gives the folder of the retrieve, in which the components that it has lie
 * beside the names of those that it says it does not have.
 */
export async function searchMissing(
  run: Run,
  request: Omit<RetrieveRequest, 'limits' | 'part'>,
  wanted: readonly RetrieveMember[],
): Promise<string> {
  const names = wanted.map(({ type, fullName }) => `${type} ${fullName}\n`).toSorted()
  const part = `search-${createHash('sha256').update(names.join('')).digest('hex').slice(0, 16)}`
  return await retrieveComponents(run, { ...request, part, wanted, listed: [] })
}
