import type { CallOptions, Connection } from '../connection.ts'
import { SalesforceError } from '../errors.ts'
import { booleanOf, isRecord, numberOf, textOf, type JsonRecord } from '../json.ts'
import { restCall, sendJson } from '../rest.ts'
import { queryAll, soqlText } from './query.ts'

/** A sandbox of a production org, as its SandboxInfo tells of it. */
export interface Sandbox {
  /** Of the SandboxInfo record: 0GQ…, the same after a refresh. */
  id: string
  name: string
  /** As Salesforce stores it: `DEVELOPER`, `DEVELOPER_PRO`, `PARTIAL` or `FULL`, in any case. */
  licenseType: string
}

/** What a new sandbox is made from and with; ids are those of the production org. */
export interface NewSandbox {
  readonly name: string
  readonly licenseType: 'DEVELOPER' | 'DEVELOPER_PRO' | 'PARTIAL' | 'FULL'
  /** At most 1,000 characters. */
  readonly description: string | null
  /** SandboxInfo of the sandbox that is cloned; null clones production. */
  readonly sourceId: string | null
  readonly templateId: string | null
  /** The public group whose members get into the sandbox. */
  readonly groupId: string | null
  /** Runs once in the finished copy. */
  readonly apexClassId: string | null
  /** Of field history; only for full copies. */
  readonly historyDays: number | null
  readonly copiesChatter: boolean | null
  /** `DataStorage` adds storage to a Developer or Developer Pro sandbox. */
  readonly features: readonly string[]
}

/** The newest copying of a sandbox: its creation or its last refresh. */
export interface SandboxCopying {
  /** The label, such as `Pending Activation`. */
  readonly status: string
  /** In percent; null where Salesforce does not tell. */
  readonly progress: number | null
  /** 15 characters; null until the copying is nearly done. */
  readonly orgId: string | null
}

type SandboxKey = { readonly id: string } | { readonly name: string }

const listed = 'SELECT Id, SandboxName, LicenseType, IsDeleted FROM SandboxInfo'

/**
 * The sandbox with this name, whatever its case, or with this id; null when there is none. Only production orgs know sandboxes.
 * @throws SalesforceError `fault` with salesforceCode INVALID_TYPE in a sandbox
 */
export async function findSandbox(
  connection: Connection,
  key: SandboxKey,
  options: CallOptions = {},
): Promise<Sandbox | null> {
  const condition = 'id' in key ? `Id = ${soqlText(key.id)}` : `SandboxName = ${soqlText(key.name)}`
  const records = await queryAll(connection, `${listed} WHERE ${condition}`, { ...options, tooling: true })
  const found = records.find((record) => !booleanOf(record, 'IsDeleted'))
  return found === undefined ? null : sandboxOf(found)
}

/**
 * Orders a sandbox; gives the id of its SandboxInfo. The copying takes minutes to days, see `findCopying`.
 * @throws SalesforceError what the org says, such as that no licence is left; with `outcomeUnknown` when no answer came
 */
export async function createSandbox(
  connection: Connection,
  sandbox: NewSandbox,
  options: CallOptions = {},
): Promise<string> {
  const path = `/services/data/v${connection.apiVersion}/tooling/sobjects/SandboxInfo`
  const created = await sendJson(connection, { method: 'POST', path, body: fieldsOf(sandbox) }, options)
  return (isRecord(created) ? textOf(created, 'id') : null) ?? ''
}

/** Fields without a value are left out, because an org of an older release does not know all of them. */
function fieldsOf(sandbox: NewSandbox): JsonRecord {
  const fields = {
    SandboxName: sandbox.name,
    // A clone has the licence of its source.
    LicenseType: sandbox.sourceId === null ? sandbox.licenseType : null,
    Description: sandbox.description,
    SourceId: sandbox.sourceId,
    TemplateId: sandbox.templateId,
    ActivationUserGroupId: sandbox.groupId,
    ApexClassId: sandbox.apexClassId,
    HistoryDays: sandbox.historyDays,
    CopyChatter: sandbox.copiesChatter,
    Features: sandbox.features.length === 0 ? null : JSON.stringify(sandbox.features),
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

/** The newest copying of the sandbox with this id of its SandboxInfo; null when Salesforce knows of none. */
export async function findCopying(
  connection: Connection,
  sandboxId: string,
  options: CallOptions = {},
): Promise<SandboxCopying | null> {
  const soql =
    'SELECT Status, CopyProgress, SandboxOrganization FROM SandboxProcess ' +
    `WHERE SandboxInfoId = ${soqlText(sandboxId)} ORDER BY CreatedDate DESC LIMIT 1`
  const [newest] = await queryAll(connection, soql, { ...options, tooling: true })
  if (newest === undefined) return null
  return {
    status: textOf(newest, 'Status') ?? '',
    progress: numberOf(newest, 'CopyProgress'),
    orgId: textOf(newest, 'SandboxOrganization'),
  }
}

/**
 * Deletes a sandbox with its org and frees its licence. False when it was gone before.
 * @throws SalesforceError what the org says, such as that the sandbox is too young; with `outcomeUnknown` when no answer came
 */
export async function deleteSandbox(
  connection: Connection,
  id: string,
  options: CallOptions = {},
): Promise<boolean> {
  const path = `/services/data/v${connection.apiVersion}/tooling/sobjects/SandboxInfo/${encodeURIComponent(id)}`
  try {
    await restCall(connection, { method: 'DELETE', path, idempotent: false, signal: options.signal })
    return true
  } catch (error) {
    if (error instanceof SalesforceError && error.code === 'notFound') return false
    throw error
  }
}

const sandboxOf = (record: JsonRecord): Sandbox => ({
  id: textOf(record, 'Id') ?? '',
  name: textOf(record, 'SandboxName') ?? '',
  licenseType: textOf(record, 'LicenseType') ?? '',
})
