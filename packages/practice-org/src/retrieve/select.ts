import { isNamed } from '../deploy/manifest.ts'
import type { Manifest } from '../deploy/manifest.ts'
import { hasType, isListedFor, isRetrievedFor } from '../facts/visibility.ts'
import type { OrgState, OrgUser } from '../org-state.ts'
import { isKnownIn } from '../registry/api-versions.ts'
import { findChildType, findType, foldersOfContent } from '../registry/metadata-types.ts'
import { standardTabs } from '../registry/standard-tabs.ts'
import { keyOf } from '../store/component-record.ts'
import type { ComponentRecord } from '../store/component-record.ts'
import { wording } from '../wording.ts'

/** What a retrieve would return; each component once, also when it is named twice. */
export interface Selection {
  /** Whole components with files of their own. */
  whole: ComponentRecord[]
  /** Nested components asked for by name whose parent was not asked for, by the parent's key. */
  nested: Map<string, ComponentRecord[]>
  /** Nested components that were named, whether or not their parent was. */
  named: ComponentRecord[]
  /** Standard tabs that were named: they have no file, but bring their entries of profiles. */
  standardTabs: string[]
  /** What the manifest names and the org lacks, in the words of the service. */
  problems: string[]
}

/**
 * Finds what a manifest names. What does not exist is a message, not an error: the retrieve
 * still succeeds (seen on the wire). A child named without its parent comes in a file that
 * holds only the named children. What the user may not see is missing like what does not exist.
 */
export function selectComponents(org: OrgState, manifest: Manifest, user?: OrgUser): Selection {
  const selection: Selection = { whole: [], nested: new Map(), named: [], standardTabs: [], problems: [] }
  const seen = new Set<string>()
  for (const [type, members] of manifest.members) {
    if (!findType(type) && !findChildType(type)) {
      selection.problems.push(wording.metadata.unknownType(type))
      continue
    }
    if (!isKnownIn(manifest.version, type)) {
      selection.problems.push(wording.metadata.newerType(type))
      continue
    }
    if (!hasType(org, type)) {
      selection.problems.push(wording.metadata.switchedOffType(type))
      continue
    }
    for (const name of members) {
      if (type === 'CustomTab' && standardTabs.has(name)) selection.standardTabs.push(name)
      else if (name !== '*' && !findNamed({ org, user }, type, name))
        selection.problems.push(wording.metadata.missing(type, name))
    }
    for (const record of recordsOf({ org, user }, type, members)) {
      const key = keyOf(record.type, record.fullName)
      if (seen.has(key)) continue
      seen.add(key)
      if (record.parent === undefined) selection.whole.push(record)
      else selection.named.push(record)
    }
  }
  const wholeKeys = new Set(selection.whole.map((record) => keyOf(record.type, record.fullName)))
  for (const record of selection.named) {
    const parent = record.parent ?? ''
    if (wholeKeys.has(parent)) continue
    selection.nested.set(parent, [...(selection.nested.get(parent) ?? []), record])
  }
  return selection
}

/** An org as one of its users sees it. */
interface View {
  org: OrgState
  user: OrgUser | undefined
}

function recordsOf(view: View, type: string, members: ReadonlySet<string>): ComponentRecord[] {
  const { org, user } = view
  return [...members].flatMap((name) => {
    if (name === '*')
      return org.store.list(type).filter((record) => isInWildcard(record) && isListedFor(org, user, record))
    const record = findNamed(view, type, name)
    return record ? [record] : []
  })
}

/** A component by name; folders are named under their contents' type. */
function findNamed({ org, user }: View, type: string, name: string): ComponentRecord | undefined {
  const types = [type, ...foldersOfContent(type)]
  const record =
    types.map((entry) => org.store.find(entry, name)).find((found) => found !== undefined) ??
    (type === 'Document'
      ? org.store.list(type).find(({ fullName }) => isNamed(type, fullName, name))
      : undefined)
  return record && isRetrievedFor(org, user, record) ? record : undefined
}

/** A wildcard means custom objects, not standard ones, and nothing that lies in folders. */
function isInWildcard(record: ComponentRecord): boolean {
  if (record.type === 'CustomObject') return /__\w+$/.test(record.fullName)
  if (record.type === 'StandardValueSet') return false
  return findType(record.type)?.inFolder !== true
}
