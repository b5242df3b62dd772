import { type ComponentIdentity, componentKey, unpackaged } from '@sluice/metadata/component'
import { type ComponentChange, collectComponentChanges } from '@sluice/metadata/diff/component-changes'
import type { AuditEntry } from '@sluice/salesforce/tooling/audit-trail'
import { modifierInTrail } from './audit-trail.ts'
import { type Modifier, newestModifier } from '../branch/author-groups.ts'
import { type OrgChange, sideOf } from './org-changes.ts'
import type { PlannedMember } from '../org/retrieve/retrieve-plan.ts'

export interface AttributedChange extends OrgChange {
  readonly modifier: Modifier | null
  readonly identity: ComponentIdentity | null
}

/** A changed component; what it consists of is told by the files at its paths. */
export interface AttributedComponent extends Pick<ComponentChange, 'identity' | 'changeType' | 'paths'> {
  readonly modifier: Modifier | null
}

export interface AttributedChanges {
  readonly files: readonly AttributedChange[]
  readonly components: readonly AttributedComponent[]
}

/** What proves who made a change, beside what the org lists. */
export interface AttributionEvidence {
  /** When the last flow in began, in whole seconds; null where none did, or where not only changes since then are attributed. */
  readonly since: Date | null
  /** What people did in the org's setup since then; asked for only where the lists do not tell. */
  readonly auditTrail: (since: Date) => Promise<readonly AuditEntry[]>
}

/**
 * Finds who made each change: Salesforce records it per component, so a composite file goes to the person who last
 * changed one of the elements that differ. Of what has been deleted, and where the recorded change is older than the last flow in
 * and so cannot be this one, the audit trail tells.
 */
export async function attribute(
  changes: readonly OrgChange[],
  planned: readonly PlannedMember[],
  { since, auditTrail }: AttributionEvidence,
): Promise<AttributedChanges> {
  const modifiers = new Map(planned.map((member) => [keyOf(member), member.modifier]))
  const listed = ({ identity, changeType }: ComponentChange): Modifier | null => {
    const modifier = changeType === 'Deleted' ? null : (modifiers.get(componentKey(identity)) ?? null)
    return changeType === 'Modified' && isBefore(modifier, since) ? null : modifier
  }
  const collector = collectComponentChanges()
  for (const { path, before, after } of changes) collector.add({ path, before, after: sideOf(after) })
  const changed = collector.changes()
  const needsTrail = changed.some((change) => listed(change) === null)
  const trail = since !== null && needsTrail ? await auditTrail(since) : []
  const owners = new Map<string, Owner>()
  const components = changed.map((change) => {
    const { identity, changeType, parent, paths } = change
    const modifier = listed(change) ?? modifierInTrail(trail, change)
    for (const path of paths) owners.set(path, ownerWith(owners.get(path), { identity, parent, modifier }))
    return { identity, changeType, paths, modifier }
  })
  const files = changes.map(({ path, before, after }) => {
    const owner = owners.get(path)
    const identity = owner?.parent ?? owner?.identity ?? null
    return { path, before, after, identity, modifier: owner?.modifier ?? null }
  })
  return { files, components }
}

function isBefore(modifier: Modifier | null, since: Date | null): boolean {
  return modifier !== null && since !== null && modifier.date < since
}

/** Whose a file is, and who changed something in it last. */
interface Owner extends Pick<ComponentChange, 'identity' | 'parent'> {
  readonly modifier: Modifier | null
}

/** Of the components that show in one file it belongs to the one that is no part of another, or to the parent of the first. */
function ownerWith(known: Owner | undefined, other: Owner): Owner {
  if (known === undefined) return other
  const { identity, parent } = known.parent !== null && other.parent === null ? other : known
  return { identity, parent, modifier: newestModifier([known.modifier, other.modifier]) }
}

function keyOf(member: PlannedMember): string {
  return componentKey({ packageName: unpackaged, componentType: member.type, componentName: member.fullName })
}

/** The components that show in these files: each commit tells what its own author changed. */
export function describedIn(
  components: readonly AttributedComponent[],
  files: readonly { readonly path: string }[],
) {
  const paths = new Set(files.map(({ path }) => path))
  return components
    .filter((component) => component.paths.some((path) => paths.has(path)))
    .map(({ identity, changeType }) => ({ ...identity, changeType }))
}
