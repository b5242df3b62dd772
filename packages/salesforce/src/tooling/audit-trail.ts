import type { CallOptions, Connection } from '../connection.ts'
import { isRecord, textOf } from '../json.ts'
import { query, soqlTime } from './query.ts'

/** What somebody changed in an org's setup, as its audit trail tells. */
export interface AuditEntry {
  /** A code such as `changedApexClass`. */
  readonly action: string
  /** The part of the setup in which it was done; empty where there is none. */
  readonly section: string
  /** One sentence in English, such as `Changed Billing Apex Class code`. */
  readonly display: string
  /** When, in ISO 8601. */
  readonly createdDate: string
  readonly createdById: string
  readonly createdByName: string
}

/** As many rows as a job can hold; the newest ones. */
const mostEntries = 20_000

/**
 * The changes in an org's setup since a time, newest first. Salesforce keeps at least 180 days. Only the action and the date can be
 * filtered by (object reference, SetupAuditTrail).
 * @throws SalesforceError `fault` with INVALID_TYPE where the user may not see the setup.
 */
export async function fetchAuditTrail(
  connection: Connection,
  since: Date,
  options: CallOptions = {},
): Promise<AuditEntry[]> {
  const soql =
    'SELECT Action, Section, Display, CreatedDate, CreatedById, CreatedBy.Name FROM SetupAuditTrail ' +
    `WHERE CreatedDate >= ${soqlTime(since)} ORDER BY CreatedDate DESC LIMIT ${mostEntries}`
  const entries: AuditEntry[] = []
  for await (const record of query(connection, soql, options)) {
    const user = record['CreatedBy']
    const createdById = textOf(record, 'CreatedById') ?? ''
    entries.push({
      action: textOf(record, 'Action') ?? '',
      section: textOf(record, 'Section') ?? '',
      display: textOf(record, 'Display') ?? '',
      createdDate: textOf(record, 'CreatedDate') ?? '',
      createdById,
      createdByName: (isRecord(user) ? textOf(user, 'Name') : null) ?? createdById,
    })
  }
  return entries
}
