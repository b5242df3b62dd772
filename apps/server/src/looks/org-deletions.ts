import { componentKey } from '@sluice/metadata/component'
import { pathsOfComponent } from '@sluice/metadata/paths'
import type { Connection } from '@sluice/salesforce/connection'
import { SalesforceError } from '@sluice/salesforce/errors'
import { fetchAuditTrail } from '@sluice/salesforce/tooling/audit-trail'
import { modifierInTrail } from '../steps/org-changes/audit-trail.ts'
import type { Changer, RetrievedDifference } from './difference-tasks.ts'
import type { Candidates } from './org-candidates.ts'

interface Deletions {
  readonly asked: Candidates
  readonly compared: RetrievedDifference
  /** What happened before is of no interest. */
  readonly since: Date
  readonly signal: AbortSignal
}

/** Who deleted components of which no list tells any more, as far as the audit trail tells. */
export async function deletionsIn(
  connection: Connection,
  { asked, compared, since, signal }: Deletions,
): Promise<Readonly<Record<string, Changer>>> {
  const gone = new Set(compared.files.filter(({ content }) => content === null).map(({ path }) => path))
  const unknown = asked.identities.filter(
    (identity) =>
      asked.changers[componentKey(identity)] === undefined &&
      pathsOfComponent(identity).files.some((path) => gone.has(path)),
  )
  if (unknown.length === 0) return {}
  const trail = await fetchAuditTrail(connection, since, { signal }).catch((error: unknown) => {
    // Not everybody may see it; without it nobody is named.
    if (error instanceof SalesforceError && error.code === 'fault') return []
    throw error
  })
  const named: Record<string, Changer> = {}
  for (const identity of unknown) {
    const modifier = modifierInTrail(trail, { identity, changeType: 'Deleted' })
    if (modifier !== null)
      named[componentKey(identity)] = { who: modifier.name, changedUtc: modifier.date.toISOString() }
  }
  return named
}
