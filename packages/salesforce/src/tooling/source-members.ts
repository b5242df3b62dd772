import type { CallOptions, Connection } from '../connection.ts'
import { SalesforceError } from '../errors.ts'
import { booleanOf, numberOf, textOf, type JsonRecord } from '../json.ts'
import { query, queryAll } from './query.ts'

/** One changed component of a tracked sandbox. */
export interface SourceMember {
  memberType: string
  memberName: string
  revisionCounter: number
  isDeleted: boolean
  isNew: boolean
  /** User id, 15 or 18 characters. */
  changedBy: string | null
  lastModifiedDate: string | null
}

/**
 * The highest revision of the org, 0 when nothing was changed since tracking began;
 * null when the org has no source tracking (production, untracked sandboxes).
 */
export async function latestRevision(
  connection: Connection,
  options: CallOptions = {},
): Promise<number | null> {
  const soql = 'SELECT RevisionCounter FROM SourceMember ORDER BY RevisionCounter DESC LIMIT 1'
  try {
    const [newest] = await queryAll(connection, soql, { ...options, tooling: true })
    return newest === undefined ? 0 : numberOf(newest, 'RevisionCounter')
  } catch (error) {
    if (isUntracked(error)) return null
    throw error
  }
}

/** The object simply does not exist there: INVALID_TYPE from a query, 404 from some instances. */
function isUntracked(error: unknown): boolean {
  if (!(error instanceof SalesforceError)) return false
  return error.salesforceCode === 'INVALID_TYPE' || error.code === 'notFound'
}

/** The components changed after a revision, oldest first. @throws SalesforceError `fault` INVALID_TYPE if untracked */
export async function listSourceMembers(
  connection: Connection,
  options: CallOptions & { sinceRevision: number },
): Promise<SourceMember[]> {
  const soql =
    'SELECT MemberIdOrName, MemberType, MemberName, IsNameObsolete, RevisionCounter, IsNewMember, ChangedBy, ' +
    `LastModifiedDate FROM SourceMember WHERE RevisionCounter > ${Math.trunc(options.sinceRevision)}`
  const members: SourceMember[] = []
  for await (const record of query(connection, soql, { signal: options.signal, tooling: true })) {
    members.push(sourceMemberOf(record))
  }
  return members.toSorted((a, b) => a.revisionCounter - b.revisionCounter)
}

function sourceMemberOf(record: JsonRecord): SourceMember {
  return {
    memberType: textOf(record, 'MemberType') ?? '',
    memberName: textOf(record, 'MemberName') ?? '',
    revisionCounter: numberOf(record, 'RevisionCounter') ?? 0,
    isDeleted: booleanOf(record, 'IsNameObsolete'),
    isNew: booleanOf(record, 'IsNewMember'),
    changedBy: textOf(record, 'ChangedBy'),
    lastModifiedDate: textOf(record, 'LastModifiedDate'),
  }
}
