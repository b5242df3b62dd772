import type { RetrieveMember } from '@sluice/metadata/retrieve-plan'
import type { Modifier } from '../author-groups.ts'

/** A component that the org lists and the include specs want. */
export interface PlannedMember extends RetrieveMember {
  readonly modifier: Modifier | null
}

/** What a retrieve asks for. Kept as a file, because the members of a large org are too many for a step's result. */
export interface RetrievePlan {
  readonly apiVersion: string
  readonly specsHash: string
  readonly packages: number
  /** Everything included, components inside composites too: they tell who changed what. */
  readonly members: readonly PlannedMember[]
  /** Types of which the org was asked for a list. */
  readonly listedTypes: readonly string[]
  readonly batches: readonly (readonly RetrieveMember[])[]
}

/** The plan as it lies on disk: dates as text. */
export interface StoredPlan extends Omit<RetrievePlan, 'members'> {
  readonly members: readonly (RetrieveMember & {
    readonly modifier: (Omit<Modifier, 'date'> & { date: string }) | null
  })[]
}

export function readPlan(stored: StoredPlan): RetrievePlan {
  return {
    ...stored,
    members: stored.members.map((member) => ({
      ...member,
      modifier:
        member.modifier === null ? null : { ...member.modifier, date: new Date(member.modifier.date) },
    })),
  }
}
