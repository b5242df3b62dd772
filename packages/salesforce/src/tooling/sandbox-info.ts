import type { CallOptions, Connection } from '../connection.ts'
import { SalesforceError } from '../errors.ts'
import { booleanOf, textOf, type JsonRecord } from '../json.ts'
import { restCall } from '../rest.ts'
import { queryAll, soqlText } from './query.ts'

/** A sandbox of a production org, as its SandboxInfo tells of it. */
export interface Sandbox {
  /** Of the SandboxInfo record: 0GQ…, the same after a refresh. */
  id: string
  name: string
}

type SandboxKey = { readonly id: string } | { readonly name: string }

const listed = 'SELECT Id, SandboxName, IsDeleted FROM SandboxInfo'

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
})
