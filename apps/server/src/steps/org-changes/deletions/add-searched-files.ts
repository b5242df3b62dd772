import { isDependentFile } from '@sluice/metadata/partial-retrieve'
import { componentOfPath } from '@sluice/metadata/paths'
import { type RetrieveMember, memberOf } from '@sluice/metadata/retrieve-plan'
import type { OrgFiles } from '../../org/org-files/org-files.ts'
import type { PlannedMember } from '../../org/retrieve/retrieve-plan.ts'
import { memberKey } from './missing-components.ts'

/** What Salesforce answered to the names that no list shows. */
export interface Searched {
  readonly notFound: readonly RetrieveMember[]
  /** Keys of the components that it returned. */
  readonly cameBack: ReadonlySet<string>
  /** The same as members of the plan; nobody says who changed them. */
  readonly members: readonly PlannedMember[]
}

/**
 * Adds files that were retrieved by name to those of the full retrieve. A profile that comes alone says nothing about what it
 * was not retrieved with, so it is left as the branch has it.
 */
export function addSearchedFiles(org: OrgFiles, found: OrgFiles): Pick<Searched, 'cameBack' | 'members'> {
  const members = new Map<string, PlannedMember>()
  for (const path of found.keys()) {
    const identity = componentOfPath(path)?.identity
    if (identity === undefined || org.has(path)) continue
    if (!isDependentFile(path)) {
      const file = found.different.get(path)
      if (file === undefined) org.addSame(path)
      else org.add(path, file)
    }
    members.set(memberKey(identity), { ...memberOf(identity), modifier: null })
  }
  return { cameBack: new Set(members.keys()), members: [...members.values()] }
}
