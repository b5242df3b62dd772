import type { CallOptions, Connection } from '../connection.ts'
import { textOf, type JsonRecord } from '../json.ts'
import { queryAll, soqlText } from './query.ts'

/** A public group, whose members a new sandbox lets in. */
export interface PublicGroup {
  id: string
  name: string
  developerName: string
}

/** A sandbox template: which records a Partial or Full copy takes along. */
export interface SandboxTemplate {
  id: string
  developerName: string
}

/** The public groups of an org by their names. @throws SalesforceError */
export async function listPublicGroups(
  connection: Connection,
  options: CallOptions = {},
): Promise<PublicGroup[]> {
  const soql = "SELECT Id, Name, DeveloperName FROM Group WHERE Type = 'Regular'"
  const records = await queryAll(connection, soql, options)
  return records.map(groupOf).toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** The public groups that a user is a direct member of, by their names. @throws SalesforceError */
export async function listPublicGroupsOfUser(
  connection: Connection,
  userId: string,
  options: CallOptions = {},
): Promise<PublicGroup[]> {
  const soql = `SELECT GroupId FROM GroupMember WHERE UserOrGroupId = ${soqlText(userId)}`
  const memberships = await queryAll(connection, soql, options)
  const groupIds = new Set(memberships.map((membership) => textOf(membership, 'GroupId')))
  return (await listPublicGroups(connection, options)).filter(({ id }) => groupIds.has(id))
}

/** Groups that were made by a call have no developer name until somebody gives them one. */
function groupOf(record: JsonRecord): PublicGroup {
  const name = textOf(record, 'Name') ?? ''
  return { id: textOf(record, 'Id') ?? '', name, developerName: textOf(record, 'DeveloperName') ?? name }
}

/** The sandbox templates of a production org by their names. @throws SalesforceError `fault` INVALID_TYPE in a sandbox */
export async function listSandboxTemplates(
  connection: Connection,
  options: CallOptions = {},
): Promise<SandboxTemplate[]> {
  const records = await queryAll(connection, 'SELECT Id, DeveloperName FROM PartitionLevelScheme', {
    ...options,
    tooling: true,
  })
  return records
    .map((record) => ({
      id: textOf(record, 'Id') ?? '',
      developerName: textOf(record, 'DeveloperName') ?? '',
    }))
    .toSorted((a, b) => a.developerName.localeCompare(b.developerName, 'en'))
}
