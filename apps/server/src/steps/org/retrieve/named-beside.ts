import { componentKey, unpackaged } from '@sluice/metadata/component'
import { type IncludeSpecs, isIncluded } from '@sluice/metadata/include-specs'
import { namespaceOf } from '@sluice/metadata/namespace'
import { parentOf } from '@sluice/metadata/paths'
import { childTypesOf } from '@sluice/metadata/registry'
import { type RetrieveMember, typesInProfiles } from '@sluice/metadata/retrieve-plan'
import type { ListedComponent } from './list-components.ts'

/** A component of an installed package that a retrieve names only so that profiles come with their entries about it. */
export interface NamedBeside extends RetrieveMember {
  /** Its parts that come from the package although their names do not tell. Absent where there are none. */
  readonly packagedParts?: readonly RetrieveMember[]
}

/** What is retrieved anyway, and what is known of the rest. */
interface Retrieving {
  readonly members: readonly RetrieveMember[]
  readonly specs: IncludeSpecs
  /** Types of which no list came. */
  readonly unlistedTypes: readonly string[]
}

/**
 * The components of installed packages to name beside profiles: what a profile gives to them is retrieved only where the same
 * request names them (Metadata API guide, Profile, managed components). Their own files do not belong into the branch. So nothing
 * is named of which the name hides the package or the include specs want the file, nor a composite with parts that were not listed:
 * what comes of these could not be told from what is the org's own.
 */
export function namedBeside(
  listed: readonly ListedComponent[],
  { members, specs, unlistedTypes }: Retrieving,
): NamedBeside[] {
  if (!members.some(({ type }) => type === 'Profile')) return []
  const unlisted = new Set(unlistedTypes)
  const installed = listed.filter(({ manageableState }) => manageableState === 'installed')
  const packaged = installed.filter((item) => {
    const identity = identityOf(item)
    return (
      typesInProfiles.has(item.type) &&
      item.namespacePrefix !== null &&
      namespaceOf(identity) === item.namespacePrefix &&
      !isIncluded(specs, identity) &&
      !childTypesOf(item.type).some(({ name }) => unlisted.has(name))
    )
  })
  const keys = new Set([...members, ...packaged].map(keyOf))
  const parts = partsByParent(installed.filter((item) => isIncluded(specs, identityOf(item))))
  return packaged.flatMap((item) => {
    if (keys.has(parentKeyOf(item) ?? '')) return []
    const { type, fullName } = item
    const packagedParts = parts.get(keyOf(item))
    return packagedParts === undefined ? { type, fullName } : { type, fullName, packagedParts }
  })
}

function partsByParent(items: readonly RetrieveMember[]): Map<string, RetrieveMember[]> {
  const parts = new Map<string, RetrieveMember[]>()
  for (const item of items) {
    const parent = parentKeyOf(item)
    const { type, fullName } = item
    if (parent !== null) parts.set(parent, [...(parts.get(parent) ?? []), { type, fullName }])
  }
  return parts
}

function identityOf({ type, fullName }: RetrieveMember) {
  return { packageName: unpackaged, componentType: type, componentName: fullName }
}

const keyOf = (member: RetrieveMember): string => componentKey(identityOf(member))

function parentKeyOf(member: RetrieveMember): string | null {
  const parent = parentOf(identityOf(member))
  return parent === null ? null : componentKey(parent)
}
