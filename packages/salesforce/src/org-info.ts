import { openConnection, type CallOptions, type Connection } from './connection.ts'
import { SalesforceError } from './errors.ts'
import type { AddressPolicy } from '@sluice/http/address-policy'
import { booleanOf, isRecord, textOf, type JsonRecord } from './json.ts'
import { getJson } from './rest.ts'
import { queryAll } from './tooling/query.ts'

export interface OrgInfo {
  /** 18 characters. */
  orgId: string
  name: string
  /** The pod, such as `NA123`. */
  instanceName: string
  isSandbox: boolean
  /** Such as `Enterprise Edition`. */
  organizationType: string
  namespacePrefix: string | null
  /** Ascending, such as `31.0` to `68.0`. */
  supportedApiVersions: string[]
  /** The highest supported version. */
  platformVersion: string
}

/** What the product shows and checks about an org. @throws SalesforceError */
export async function fetchOrgInfo(connection: Connection, options: CallOptions = {}): Promise<OrgInfo> {
  const supportedApiVersions = await fetchApiVersions(connection, options)
  const platformVersion = supportedApiVersions.at(-1)
  if (platformVersion === undefined)
    throw new SalesforceError('badResponse', 'Salesforce named no API version.')
  // An org that is a release behind this client does not know the client's own version.
  const understood = supportedApiVersions.includes(connection.apiVersion)
  const reached = understood ? connection : { ...connection, apiVersion: platformVersion }
  const soql =
    'SELECT Id, Name, InstanceName, IsSandbox, OrganizationType, NamespacePrefix FROM Organization LIMIT 1'
  const [org] = await queryAll(reached, soql, options)
  const orgId = org === undefined ? null : textOf(org, 'Id')
  if (org === undefined || orgId === null) {
    throw new SalesforceError('badResponse', 'Salesforce did not describe the org.')
  }
  return {
    orgId,
    name: textOf(org, 'Name') ?? '',
    instanceName: textOf(org, 'InstanceName') ?? '',
    isSandbox: booleanOf(org, 'IsSandbox'),
    organizationType: textOf(org, 'OrganizationType') ?? '',
    namespacePrefix: textOf(org, 'NamespacePrefix'),
    supportedApiVersions,
    platformVersion,
  }
}

async function fetchApiVersions(connection: Connection, options: CallOptions): Promise<string[]> {
  const answer = await getJson(connection, '/services/data', options)
  const entries: unknown[] = Array.isArray(answer) ? answer : []
  const versions = entries
    .filter((entry): entry is JsonRecord => isRecord(entry))
    .map((entry) => textOf(entry, 'version') ?? '')
  return versions.filter((version) => /^\d+\.0$/.test(version)).toSorted((a, b) => Number(a) - Number(b))
}

export interface UserInfo {
  userId: string
  orgId: string
  username: string
  email: string
  displayName: string
}

/** The user whose session this is. @throws SalesforceError `invalidSession` also for userinfo's own 403 page */
export async function fetchUserInfo(connection: Connection, options: CallOptions = {}): Promise<UserInfo> {
  const answer = await getJson(connection, '/services/oauth2/userinfo', options)
  const fields = isRecord(answer) ? answer : {}
  const userId = textOf(fields, 'user_id')
  const orgId = textOf(fields, 'organization_id')
  const username = textOf(fields, 'preferred_username')
  if (userId === null || orgId === null || username === null) {
    throw new SalesforceError('badResponse', 'Salesforce did not describe the user.')
  }
  return {
    userId,
    orgId,
    username,
    email: textOf(fields, 'email') ?? '',
    displayName: textOf(fields, 'name') ?? username,
  }
}

/**
 * Which org and user a new session belongs to.
 * @throws SalesforceError of either question
 */
export async function identifySession(session: {
  instanceUrl: string
  accessToken: string
  addresses: AddressPolicy
}): Promise<{ org: OrgInfo; username: string }> {
  const { instanceUrl, accessToken, addresses } = session
  const connection = openConnection({ instanceUrl, accessToken, addresses })
  const [org, { username }] = await Promise.all([fetchOrgInfo(connection), fetchUserInfo(connection)])
  return { org, username }
}
