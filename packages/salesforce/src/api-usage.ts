import type { CallOptions, Connection } from './connection.ts'
import type { ApiUsage } from './api-usage-count.ts'
import { isRecord, numberOf, recordOf } from './json.ts'
import { getJson } from './rest.ts'

/** Asks the org for its usage; null when it does not say. @throws SalesforceError */
export async function fetchApiUsage(
  connection: Connection,
  options: CallOptions = {},
): Promise<ApiUsage | null> {
  const answer = await getJson(connection, `/services/data/v${connection.apiVersion}/limits`, options)
  const requests = isRecord(answer) ? recordOf(answer, 'DailyApiRequests') : {}
  const limit = numberOf(requests, 'Max')
  const remaining = numberOf(requests, 'Remaining')
  return limit === null || remaining === null ? null : { used: limit - remaining, limit }
}
