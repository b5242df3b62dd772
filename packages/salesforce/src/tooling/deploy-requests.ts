import type { CallOptions, Connection } from '../connection.ts'
import { booleanOf, numberOf, textOf, type JsonRecord } from '../json.ts'
import { query, soqlText, soqlTime } from './query.ts'

/** One row of the org's own deployment history, kept 30 days. */
export interface DeployRequest {
  id: string
  /** `Api`, `Changeset` or `ApexApi`. */
  type: string | null
  status: string
  checkOnly: boolean
  testLevel: string | null
  changeSetName: string | null
  createdById: string | null
  createdDate: string | null
  startDate: string | null
  completedDate: string | null
  numberComponentsTotal: number
}

export interface DeployRequestFilter extends CallOptions {
  createdAfter: Date
  createdById?: string
}

const fields =
  'Id, Type, Status, CheckOnly, TestLevel, ChangeSetName, CreatedById, CreatedDate, StartDate, CompletedDate, ' +
  'NumberComponentsTotal'

/** The deployments created at or after a time, oldest first. Used to reconcile a deploy whose answer was lost. */
export async function listDeployRequests(
  connection: Connection,
  filter: DeployRequestFilter,
): Promise<DeployRequest[]> {
  const byUser = filter.createdById === undefined ? '' : ` AND CreatedById = ${soqlText(filter.createdById)}`
  const soql =
    `SELECT ${fields} FROM DeployRequest WHERE CreatedDate >= ${soqlTime(filter.createdAfter)}${byUser} ` +
    'ORDER BY CreatedDate ASC'
  const requests: DeployRequest[] = []
  for await (const record of query(connection, soql, { signal: filter.signal, tooling: true })) {
    requests.push(deployRequestOf(record))
  }
  return requests
}

function deployRequestOf(record: JsonRecord): DeployRequest {
  return {
    id: textOf(record, 'Id') ?? '',
    type: textOf(record, 'Type'),
    status: textOf(record, 'Status') ?? '',
    checkOnly: booleanOf(record, 'CheckOnly'),
    testLevel: textOf(record, 'TestLevel'),
    changeSetName: textOf(record, 'ChangeSetName'),
    createdById: textOf(record, 'CreatedById'),
    createdDate: textOf(record, 'CreatedDate'),
    startDate: textOf(record, 'StartDate'),
    completedDate: textOf(record, 'CompletedDate'),
    numberComponentsTotal: numberOf(record, 'NumberComponentsTotal') ?? 0,
  }
}
