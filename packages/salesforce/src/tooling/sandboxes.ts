import type { CallOptions, Connection } from '../connection.ts'
import { textOf, type JsonRecord } from '../json.ts'
import { queryAll } from './query.ts'

/** A sandbox with the state of its newest creation or refresh. Times are ISO 8601 in UTC. */
export interface SandboxRow {
  /** Of the SandboxInfo record; a refresh keeps it. */
  id: string
  name: string
  /** As Salesforce stores it: `DEVELOPER`, `DEVELOPER_PRO`, `PARTIAL` or `FULL`, in any case. */
  licenseType: string
  description: string | null
  /** The label, such as `Pending Activation`; null when Salesforce tells of no copying. */
  status: string | null
  /** 15 characters; null until the copying is nearly done. */
  orgId: string | null
  started: string | null
  ended: string | null
  activated: string | null
}

const infoFields = 'Id, SandboxName, LicenseType, Description'
const processFields = 'Id, SandboxInfoId, Status, SandboxOrganization, StartDate, EndDate, ActivatedDate'

/**
 * The sandboxes of a production org, in no particular order.
 * @throws SalesforceError `fault` with salesforceCode INVALID_TYPE when the org is a sandbox itself
 */
export async function listSandboxes(
  connection: Connection,
  options: CallOptions = {},
): Promise<SandboxRow[]> {
  const tooling = { ...options, tooling: true }
  const infos = await queryAll(connection, `SELECT ${infoFields} FROM SandboxInfo`, tooling)
  const soql = `SELECT ${processFields} FROM SandboxProcess ORDER BY CreatedDate DESC`
  const processes = await queryAll(connection, soql, tooling)
  const newest = new Map<string, JsonRecord>()
  for (const process of processes) {
    const sandboxId = shortId(process, 'SandboxInfoId')
    if (!newest.has(sandboxId)) newest.set(sandboxId, process)
  }
  return infos.map((info) => rowOf(info, newest.get(shortId(info, 'Id')) ?? {}))
}

/** Salesforce writes one id with 15 or with 18 characters. */
const shortId = (record: JsonRecord, field: string): string => (textOf(record, field) ?? '').slice(0, 15)

const rowOf = (info: JsonRecord, process: JsonRecord): SandboxRow => ({
  id: textOf(info, 'Id') ?? '',
  name: textOf(info, 'SandboxName') ?? '',
  licenseType: textOf(info, 'LicenseType') ?? '',
  description: textOf(info, 'Description'),
  status: textOf(process, 'Status'),
  orgId: textOf(process, 'SandboxOrganization'),
  started: timeOf(process, 'StartDate'),
  ended: timeOf(process, 'EndDate'),
  activated: timeOf(process, 'ActivatedDate'),
})

/** Salesforce writes times as `2026-11-01T08:00:00.000+0000`. */
function timeOf(record: JsonRecord, field: string): string | null {
  const milliseconds = Date.parse(textOf(record, field) ?? '')
  return Number.isNaN(milliseconds) ? null : new Date(milliseconds).toISOString()
}
