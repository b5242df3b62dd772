import type { CallOptions, Connection } from '../connection.ts'
import { textOf } from '../json.ts'
import { query, soqlText } from './query.ts'

export interface SalesforceUser {
  id: string
  name: string
  email: string
  username: string
}

/** Salesforce cuts off at 16 KB of address and headers; 200 ids make about 5 KB. */
const idsPerQuery = 200
const recordId = /^[a-zA-Z0-9]{15}(?:[a-zA-Z0-9]{3})?$/

/** The users with the given ids, in no particular order; ids that are none or unknown are left out. */
export async function fetchUsers(
  connection: Connection,
  ids: readonly string[],
  options: CallOptions = {},
): Promise<SalesforceUser[]> {
  const wanted = [...new Set(ids)].filter((id) => recordId.test(id))
  const users: SalesforceUser[] = []
  for (let start = 0; start < wanted.length; start += idsPerQuery) {
    const list = wanted.slice(start, start + idsPerQuery).map((id) => soqlText(id))
    const soql = `SELECT Id, Name, Email, Username FROM User WHERE Id IN (${list.join(',')})`
    for await (const record of query(connection, soql, options)) {
      users.push({
        id: textOf(record, 'Id') ?? '',
        name: textOf(record, 'Name') ?? '',
        email: textOf(record, 'Email') ?? '',
        username: textOf(record, 'Username') ?? '',
      })
    }
  }
  return users
}
