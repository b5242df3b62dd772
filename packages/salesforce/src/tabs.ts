import type { CallOptions, Connection } from './connection.ts'
import { SalesforceError } from './errors.ts'
import { isRecord, textOf } from './json.ts'
import { getJson } from './rest.ts'

/**
 * The names of all tabs that the user may see, standard (`standard-Account`) and custom, as profiles name them. Source: the resource
 * Tabs of the REST API.
 * @throws SalesforceError
 */
export async function fetchTabNames(connection: Connection, options: CallOptions = {}): Promise<string[]> {
  const answer = await getJson(connection, `/services/data/v${connection.apiVersion}/tabs`, options)
  if (!Array.isArray(answer)) throw new SalesforceError('badResponse', 'Salesforce gave no list of tabs.')
  return answer.flatMap((tab: unknown) => (isRecord(tab) ? (textOf(tab, 'name') ?? []) : []))
}
