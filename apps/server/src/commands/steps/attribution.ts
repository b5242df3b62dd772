import { type ComponentIdentity, componentKey, unpackaged } from '@sluice/metadata/component'
import { type ComponentChange, componentChanges } from '@sluice/metadata/diff/component-changes'
import { type Modifier, newestModifier } from './author-groups.ts'
import { type OrgChange, sideOf } from './org-changes.ts'
import type { PlannedMember } from './retrieve/retrieve-plan.ts'

export interface AttributedChange extends OrgChange {
  readonly modifier: Modifier | null
  readonly identity: ComponentIdentity | null
}

export interface AttributedChanges {
  readonly files: readonly AttributedChange[]
  readonly components: readonly (ComponentChange & { readonly modifier: Modifier | null })[]
}

/**
 * Finds who made each change: Salesforce records it per component, so a composite file goes to the person who last
 * changed one of the elements that differ. Nobody is recorded for what has been deleted.
 */
export function attribute(
  changes: readonly OrgChange[],
  planned: readonly PlannedMember[],
): AttributedChanges {
  const modifiers = new Map(planned.map((member) => [keyOf(member), member.modifier]))
  const components = componentChanges(
    changes.map(({ path, before, after }) => ({ path, before, after: sideOf(after) })),
  ).map((change) =>
    Object.assign({}, change, {
      modifier:
        change.changeType === 'Deleted' ? null : (modifiers.get(componentKey(change.identity)) ?? null),
    }),
  )
  const byPath = new Map<string, (typeof components)[number][]>()
  for (const component of components) {
    for (const path of component.paths) {
      const involved = byPath.get(path)
      if (involved === undefined) byPath.set(path, [component])
      else involved.push(component)
    }
  }
  const files = changes.map((change) => {
    const involved = byPath.get(change.path) ?? []
    const owner = involved.find((component) => component.parent === null) ?? involved[0]
    return {
      ...change,
      identity: owner?.parent ?? owner?.identity ?? null,
      modifier: newestModifier(involved.map((component) => component.modifier)),
    }
  })
  return { files, components }
}

function keyOf(member: PlannedMember): string {
  return componentKey({ packageName: unpackaged, componentType: member.type, componentName: member.fullName })
}
