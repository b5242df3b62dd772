import type { CallOptions, Connection } from './connection.ts'
import { readJsonReply } from './rest.ts'

/**
 * What time it is in the org, in whole seconds: what it writes as the date of a change now. Null when the answer does not
 * say it. @throws SalesforceError
 */
export async function fetchOrgTime(connection: Connection, options: CallOptions = {}): Promise<Date | null> {
  return connection.request(
    (accessToken) => ({
      method: 'GET',
      path: '/services/data',
      headers: { authorization: `Bearer ${accessToken}` },
      signal: options.signal,
    }),
    async (reply) => {
      await readJsonReply(reply, true)
      return timeOf(reply.headers.date)
    },
  )
}

function timeOf(header: string | undefined): Date | null {
  const time = new Date(header ?? Number.NaN)
  return Number.isNaN(time.getTime()) ? null : time
}
